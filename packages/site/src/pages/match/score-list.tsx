import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { MatchData } from './data.ts';

/** Scores to read, map by map. */
export function ScoreList({
  data,
  scores,
}: {
  data: MatchData;
  scores: readonly { map: string; challenger: number; defender: number }[];
}): ReactNode {
  const t = useTranslations('match-pieces.report');
  if (scores.length === 0) {
    return <p className="soft">{t('no_scores')}</p>;
  }
  return (
    <table className="scores scores-read">
      <caption className="visually-hidden">{t('caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('map')}</th>
          <th scope="col">{data.sides.challenger.name}</th>
          <th scope="col">{data.sides.defender.name}</th>
        </tr>
      </thead>
      <tbody>
        {scores.map((score) => (
          <tr key={score.map}>
            <th scope="row">{score.map}</th>
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
