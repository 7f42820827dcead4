import { compareScores, type MapScore } from '@muster/league';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { MatchData } from './data.ts';

interface ScoreListProps {
  data: MatchData;
  scores: readonly MapScore[];
  /** The other side's report: where it differs is said. */
  other?: readonly MapScore[];
}

/** Scores to read, map by map. */
export function ScoreList({ data, scores, other }: ScoreListProps): ReactNode {
  const t = useTranslations('match-pieces');
  if (scores.length === 0) {
    return <p className="soft">{t('report.no_scores')}</p>;
  }
  const compared = compareScores(scores, other ?? scores);
  return (
    <table className="scores scores-read">
      <caption className="visually-hidden">{t('report.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('report.map')}</th>
          <th scope="col">{data.sides.challenger.name}</th>
          <th scope="col">{data.sides.defender.name}</th>
        </tr>
      </thead>
      <tbody>
        {scores.map((score, index) => (
          <tr key={score.map}>
            <th scope="row">
              {score.map}
              {compared[index]?.isSame === false && (
                <span className="score-differs"> · {t('compare.other')}</span>
              )}
            </th>
            <td className={score.challenger > score.defender ? 'score-won' : undefined}>
              {score.challenger}
            </td>
            <td className={score.defender > score.challenger ? 'score-won' : undefined}>
              {score.defender}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
