import type { Database } from '@muster/database';
import { freezeLate } from '../engine/project/freeze-season.ts';
import type { TestLeague } from './test-league.ts';

/** Closes the small league's season as rows: a line in the log, and what is frozen of it. */
export async function closeTestSeason(
  database: Database,
  { season_id, ladder }: Pick<TestLeague, 'season_id' | 'ladder'>,
  at = '2026-11-10T00:00:00.000Z',
): Promise<void> {
  const stream = `ladder:${ladder.id}`;
  await database.query(
    `update public.seasons set status = 'closed', closed_at = $2 where id = $1`,
    [season_id, at],
  );
  await database.query(
    `insert into public.stream_heads (stream, sequence, hash) values ($1, 1, repeat('a', 64))`,
    [stream],
  );
  await database.query(
    `insert into public.league_events (id, stream, sequence, ladder_id, type, version, at, data, previous_hash, hash)
     values (gen_random_uuid(), $1, 1, $2, 'season_closed', 1, $3, $4, repeat('0', 64), repeat('a', 64))`,
    [stream, ladder.id, at, JSON.stringify({ season_id, standings: [] })],
  );
  await database.transaction((transaction) => freezeLate(transaction, at));
}
