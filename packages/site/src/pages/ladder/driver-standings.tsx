import { useTranslations } from 'use-intl';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import type { LadderData } from './data.ts';
import { EntryLink } from './entry-link.tsx';
import { useFirstRows } from './more-rows.tsx';
import { formatRunTime } from './run-time.ts';
import type { DriverRow, StageResult, TimeAttackData } from './time-attack-data.ts';

interface DriverStandingsProps {
  data: LadderData;
  timeAttack: TimeAttackData;
}

/** Who stands where against the clock, and the stages that it comes from. */
export function DriverStandings({ data, timeAttack }: DriverStandingsProps) {
  const t = useTranslations('ladder.time_attack');
  const { standings, ranking } = timeAttack;
  const entry = data.viewer?.entry?.entry_id;
  const own = standings.findIndex(({ entry_id }) => entry_id === entry);
  const { foldClass, toRowClass, press } = useFirstRows(standings.length, own);
  return (
    <section aria-labelledby="standings">
      <SectionHead title={t('title')} id="standings" />
      <p className="soft time-attack-ranking">{t(`ranking.${ranking}`)}</p>
      {standings.length === 0 ? (
        <EmptyState title={t('empty')} reason={t('empty_reason')} />
      ) : (
        <table className={`drivers ${foldClass}`}>
          <caption className="visually-hidden">
            {t('caption', { ladder: data.ladder.name })}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('place')}</th>
              <th scope="col">{t('driver')}</th>
              <th scope="col">{t(ranking === 'points' ? 'points' : 'total')}</th>
              <th scope="col">{t('stages_driven')}</th>
              <th scope="col">{t('best')}</th>
              <th scope="col">{t('why')}</th>
            </tr>
          </thead>
          <tbody>
            {standings.map((row, index) => (
              <DriverLine
                key={row.entry_id}
                row={row}
                timeAttack={timeAttack}
                isOwn={index === own}
                className={toRowClass(index, index === own)}
              />
            ))}
          </tbody>
        </table>
      )}
      {press}
    </section>
  );
}

interface DriverLineProps {
  row: DriverRow;
  timeAttack: TimeAttackData;
  isOwn: boolean;
  className: string;
}

function DriverLine({ row, timeAttack, isOwn, className }: DriverLineProps) {
  const t = useTranslations('ladder.time_attack');
  const { results } = row;
  const hasDriven = results.length > 0;
  const best = findBest(results);
  return (
    <tr className={className} data-row={row.entry_id}>
      <td className="drivers-place display">{hasDriven ? row.place : '–'}</td>
      <th scope="row" className="drivers-name">
        <EntryLink of={row} />
        {isOwn && <span className="drivers-own">{t('you')}</span>}
      </th>
      <td className="drivers-value">{toValue(row, timeAttack)}</td>
      <td className="drivers-stages">
        {t('of', { driven: results.length, all: timeAttack.stages.length })}
      </td>
      <td className="drivers-best">
        {best !== undefined && t('place_at', { stage: best.stage, place: best.place })}
      </td>
      <td className="drivers-why">
        {hasDriven && (
          <details>
            <summary aria-label={t('why_for', { driver: row.name })}>{t('why')}</summary>
            <Why results={results} ranking={timeAttack.ranking} />
          </details>
        )}
      </td>
    </tr>
  );
}

/** What the place is made of, stage by stage. */
function Why({ results, ranking }: { results: StageResult[]; ranking: TimeAttackData['ranking'] }) {
  const t = useTranslations('ladder.time_attack');
  return (
    <ul className="drivers-reasons">
      {results.map(({ stage, place, time_ms, points }) => (
        <li key={stage}>
          <span>{t('place_at', { stage, place })}</span>
          <b>{ranking === 'points' ? t('gives', { count: points }) : formatRunTime(time_ms)}</b>
        </li>
      ))}
    </ul>
  );
}

function toValue(row: DriverRow, { ranking }: TimeAttackData): string | number {
  if (ranking === 'points') {
    return row.value;
  }
  return row.results.length === 0 ? '–' : formatRunTime(row.value);
}

function findBest(results: readonly StageResult[]): StageResult | undefined {
  return results.toSorted((one, other) => one.place - other.place)[0];
}
