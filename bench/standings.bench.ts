import type { Database } from '@muster/database';
import type { LoaderInput } from '../packages/server/src/context.ts';
import { loadLadder } from '../packages/server/src/ladder/page.ts';
import { ladderPage } from '../packages/server/src/ladder/query.ts';
import { ApiLeague } from '../packages/server/src/testing/api-league.ts';
import { withBenchDatabase } from './bench-database.ts';
import { compare, type Figure, findGrowth } from './measure.ts';

const sizes = [500, 1000, 2000] as const;
const reads = 20;
const week = 7 * 24 * 3600 * 1000;

/** An open season with so many entries, each of which has moved within the week; rows only, no log. */
async function fillLadder(database: Database, slug: string, size: number): Promise<void> {
  const own = new ApiLeague({ database, url: database.url, [Symbol.asyncDispose]: async () => {} });
  await own.addLadder(slug);
  await database.query(
    `with season as (
       select s.id from public.seasons s join public.ladders l on l.id = s.ladder_id where l.slug = $1
     ), team as (
       insert into public.teams (id, slug, name, tag, name_skeleton, tag_skeleton, zone, locale, founded_at)
       select gen_random_uuid(), $1 || '-' || n, $1 || ' ' || n, upper(to_hex(n)), $1 || n, $1 || '#' || n,
         'UTC', 'en', now()
       from generate_series(1, $2::integer) n
       returning id
     ), entry as (
       insert into public.entries (id, season_id, team_id, status, rung, wins, losses, draws, streak, form,
         joined_at, last_active_at)
       select gen_random_uuid(), season.id, team.id, 'active', row_number() over (), 5, 4, 0, 1, 'WLWLW',
         now(), now()
       from team, season
       returning id, rung
     )
     insert into public.entry_rungs (entry_id, sequence, at, from_rung, to_rung, cause)
     select id, rung, now(), rung, rung, 'entry_joined' from entry`,
    [slug, size],
  );
}

/** A ladder's page data for 2,000 entries by its loader, beside its one statement alone. */
export async function bench(): Promise<Figure[]> {
  return withBenchDatabase(async (database) => {
    for (const size of sizes) {
      await fillLadder(database, `of-${size}`, size);
    }
    await database.query('analyze');
    const now = new Date();
    const load = async (slug: string) => {
      const url = new URL(`http://localhost/ladders/${slug}`);
      const input: LoaderInput = {
        database,
        viewer: null,
        locale: 'en',
        zone: 'UTC',
        now,
        params: { slug },
        url,
      };
      const data = await loadLadder(input);
      if (data === null) {
        throw new Error(`There is no ${slug}`);
      }
    };
    const largest = `of-${sizes.at(-1)}`;
    const state = [largest, null, new Date(now.getTime() - week)];
    const repeat = async (times: number, work: () => Promise<unknown>) => {
      for (let count = 0; count < times; count += 1) {
        await work();
      }
    };
    return [
      await compare({
        what: 'ladder page data, 2,000 entries; floor: its one statement',
        goal: '0.8',
        times: reads,
        ours: { run: (times) => repeat(times, () => load(largest)) },
        floor: { run: (times) => repeat(times, () => database.query(ladderPage, state)) },
      }),
      await findGrowth({
        what: 'ladder page data, entries',
        goal: '1',
        sizes,
        async getSeconds(size) {
          await load(`of-${size}`);
          const started = performance.now();
          await repeat(reads, () => load(`of-${size}`));
          return (performance.now() - started) / 1000 / reads;
        },
      }),
    ];
  });
}
