import { compareScores, getOtherSide, type MapScore, parseDuration } from '@muster/league';
import { useTranslations } from 'use-intl';
import { Time } from '../../ui/time.tsx';
import { useDurationWords } from '../ladder/use-duration-words.ts';
import type { MatchData } from './data.ts';
import { areReportsOpen } from './differing-reports.ts';

interface ReportComparisonProps {
  data: MatchData;
  /** As they are typed. */
  scores: readonly MapScore[];
  /** Whether they decide the match. */
  isWhole: boolean;
}

/** Before a report is sent: what the other side reported, where one's own differs, and what that would do. */
export function ReportComparison({ data, scores, isWhole }: ReportComparisonProps) {
  const t = useTranslations('match-pieces');
  const other = data.sides[getOtherSide(data.viewer?.side ?? 'challenger')];
  const rows = compareScores(scores, other.reported?.scores ?? []);
  const count = rows.filter(({ isSame }) => !isSame).length;
  return (
    <>
      <table className="scores scores-compared">
        <caption>
          {t('compare.caption', {
            team: other.name,
            challenger: data.sides.challenger.name,
            defender: data.sides.defender.name,
          })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('report.map')}</th>
            <th scope="col">{t('compare.own')}</th>
            <th scope="col">{other.name}</th>
            <th scope="col">
              <span className="visually-hidden">{t('compare.state')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ own, theirs, isSame }) => (
            <tr key={(theirs ?? own)?.map}>
              <th scope="row">{(theirs ?? own)?.map}</th>
              <td>{toText(own)}</td>
              <td>{toText(theirs)}</td>
              <td className={isSame ? 'soft' : 'score-differs'}>
                {t(isSame ? 'compare.same' : 'compare.other')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p aria-live="polite">
        {isWhole ? (
          <WhatFollows data={data} team={other.name} count={count} />
        ) : (
          t('report.undecided')
        )}
      </p>
    </>
  );
}

const toText = (score: MapScore | null) =>
  score === null ? '–' : `${score.challenger}\u2009:\u2009${score.defender}`;

interface WhatFollowsProps {
  data: MatchData;
  team: string;
  /** How many maps differ. */
  count: number;
}

function WhatFollows({ data, team, count }: WhatFollowsProps) {
  const t = useTranslations('match-pieces.compare');
  const toWords = useDurationWords();
  const { deadline, rules } = data;
  if (count === 0) {
    return t('agrees', { team });
  }
  if (areReportsOpen(data) && deadline !== null) {
    return t.rich('differs_until', { team, count, time: () => <Time instant={deadline} /> });
  }
  const differ = rules.report.differ ?? 'PT0S';
  return (parseDuration(differ) ?? 0) === 0
    ? t('differs_at_once', { team, count })
    : t('differs', { team, count, time: toWords(differ) });
}
