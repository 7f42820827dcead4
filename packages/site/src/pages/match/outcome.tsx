import type { Move } from '@muster/league';
import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import type { MatchData, MatchSide } from './data.ts';
import { haveReportsDiffered } from './have-differed.ts';
import { ScoreList } from './score-list.tsx';

/** The scores: as they stand, or as each side reported them. */
export function Scores({ data }: { data: MatchData }) {
  const t = useTranslations('match-pieces.scores');
  const { result, sides, correction } = data;
  const reports = [sides.challenger, sides.defender].filter(({ reported }) => reported !== null);
  const hasResult = result !== null && result.kind === 'completed' && result.scores.length > 0;
  const haveDiffered = haveReportsDiffered(data);
  const hasMoves = result !== null && data.ladder.format === 'rung';
  if (!hasResult && !hasMoves && reports.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby="scores">
      <SectionHead title={t('title')} id="scores" />
      {hasResult && <ScoreList data={data} scores={result.scores} />}
      {hasResult && haveDiffered && <h3>{t('both')}</h3>}
      {(haveDiffered || (!hasResult && reports.length > 0)) && (
        <div className="lineups">
          {reports.map((side) => (
            <div key={side.entry_id}>
              <h3 className="lineup-name">{t('reported_by', { team: side.name })}</h3>
              <ScoreList
                data={data}
                scores={side.reported?.scores ?? []}
                {...(haveDiffered ? { other: findOther(reports, side) } : {})}
              />
            </div>
          ))}
        </div>
      )}
      {correction !== null && (
        <p className="soft">{t('correction', { team: sides[correction.asked_by].name })}</p>
      )}
      {hasMoves && <Moves data={data} />}
    </section>
  );
}

/** What the other of two reports says. */
const findOther = (reports: readonly MatchSide[], side: MatchSide) =>
  reports.find((candidate) => candidate !== side)?.reported?.scores ?? [];

/** What the result moved. */
function Moves({ data }: { data: MatchData }) {
  const t = useTranslations('match-pieces.scores');
  const { result, sides } = data;
  if (result === null) {
    return null;
  }
  const climb = result.moves.find(({ entry_id }) => entry_id === sides.challenger.entry_id);
  const { from = null, to = null } = climb ?? {};
  const hasClimbed = from !== null && to !== null && to < from;
  // In a log of before, what the overturning took back stands in the place of what the result moves.
  const taken = result.restanding ?? (hasClimbed ? [] : result.moves);
  const ways = listWays(data, taken);
  return (
    <>
      <p>
        {hasClimbed
          ? t('climb', {
              team: sides.challenger.name,
              from,
              to,
              others: result.moves.length - 1,
            })
          : t('nobody_moves')}
      </p>
      {ways.length > 0 && <p>{t('overturned', { ways: ways.join(', ') })}</p>}
    </>
  );
}

/** The two sides' own ways. */
function listWays({ sides }: MatchData, moves: readonly Move[]): string[] {
  return [sides.challenger, sides.defender].flatMap(({ entry_id, name }) =>
    moves
      .filter((move) => move.entry_id === entry_id)
      .map(({ from, to }) => `${name} ${from ?? '–'}\u00a0→\u00a0${to ?? '–'}`),
  );
}
