import type { Database } from '@muster/database';
import { simulateSeason } from '@muster/league';
import { writeSimulation } from '../packages/server/src/demonstration/demo.ts';

const start = Date.parse('2025-01-06T12:00:00.000Z');
const day = 24 * 3600 * 1000;
const days = 375;
const ladderId = '00000000-0000-4000-8000-00000000aaaa';
const seasonId = '00000000-0000-4000-8000-00000000bbbb';

/** The ladder of a simulated year, the stream of its season, and when the year begins and ends. */
export const year = {
  slug: 'simulated',
  stream: `ladder:${seasonId}`,
  start,
  end: start + days * day,
} as const;

/** A year of a ladder of so many teams, written with everything that the league keeps of it. */
export async function writeYear(database: Database, count: number): Promise<number> {
  await database.query(
    `insert into public.games (slug, name, short_name, position, has_casual_page, tagline, about, facts, maps, modes)
     values ('game', 'Game', 'G', 1, true, '{}', '{}', '[]', '{}', '{}')`,
  );
  await database.query(
    `insert into public.ladders (id, slug, game_slug, name, format, zone, position)
     values ($1, $2, 'game', 'Simulated', 'rung', 'UTC', 1)`,
    [ladderId, year.slug],
  );
  const written = await writeSimulation(
    database,
    simulateSeason({
      seed: 5,
      teams: count,
      people: count * 4,
      starts_at: new Date(start).toISOString(),
      ends_at: new Date(year.end).toISOString(),
      ladders: [
        {
          ladder_id: ladderId,
          season_id: seasonId,
          name: 'Simulated',
          season_name: '1',
          game: 'game',
          format: 'rung',
          zone: 'UTC',
          is_test: false,
          rules: {},
          region: 'everywhere',
          share: 1,
        },
      ],
    }),
  );
  await database.query('analyze');
  return written;
}
