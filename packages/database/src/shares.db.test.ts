import { expect, test, vi } from 'vitest';
import { connect } from './connect.ts';
import { processConnections, type ShareLimits, shares } from './shares.ts';
import { createTestDatabase } from './testing/index.ts';
import type { Database } from './types.ts';

const small: ShareLimits = {
  name: 'small',
  connections: 2,
  waiting: 3,
  patience: 60_000,
  statementTimeout: 20_000,
};

/** Statements that last until `release`, and how many of them run. */
async function holdAll(database: Database, count: number) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let running = 0;
  const held = Array.from({ length: count }, () =>
    database.transaction(async (transaction) => {
      await transaction.query('select 1');
      running += 1;
      if (running === small.connections) {
        begin();
      }
      await released;
    }),
  );
  await begun;
  return { held, release, countRunning: () => running };
}

const refusal = { name: 'DatabaseUnavailable', code: 'unavailable', reason: 'busy', retryAfter: 1 };

test('a share that is used up refuses at once, and leaves the others theirs', async () => {
  await using given = await createTestDatabase({ isEmpty: true });
  const database = connect({ url: given.url, maxConnections: 3 });
  const share = database.share(small);
  const { held, release, countRunning } = await holdAll(share, small.connections + small.waiting);
  await expect(share.query('select 1')).rejects.toMatchObject(refusal);
  await expect(share.transaction(async () => 1)).rejects.toMatchObject(refusal);
  const other = database.share({ ...small, name: 'other', connections: 1 });
  expect(await other.query('select 1 as n')).toEqual([{ n: 1 }]);
  expect(countRunning()).toBe(small.connections);
  release();
  await Promise.all(held);
  expect(countRunning()).toBe(held.length);
  expect(await share.query('select 1 as n')).toEqual([{ n: 1 }]);
  await database.close();
});

test('the last who may wait still gets a turn, in order, also when those before them fail', async () => {
  await using given = await createTestDatabase({ isEmpty: true });
  const database = connect({ url: given.url, maxConnections: 3 });
  const share = database.share({ ...small, connections: 1 });
  const order: number[] = [];
  const asked = Array.from({ length: 1 + small.waiting }, (_, n) =>
    share
      .query(n % 2 === 0 ? 'select 1 / 0' : 'select 1')
      .catch(() => undefined)
      .then(() => order.push(n)),
  );
  await Promise.all(asked);
  expect(order).toEqual([0, 1, 2, 3]);
  await database.close();
});

test('who has waited long enough is refused, and no place is lost by it', async () => {
  await using given = await createTestDatabase({ isEmpty: true });
  const database = connect({ url: given.url, maxConnections: 3 });
  const share = database.share({ ...small, patience: 20 });
  const { held, release } = await holdAll(share, small.connections);
  await expect(share.query('select 1')).rejects.toMatchObject(refusal);
  release();
  await Promise.all(held);
  const again = await holdAll(share, small.connections);
  again.release();
  await Promise.all(again.held);
  await database.close();
});

test('the same limits are the same share, and each has its own limit of time', async () => {
  await using given = await createTestDatabase({ isEmpty: true });
  const database = connect({ url: given.url, maxConnections: 1 });
  const share = database.share(small);
  expect(database.share(small)).toBe(share);
  expect(share.share(small)).toBe(share);
  const read = 'show statement_timeout';
  for (let round = 0; round < 2; round += 1) {
    expect(await share.query(read)).toEqual([{ statement_timeout: '20s' }]);
    expect(await database.query(read)).toEqual([{ statement_timeout: '30s' }]);
  }
  expect(
    await share.transaction((transaction) => transaction.query(read), { statementTimeout: 1500 }),
  ).toEqual([{ statement_timeout: '1500ms' }]);
  expect(await share.query(read)).toEqual([{ statement_timeout: '20s' }]);
  await database.close();
});

test('a share that is apart takes none of the common connections, and ends with them', async () => {
  await using given = await createTestDatabase({ isEmpty: true });
  const database = connect({ url: given.url, maxConnections: 1, applicationName: 'apart' });
  const apart = database.share({ ...small, name: 'apart', isApart: true });
  const read = 'select pg_backend_pid() as pid';
  const [common, [own], [again]] = await database.transaction(async (transaction) => [
    await transaction.query(read),
    await apart.query(read),
    await apart.query(read),
  ]);
  expect(common).not.toEqual([own]);
  expect(again).toEqual(own);
  await database.close();
  await expect(apart.query(read)).rejects.toThrow();
  const left = `select 1 from pg_stat_activity where application_name = 'apart'`;
  await vi.waitUntil(async () => (await given.database.query(left)).length === 0, {
    timeout: 60_000,
  });
});

test('what is done every second is apart, so that common connections may become idle and end', () => {
  expect(shares.jobs).toMatchObject({ isApart: true });
});

test('three processes together stay below what PostgreSQL gives by default', () => {
  const [most, reserved] = [100, 3];
  expect(3 * processConnections).toBeLessThanOrEqual(most - reserved);
});

test('pages, commands, auth, REST, jobs and realtime each have a bounded share', () => {
  expect(Object.keys(shares).sort()).toEqual(
    ['auth', 'commands', 'jobs', 'pages', 'realtime', 'rest', 'storage'].sort(),
  );
  for (const { connections, waiting, patience } of Object.values(shares)) {
    expect(connections).toBeGreaterThan(0);
    expect(waiting).toBeLessThanOrEqual(200);
    expect(patience).toBeLessThanOrEqual(60_000);
  }
});
