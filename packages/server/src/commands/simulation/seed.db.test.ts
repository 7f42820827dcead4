import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../config.ts';
import { layContent } from '../../content/lay-content.ts';
import { verify } from '../../engine/replay/verify.ts';
import { catchLines } from '../../testing/catch-lines.ts';
import { OperatorError } from '../command.ts';
import { command } from './seed.ts';

const lines = catchLines();
const small = { teams: '12', people: '48', matches: '30', seasons: '2', seed: '7' };

const seed = (
  at: TestDatabase,
  values: Record<string, string> = small,
  positionals: string[] = [],
) => command.run(parseConfig({ DATABASE_URL: at.url }), { values, positionals });

async function count({ database }: TestDatabase) {
  const [row] = await database.query<Record<string, number>>(
    `select (select count(*)::int from public.teams) as teams,
       (select count(*)::int from public.rosters) as rosters,
       (select count(*)::int from public.profiles) as people,
       (select count(*)::int from public.profiles where is_demo) as figures,
       (select count(*)::int from public.matches) as matches,
       (select count(*)::int from public.seasons where status = 'closed') as closed,
       (select count(*)::int from public.seasons where status = 'open') as open,
       (select count(*)::int from public.season_archives) as archives,
       (select count(*)::int from public.admins where ladder_id is null) as site_admins`,
  );
  return row;
}

describe('an empty league', () => {
  it('is filled by its own rules: as many of each as was asked for, and its log replays', async () => {
    await using own = await createTestDatabase();
    expect(await seed(own)).toBe(0);
    const ladders = await own.database.query(
      'select 1 from public.ladders where retired_at is null and not is_test',
    );
    expect(await count(own)).toEqual({
      teams: 12,
      rosters: 48,
      // The one who judges, and the one who hears appeals and is in no office any more.
      people: 48 + 2,
      figures: 0,
      matches: 30,
      closed: ladders.length,
      open: ladders.length,
      archives: ladders.length,
      site_admins: 0,
    });
    expect(lines.at(-1)).toMatch(
      new RegExp(
        `^12 teams of 48 people, ${ladders.length} ladders, 2 seasons of each: 30 of 30 matches, \\d+ events\\.$`,
      ),
    );
    expect(await verify(own.database)).toMatchObject({ difference: null });
    const [odd] = await own.database.query(
      'select 1 from public.league_events where at > now() limit 1',
    );
    expect(odd).toBeUndefined();
    // Filled, it is empty no more.
    await expect(seed(own)).rejects.toThrow('There is a league already: seed fills an empty one.');
  });

  it('leaves the judges of matches guarded by the database', async () => {
    await using own = await createTestDatabase();
    await seed(own, { ...small, matches: '2', teams: '4', people: '16' });
    const [guard] = await own.database.query<{ tgenabled: string }>(
      `select tgenabled from pg_trigger where tgname = 'guard_ruling'`,
    );
    expect(guard).toEqual({ tgenabled: 'O' });
  });

  it('is told that it has no ladder, where its owner retired all', async () => {
    await using own = await createTestDatabase();
    await layContent(own.database);
    await own.database.query('update public.ladders set retired_at = now()');
    await expect(seed(own)).rejects.toThrow('The league has no ladder to play on.');
  });
});

it('refuses a league in which somebody is, and leaves it as it was', async () => {
  await using own = await createTestDatabase();
  await own.database.query(
    `insert into auth.users (id, aud, role, raw_user_meta_data)
     values (gen_random_uuid(), 'authenticated', 'authenticated', '{"full_name": "Somebody"}')`,
  );
  await expect(seed(own)).rejects.toThrow('There is a league already: seed fills an empty one.');
  expect(await count(own)).toMatchObject({ people: 1, teams: 0 });
});

it('is taken back whole when it is stopped in the middle', async () => {
  await using own = await createTestDatabase();
  const others = process.listenerCount('SIGINT');
  const running = seed(own, { ...small, matches: '300' });
  const stopped = expect(running).rejects.toThrow('Stopped; nothing is left half done.');
  await expect.poll(() => process.listenerCount('SIGINT')).toBeGreaterThan(others);
  process.emit('SIGINT');
  await stopped;
  expect(await count(own)).toMatchObject({ people: 0, teams: 0, matches: 0 });
});

it.each<[Record<string, string>, string]>([
  [{ teams: '1' }, '--teams takes a whole number from 2 to 5000.'],
  [{ teams: '5001' }, '--teams takes a whole number from 2 to 5000.'],
  [{ people: '50001' }, '--people takes a whole number from 4 to 50000.'],
  [{ matches: '0' }, '--matches takes a whole number from 1 to 1000000.'],
  [{ seasons: '101' }, '--seasons takes a whole number from 1 to 100.'],
  [{ seed: '4294967296' }, '--seed takes a whole number from 0 to 4294967295.'],
  [{ seed: '-1' }, '--seed takes a whole number from 0 to 4294967295.'],
  [{ teams: '12', people: '23' }, '--people: 12 teams have 24 people at least.'],
  [{ matches: '1', seasons: '2' }, '--matches: each season has one at least.'],
  [
    { matches: '100001', seasons: '1' },
    '--matches: a season has 100000 at most; give more seasons.',
  ],
  [
    { teams: '2', people: '8', matches: '100000', seasons: '1' },
    '--matches: 2 teams would play for',
  ],
])('refuses %j by name and writes nothing', async (values, message) => {
  await using own = await createTestDatabase();
  const refused = seed(own, { ...small, ...values });
  await expect(refused).rejects.toThrow(OperatorError);
  await expect(refused).rejects.toThrow(message);
  expect(await count(own)).toMatchObject({ people: 0, teams: 0 });
});

it('takes options only', async () => {
  await using own = await createTestDatabase();
  await expect(seed(own, small, ['much'])).rejects.toThrow('seed takes options only, not much.');
});
