import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/index.ts';
import type { Database, Transaction } from '../types.ts';
import { readColumns, World } from './world.ts';

/** What the schema tests cannot show in one transaction: two at the same moment. */

/** Whoever waits for a lock of another, until somebody does. */
async function untilSomebodyWaits(database: Database): Promise<void> {
  for (;;) {
    const waiting = await database.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (waiting.length > 0) {
      return;
    }
  }
}

/** Does both in a transaction of its own, the second while the first is not committed yet. */
async function doAtOnce(
  database: Database,
  first: (transaction: Transaction) => Promise<unknown>,
  second: (transaction: Transaction) => Promise<unknown>,
): Promise<PromiseSettledResult<unknown>> {
  const waiting = await database.transaction(async (transaction) => {
    await first(transaction);
    const other = Promise.allSettled([database.transaction(second)]);
    await untilSomebodyWaits(database);
    return { other };
  });
  const [result] = await waiting.other;
  return result;
}

test('of two rulings at once the second counts the first', async () => {
  await using given = await createTestDatabase();
  const { database } = given;
  const world = new World(database, await readColumns(database));
  await world.add('private.rulings', { hours: 1 });
  const events = [await world.add('public.league_events'), await world.add('public.league_events')];
  const rule = (at: number) => (transaction: Transaction) =>
    transaction.query(
      'insert into private.rulings (event_id, dispute_id, hours) values ($1, gen_random_uuid(), 1)',
      [events[at]?.id],
    );
  await doAtOnce(database, rule(0), rule(1));
  expect(await database.query('select whose, rulings from private.ruling_figures')).toEqual([
    { whose: 'all', rulings: 3 },
  ]);
});

test.each([
  ['Wolf', 'W0lf', 'name_confusable'],
  ['Wolf', 'wolf', 'profiles_username_key'],
])(
  'of two who take one name at once, %s and %s, the second is refused',
  async (one, other, why) => {
    await using given = await createTestDatabase();
    const take = (username: string) => (transaction: Transaction) =>
      transaction.query(
        'insert into public.profiles (user_id, username) values (gen_random_uuid(), $1)',
        [username],
      );
    const result = await doAtOnce(given.database, take(one), take(other));
    expect(result).toMatchObject({ status: 'rejected', reason: { code: '23505' } });
    expect(String((result as PromiseRejectedResult).reason)).toContain(why);
    expect(await given.database.query('select username from public.profiles')).toEqual([
      { username: one },
    ]);
  },
);
