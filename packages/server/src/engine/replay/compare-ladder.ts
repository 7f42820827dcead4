import type { Queryable } from '@muster/database';
import { isLive, type LadderState } from '@muster/league';
import type { Collection } from '../kinds/kind.ts';
import { findStateDifference } from './state-difference.ts';

interface MemberRow {
  collection: Collection;
  id: string;
  is_live: boolean;
  state: unknown;
}

async function compareMembers(
  queryable: Queryable,
  stream: string,
  ladder: LadderState,
): Promise<string | null> {
  const members = await queryable.query<MemberRow>(
    'select collection, id, is_live, state from private.stream_members where stream = $1 and is_current',
    [stream],
  );
  const expected = (['entries', 'matches', 'disputes', 'appeals', 'runs'] as const).reduce(
    (sum, name) => sum + Object.keys(ladder[name]).length,
    0,
  );
  if (members.length !== expected) {
    return `the state has ${members.length} members, the log ${expected}`;
  }
  for (const { collection, id, is_live, state: stored } of members) {
    const name = `${collection} ${id}`;
    const found = findStateDifference(name, stored, ladder[collection][id]);
    if (found !== null) {
      return found;
    }
    const match = collection === 'matches' ? ladder.matches[id] : undefined;
    if (match !== undefined && is_live !== isLive(ladder, match)) {
      return `${name} is not what the log comes to (is_live)`;
    }
  }
  return null;
}

async function compareStandings(
  queryable: Queryable,
  { entries, season }: LadderState,
): Promise<string | null> {
  const rows = await queryable.query<Record<string, unknown>>(
    `select e.id, e.status, e.rung, e.wins, e.losses, e.draws, e.streak, e.mu, e.sigma,
       (extract(epoch from e.rated_at) * 1000)::double precision as rated_at,
       last.mu as charted_mu, last.sigma as charted_sigma
     from public.entries e
     left join lateral (select r.mu, r.sigma from public.entry_ratings r
       where r.entry_id = e.id order by r.sequence desc limit 1) last on true
     where e.season_id = $1`,
    [season?.id ?? null],
  );
  if (rows.length !== Object.keys(entries).length) {
    return `the table has ${rows.length} entries, the log ${Object.keys(entries).length}`;
  }
  for (const row of rows) {
    const entry = entries[String(row.id)];
    const replayed = entry && {
      id: entry.id,
      status: entry.status,
      rung: entry.rung,
      wins: entry.record.wins,
      losses: entry.record.losses,
      draws: entry.record.draws,
      streak: entry.streak,
      mu: entry.rating?.mu ?? null,
      sigma: entry.rating?.sigma ?? null,
      rated_at: entry.rating === null ? null : Date.parse(entry.rating.at),
      charted_mu: entry.rating?.mu ?? null,
      charted_sigma: entry.rating?.sigma ?? null,
    };
    const difference = findStateDifference(`entry ${entry?.name ?? row.id}`, row, replayed);
    if (difference !== null) {
      return difference;
    }
  }
  return null;
}

async function compareMatches(
  queryable: Queryable,
  { matches, season }: LadderState,
): Promise<string | null> {
  const rows = await queryable.query<{
    id: string;
    status: string;
    version: number;
    winner: string | null;
  }>('select id, status, version, winner from public.matches where season_id = $1', [
    season?.id ?? null,
  ]);
  for (const { id, ...row } of rows) {
    const match = matches[id];
    const isDecided = match?.status === 'completed' || match?.status === 'forfeited';
    const replayed = match && {
      status: match.status,
      version: match.version,
      winner: isDecided ? (match.result?.winner ?? 'draw') : null,
    };
    const difference = findStateDifference(`match ${id}`, row, replayed);
    if (difference !== null) {
      return difference;
    }
  }
  return rows.length === Object.keys(matches).length
    ? null
    : `the table has ${rows.length} matches, the log ${Object.keys(matches).length}`;
}

/** The first difference between a ladder's members, standings and matches and what its log comes to. */
export async function compareLadder(
  queryable: Queryable,
  stream: string,
  ladder: LadderState,
): Promise<string | null> {
  return (
    (await compareMembers(queryable, stream, ladder)) ??
    (await compareStandings(queryable, ladder)) ??
    (await compareMatches(queryable, ladder))
  );
}
