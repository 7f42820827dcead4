import { expect, test } from 'vitest';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { proveSessions } from './prove-sessions.ts';
import { createTestDatabase } from './testing/index.ts';
import { migrationFolders } from './testing/migration-folders.ts';
import { startPooler } from './testing/pooler.ts';
import type { Database } from './types.ts';

/** The names of what one of the connections has prepared, beside what the proof left on sessions that are nobody's. */
async function listNames(database: Database): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select name from pg_prepared_statements where name like 'muster%' and name not like 'muster_proof%' and $1`,
    [true],
  );
  return rows.map(({ name }) => name);
}

/** The same statement so often that it would be named, on each of several connections. */
async function useMuch(database: Database): Promise<void> {
  for (let times = 0; times < 6; times += 1) {
    const ask = () => database.query<{ n: string }>('select $1::text as n', [String(times)]);
    const answers = await Promise.all(Array.from({ length: 6 }, ask));
    expect(answers.flat()).toEqual(answers.map(() => ({ n: String(times) })));
  }
}

test('finds sessions of ours without a pooler', async () => {
  await using given = await createTestDatabase({ isEmpty: true });
  expect(await proveSessions({ url: given.url })).toBe('own');
});

test('starts through a pooler that keeps sessions, with names and settings', async () => {
  await using given = await createTestDatabase({ isEmpty: true });
  await using pooler = await startPooler(given.url, { mode: 'session' });
  const { database, close } = await openDatabase({
    databaseUrl: pooler.toUrl(given.url),
    dataDir: '/nowhere',
  });
  expect(database.sessions).toBe('own');
  await useMuch(database);
  expect(await listNames(database)).not.toEqual([]);
  expect(await database.query('show jit')).toEqual([{ jit: 'off' }]);
  await close();
});

// With one connection for all, each person alone would keep it by luck.
test.each([1, 2, 4, 40])(
  'names nothing through a pooler that shares %i sessions by the transaction, and all else works',
  async (size) => {
    await using given = await createTestDatabase();
    await using pooler = await startPooler(given.url, { mode: 'transaction', size });
    const url = pooler.toUrl(given.url);
    expect(await proveSessions({ url })).toBe('shared');

    const database = connect({ url, sessions: 'shared' });
    await useMuch(database);
    await database.query('create table kept (n integer)');
    await expect(
      database.transaction(async (transaction) => {
        await transaction.query('insert into kept values ($1)', [1]);
        throw new Error('given up');
      }),
    ).rejects.toThrow('given up');
    const settings = `select current_user::text as role, current_setting('jit') as jit,
      current_setting('statement_timeout') as timeout,
      current_setting('request.jwt.claim.sub', true) as sub where $1`;
    const ask = (sub: string) =>
      database.transaction((transaction) => transaction.query(settings, [true]), {
        scope: { role: 'anon', claims: { sub } },
      });
    for (let round = 0; round < 5; round += 1) {
      const people = Array.from({ length: 8 }, (_, at) => `${round} ${at}`);
      expect((await Promise.all(people.map(ask))).flat()).toEqual(
        people.map((sub) => ({ role: 'anon', jit: 'off', timeout: '8s', sub })),
      );
      const [own] = await database.query(settings, [true]);
      expect(own).toMatchObject({ role: 'postgres', jit: 'off', timeout: '30s' });
      const read = await database.readAtOnce([
        { text: 'select count(*) as n from kept where n > $1', values: [0] },
        { text: `select current_setting('jit') as jit where $1`, values: [true] },
      ]);
      expect(read).toEqual([[{ n: '0' }], [{ jit: 'off' }]]);
    }
    expect(await listNames(database)).toEqual([]);
    await database.close();
  },
);

test.each([1, 40])(
  'a start through a pooler that shares %i sessions by the transaction refuses in one line',
  async (size) => {
    await using given = await createTestDatabase({ isEmpty: true });
    await using pooler = await startPooler(given.url, { mode: 'transaction', size });
    const databaseUrl = pooler.toUrl(given.url);
    await expect(openDatabase({ databaseUrl, dataDir: '/nowhere' })).rejects.toMatchObject({
      code: 'database_without_notices',
      message: expect.stringMatching(/^LISTEN hears nothing .*a pooler that keeps sessions\.$/),
    });
  },
);

test('refuses in one line a pooler with fewer sessions than it is asked for', async () => {
  await using given = await createTestDatabase({ isEmpty: true });
  await using pooler = await startPooler(given.url, { mode: 'session', size: 1 });
  const databaseUrl = pooler.toUrl(given.url);
  await expect(openDatabase({ databaseUrl, dataDir: '/nowhere' })).rejects.toMatchObject({
    code: 'database_too_small',
    message: expect.stringMatching(/^The database's address gave no 4 connections at once/),
  });
});

test('refuses in one line a pooler that lends a session for one statement', async () => {
  await using given = await createTestDatabase({ isEmpty: true });
  await using pooler = await startPooler(given.url, { mode: 'statement' });
  const databaseUrl = pooler.toUrl(given.url);
  await expect(openDatabase({ databaseUrl, dataDir: '/nowhere' })).rejects.toMatchObject({
    code: 'database_unreachable',
    message: expect.stringContaining('transaction blocks not allowed in statement pooling mode'),
  });
});

test('migrates nothing over sessions that are shared, and says so where something is to be done', async () => {
  await using empty = await createTestDatabase({ isEmpty: true });
  await using migrated = await createTestDatabase();
  const migrateShared = async (url: string) => {
    const database = connect({ url, sessions: 'shared' });
    return migrate(database, migrationFolders).finally(() => database.close());
  };
  await expect(migrateShared(empty.url)).rejects.toMatchObject({
    code: 'migration_without_session',
  });
  expect(await migrateShared(migrated.url)).toEqual({ applied: [] });
});
