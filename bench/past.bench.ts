import type { Database } from '@muster/database';
import { buildSite } from '@muster/site/build';
import {
  fillLongLeague,
  veteran,
  veteranUser,
} from '../packages/server/src/testing/long-league.ts';
import { createMigrated, startBenchServer } from './bench-database.ts';
import { compare, type Figure, runTenAtOnce } from './measure.ts';
import { openSite, readPage } from './open-site.ts';

const seasonOf = { entriesPerSeason: 460, matchesPerSeason: 12_200 };
const origin = 'http://localhost:3000';

const pages = [
  ['home', '/'],
  ['a team that always played', `/teams/${veteran}`],
  ['its captain’s profile', `/profiles/${veteranUser}`],
  ['admins', '/admins'],
  ['log', '/ladders/long/log'],
] as const;

/** Millions of rows at one go: neither written twice for checkpoints nor vacuumed through a small ring of buffers. */
const forFilling = [
  `max_wal_size = '32GB'`,
  `checkpoint_timeout = '1h'`,
  'vacuum_buffer_usage_limit = 0',
];

async function settle(database: Database): Promise<void> {
  for (const setting of forFilling) {
    await database.query(`alter system set ${setting}`);
  }
  await database.query('select pg_reload_conf()');
}

/** Pages of a league with half a million matches behind it beside the same with 24,000, not cached; filling it takes minutes. */
export async function bench(): Promise<Figure[]> {
  await buildSite();
  await using server = await startBenchServer();
  const databases = {
    short: await createMigrated(server, 'short'),
    long: await createMigrated(server, 'long'),
  };
  await settle(databases.short);
  await fillLongLeague(databases.short, { ...seasonOf, seasons: 2 });
  await fillLongLeague(databases.long, { ...seasonOf, seasons: 41 });
  const short = await openSite(databases.short);
  const long = await openSite(databases.long);
  await databases.long.query('checkpoint');
  const figures: Figure[] = [];
  for (const [name, path] of pages) {
    figures.push(
      await compare({
        what: `${name}, 500,200 matches in 41 seasons; floor: the same at 24,400 in 2`,
        goal: '0.67',
        times: 100,
        ours: { run: (times) => runTenAtOnce(times, () => readPage(long, `${origin}${path}`)) },
        floor: { run: (times) => runTenAtOnce(times, () => readPage(short, `${origin}${path}`)) },
      }),
    );
  }
  await Promise.all([databases.short.close(), databases.long.close()]);
  return figures;
}
