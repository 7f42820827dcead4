import type { Transaction } from '@muster/database';
import type { LadderState, LeagueEvent, Season } from '@muster/league';
import { projectEntries, projectForms } from './entries.ts';
import { projectFinalPlaces, projectRulings } from './findings.ts';
import { freezeSeasons } from './freeze-season.ts';
import { projectMatches } from './matches.ts';
import { projectRuns } from './runs.ts';

interface LadderProjection {
  stream: string;
  before: LadderState;
  after: LadderState;
  events: readonly LeagueEvent[];
}

async function writeSeason(
  transaction: Transaction,
  { stream, after, events }: LadderProjection,
  season: Season,
): Promise<void> {
  const closed = events.findLast(({ type }) => type === 'season_closed');
  // A demonstration season has a stream named after itself and the number 0; it counts among no others.
  const isDemo = stream === `ladder:${season.id}`;
  await transaction.query(
    `insert into public.seasons
       (id, ladder_id, stream, number, name, status, rules, rules_version, opens_at, ends_at, closed_at, is_demo)
     select $1, $2, $3,
       case when $11 then 0 else coalesce((select max(number) from public.seasons where ladder_id = $2), 0) + 1 end,
       $4, $5, $6, $7, $8, $9, $10, $11
     on conflict (id) do update set
       name = excluded.name, status = excluded.status, rules = excluded.rules,
       rules_version = excluded.rules_version, opens_at = excluded.opens_at, ends_at = excluded.ends_at,
       closed_at = coalesce(excluded.closed_at, public.seasons.closed_at)`,
    [
      season.id,
      after.ladder?.id,
      stream,
      season.name,
      season.status,
      JSON.stringify(season.rules),
      season.rules_version,
      season.opened_at ?? season.starts_at,
      season.ends_at,
      closed?.at ?? null,
      isDemo,
    ],
  );
}

/** Brings the tables of a ladder's season in line with the state after the events. */
export async function projectLadder(
  transaction: Transaction,
  projection: LadderProjection,
): Promise<void> {
  const { before, after, events } = projection;
  if (after.ladder === null) {
    return;
  }
  if (before.ladder !== after.ladder && before.ladder !== null) {
    await transaction.query('update public.ladders set name = $2, zone = $3 where id = $1', [
      after.ladder.id,
      after.ladder.name,
      after.ladder.zone,
    ]);
  }
  if (after.season !== null && before.season !== after.season) {
    await writeSeason(transaction, projection, after.season);
  }
  await Promise.all([
    projectEntries(transaction, before, after, events),
    projectMatches(transaction, { ladderId: after.ladder.id, before, after, events }),
    projectRuns(transaction, before, after),
    projectRulings(transaction, events),
  ]);
  await projectForms(transaction, before, after);
  // The entries' rows must be there, also where a whole season is written at once.
  await projectFinalPlaces(transaction, events);
  await freezeSeasons(transaction, projection.stream, events);
}
