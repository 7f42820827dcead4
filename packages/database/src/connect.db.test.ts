import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { tryAdvisoryLock, withAdvisoryLock } from './advisory-lock.ts';
import { connect } from './connect.ts';
import { createTestDatabase } from './testing/index.ts';

/** A promise and what settles it. */
function createSignal<T = void>() {
  return Promise.withResolvers<T>();
}

describe('values', () => {
  test('keep what JavaScript would lose', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const [row] = await given.database.query(`select
      date '2026-03-29' as day, array[date '2026-03-29'] as days,
      9007199254740993::bigint as large, array[9007199254740993::bigint] as larges,
      0.10::numeric as exact, array[0.10::numeric] as exacts,
      timestamp '2026-03-29 02:30' as local, interval '1 day 2 hours' as span,
      timestamptz '2026-03-29 02:30+00' as instant, '{"a":[1]}'::jsonb as json, null as nothing`);
    expect(row).toEqual({
      day: '2026-03-29',
      days: ['2026-03-29'],
      large: '9007199254740993',
      larges: ['9007199254740993'],
      exact: '0.10',
      exacts: ['0.10'],
      local: '2026-03-29 02:30:00',
      span: '1 day 02:00:00',
      instant: new Date('2026-03-29T02:30:00Z'),
      json: { a: [1] },
      nothing: null,
    });
  });
});

describe('a statement that comes again', () => {
  test('is prepared once, and gives what it gave', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const database = connect({ url: given.url, maxConnections: 1 });
    for (const n of [1, 2, 3, 4]) {
      expect(await database.query('select $1::int as n', [n])).toEqual([{ n }]);
    }
    const prepared = await database.query('select statement from pg_prepared_statements');
    expect(prepared).toEqual([{ statement: 'select $1::int as n' }]);
    await database.close();
  });

  test('is planned once a connection where a transaction asks for it, and as ever after it', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const database = connect({ url: given.url, maxConnections: 1 });
    const text = 'select 1 as one from pg_class where oid = any($1::oid[])';
    const ask = () => database.transaction((one) => one.query(text, [[1]]), { plansOnce: true });
    for (let count = 0; count < 5; count += 1) {
      await ask();
    }
    expect(
      await database.query(
        'select custom_plans, generic_plans > 0 as is_generic from pg_prepared_statements where statement = $1',
        [text],
      ),
    ).toEqual([{ custom_plans: '0', is_generic: true }]);
    expect(await database.query('show plan_cache_mode')).toEqual([{ plan_cache_mode: 'auto' }]);
    await database.close();
  });

  test('works on when its table gets other columns', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const { database } = given;
    await database.query('create table t (n int); insert into t values (1)');
    const look = () => database.query('select * from t where n = $1', [1]);
    await look();
    await look();
    expect(await look()).toEqual([{ n: 1 }]);
    await database.query("alter table t add column word text default 'new'");
    expect(await look()).toEqual([{ n: 1, word: 'new' }]);
    const inside = () =>
      database.transaction((transaction) => transaction.query('select * from t where n = $1', [1]));
    expect(await inside()).toEqual([{ n: 1, word: 'new' }]);
  });
});

test('a connection keeps a bounded number of statements prepared, however many are made up', async () => {
  await using given = await createTestDatabase({ isEmpty: true });
  const database = connect({ url: given.url, maxConnections: 1 });
  let most = 0;
  for (let at = 0; at < 1_100; at += 1) {
    const text = `select $1::integer + ${at} as n`;
    for (let times = 0; times < 3; times += 1) {
      expect(await database.query(text, [1])).toEqual([{ n: 1 + at }]);
    }
    if (at % 50 !== 0) {
      continue;
    }
    const [row] = await database.query<{ count: number }>(
      'select count(*)::integer as count from pg_prepared_statements',
    );
    most = Math.max(most, row?.count ?? 0);
  }
  expect(most).toBeGreaterThan(300);
  expect(most).toBeLessThanOrEqual(901);
  await database.close();
});

describe('a transaction', () => {
  test('commits what it did and gives the result of its work', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const { database } = given;
    await database.query('create table t (n int)');
    const result = await database.transaction(async (transaction) => {
      await transaction.query('insert into t values ($1)', [1]);
      return 'done';
    });
    expect(result).toBe('done');
    expect(await database.query('select n from t')).toEqual([{ n: 1 }]);
  });

  test('leaves nothing when its work throws, and gives the connection back', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const database = connect({ url: given.url, maxConnections: 1 });
    await database.query('create table t (n int)');
    const failing = database.transaction(async (transaction) => {
      await transaction.query('insert into t values (1)');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await database.query('select n from t')).toEqual([]);
    await database.close();
  });

  test('fails when a statement in it failed, even if its work went on', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const careless = given.database.transaction(async (transaction) => {
      await transaction.query('select 1 / 0').catch(() => undefined);
      return 'all is well';
    });
    await expect(careless).rejects.toThrow('rolled back');
  });

  test('sends statements in the order in which they are given, without waiting between them', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const { database } = given;
    await database.query('create table t (n int)');
    const rows = await database.transaction(async (transaction) => {
      const [, , found] = await Promise.all([
        transaction.query('insert into t values ($1)', [1]),
        transaction.query('update t set n = n + 1'),
        transaction.query('select n from t'),
      ]);
      return found;
    });
    expect(rows).toEqual([{ n: 2 }]);
  });

  test('tells of the statement that failed, not of those sent behind it', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const { database } = given;
    await database.query('create table t (n int primary key)');
    const late = async (work: Promise<unknown>) => {
      await null;
      await work;
    };
    const failing = database.transaction((transaction) =>
      Promise.all([
        late(late(transaction.query('insert into t values ($1), ($1)', [1]))),
        transaction.query('select n from t'),
        transaction.query('select n from t where n = $1', [1]),
      ]),
    );
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await database.query('select n from t')).toEqual([]);
  });

  test('refuses a statement that comes after its end', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const kept = await given.database.transaction(async (transaction) => transaction);
    await expect(kept.query('select 1')).rejects.toThrow('The transaction is over');
  });

  test('writes nothing when it is read only', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const writing = given.database.transaction(
      (transaction) => transaction.query('create table t (n int)'),
      { readOnly: true, isolation: 'repeatable read' },
    );
    await expect(writing).rejects.toThrow('read-only transaction');
  });

  test('outlives the loss of a connection: the next one gets another', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const database = connect({ url: given.url, maxConnections: 1 });
    const lost = database.transaction(async (transaction) => {
      const [row] = await transaction.query<{ pid: number }>('select pg_backend_pid() as pid');
      await given.database.query('select pg_terminate_backend($1)', [row?.pid]);
      await transaction.query('select 1');
    });
    await expect(lost).rejects.toThrow();
    expect(await database.query('select 1 as n')).toEqual([{ n: 1 }]);
    await database.close();
  });
});

describe('a scope', () => {
  const claims = { sub: '0190a0a0-0000-7000-8000-000000000001', email: 'a@example.org', x: "'" };

  test('gives the transaction its role, claims and time limit, and only that one', async () => {
    await using given = await createTestDatabase();
    const database = connect({ url: given.url, maxConnections: 1 });
    const look = `select current_user as role,
      nullif(current_setting('request.jwt.claims', true), '')::jsonb as claims,
      current_setting('request.jwt.claim.sub', true) as sub,
      current_setting('request.jwt.claim.role', true) as claimed_role,
      current_setting('request.jwt.claim.email', true) as email,
      current_setting('statement_timeout') as timeout`;
    const [inside] = await database.transaction((transaction) => transaction.query(look), {
      scope: { role: 'authenticated', claims },
      statementTimeout: 3_000,
    });
    expect(inside).toEqual({
      role: 'authenticated',
      claims,
      sub: claims.sub,
      claimed_role: 'authenticated',
      email: claims.email,
      timeout: '3s',
    });
    const [after] = await database.query(look);
    expect(after).toMatchObject({ role: 'postgres', claims: null, sub: '', timeout: '30s' });
    await database.close();
  });

  test('tells auth.uid() who asks', async () => {
    await using given = await createTestDatabase();
    const ask = (role: 'anon' | 'authenticated', given_claims: Record<string, unknown>) =>
      given.database.transaction(
        (transaction) => transaction.query('select auth.uid() as uid, auth.role() as role'),
        { scope: { role, claims: given_claims } },
      );
    expect(await ask('authenticated', { sub: claims.sub, role: 'authenticated' })).toEqual([
      { uid: claims.sub, role: 'authenticated' },
    ]);
    expect(await ask('anon', {})).toEqual([{ uid: null, role: 'anon' }]);
  });

  test('ends a statement that takes too long', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const slow = given.database.transaction(
      (transaction) => transaction.query('select pg_sleep(60)'),
      { statementTimeout: 50 },
    );
    await expect(slow).rejects.toMatchObject({ code: '57014' });
  });
});

describe('a notice', () => {
  test('arrives after commit, and not when the transaction is rolled back', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const { database } = given;
    const heard: string[] = [];
    const last = createSignal();
    await database.listen('Topic "x"', (payload) => {
      heard.push(payload);
      if (payload === 'last') {
        last.resolve();
      }
    });
    const rolledBack = database.transaction(async (transaction) => {
      await transaction.notify('Topic "x"', 'lost');
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    for (const payload of ['first', 'last']) {
      await database.transaction((transaction) => transaction.notify('Topic "x"', payload));
    }
    await last.promise;
    expect(heard).toEqual(['first', 'last']);
  });

  test('may not be larger than PostgreSQL carries', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const notify = (bytes: number) =>
      given.database.transaction((transaction) =>
        transaction.notify('topic', 'ä'.repeat(3_999) + 'x'.repeat(bytes - 7_998)),
      );
    await notify(7_998);
    await notify(7_999);
    const large = notify(8_000);
    await expect(large).rejects.toThrow('too large');
  });

  test('reaches each listener until that one stops', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const { database } = given;
    const heard: string[] = [];
    const stopped = await database.listen('topic', (payload) => heard.push(`a ${payload}`));
    let arrived = createSignal();
    await database.listen('topic', (payload) => {
      heard.push(`b ${payload}`);
      arrived.resolve();
    });
    await database.transaction((transaction) => transaction.notify('topic', '1'));
    await arrived.promise;
    await stopped();
    arrived = createSignal();
    await database.transaction((transaction) => transaction.notify('topic', '2'));
    await arrived.promise;
    expect(heard).toEqual(['a 1', 'b 1', 'b 2']);
  });

  test('is heard again after the connection was lost, and the loss is told by an empty one', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const { database } = given;
    const back = createSignal();
    const arrived = createSignal<string>();
    await database.listen('topic', (payload) =>
      payload === '' ? back.resolve() : arrived.resolve(payload),
    );
    await database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()",
    );
    await back.promise;
    await database.transaction((transaction) => transaction.notify('topic', 'after'));
    expect(await arrived.promise).toBe('after');
  });
});

describe('an advisory lock', () => {
  test('lets one at a time through', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const order: string[] = [];
    const work = (name: string) =>
      withAdvisoryLock(given.database, 'lock', async (transaction) => {
        order.push(`${name} in`);
        await transaction.query('select pg_sleep(0.02)');
        order.push(`${name} out`);
      });
    await Promise.all(['a', 'b', 'c'].map(work));
    for (let at = 0; at < order.length; at += 2) {
      expect(order[at + 1]).toBe(order[at]?.replace('in', 'out'));
    }
  });

  test('is not waited for by those who only try', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const outcome = await withAdvisoryLock(given.database, 'lock', () =>
      tryAdvisoryLock(given.database, 'lock', async () => 'got it'),
    );
    expect(outcome).toBeUndefined();
    expect(await tryAdvisoryLock(given.database, 'lock', async () => 'got it')).toBe('got it');
  });
});

test('queries after an idle connection was lost work on a new one', async () => {
  await using given = await createTestDatabase({ isEmpty: true });
  const told: Error[] = [];
  const noticed = createSignal();
  const database = connect({
    url: given.url,
    maxConnections: 1,
    onError: (error) => {
      told.push(error);
      noticed.resolve();
    },
  });
  const [row] = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  await given.database.query('select pg_terminate_backend($1)', [row?.pid]);
  await noticed.promise;
  expect(await database.query('select 1 as n')).toEqual([{ n: 1 }]);
  expect(told).toHaveLength(1);
  await database.close();
});

describe('statements that only read', () => {
  test('are sent at once and give their rows in one transaction', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const [one, other] = await given.database.readAtOnce<{ id: string; setting: string }>([
      { text: `select set_config('my.setting', $1, true) as setting`, values: ['mine'] },
      { text: `select current_setting('my.setting', true) as setting`, values: [] },
    ]);
    expect([one?.[0]?.setting, other?.[0]?.setting]).toEqual(['mine', 'mine']);
    const after = `select coalesce(nullif(current_setting('my.setting', true), ''), 'gone') as setting`;
    expect(await given.database.query(after)).toEqual([{ setting: 'gone' }]);
  });

  test('fail by the first that fails, and the connection lives on', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const database = connect({ url: given.url, maxConnections: 1 });
    const reading = database.readAtOnce([
      { text: 'select 1', values: [] },
      { text: 'select 1 / $1::int', values: [0] },
      { text: 'select nothing', values: [] },
    ]);
    await expect(reading).rejects.toMatchObject({ code: '22012' });
    expect(await database.readAtOnce([{ text: 'select 2 as n', values: [] }])).toEqual([
      [{ n: 2 }],
    ]);
    await database.close();
  });

  test('cannot write', async () => {
    await using given = await createTestDatabase({ isEmpty: true });
    const writing = given.database.readAtOnce([{ text: 'create table t (id int)', values: [] }]);
    await expect(writing).rejects.toMatchObject({ code: '25006' });
  });
});

test('a session that is ended in the same breath as it begins is a refusal and no more', async () => {
  const toMessage = (kind: string, body: Buffer) => {
    const head = Buffer.alloc(5);
    head.write(kind);
    head.writeUInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const ending = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.end(
        Buffer.concat([
          toMessage('R', Buffer.alloc(4)),
          toMessage('Z', Buffer.from('I')),
          toMessage('E', Buffer.from(ending)),
        ]),
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const database = connect(`postgres://someone@127.0.0.1:${port}/league`);
  const refusal = { name: 'DatabaseUnavailable', reason: 'away', retryAfter: 2 };
  await expect(database.query('select 1')).rejects.toMatchObject(refusal);
  await expect(database.transaction(async () => 1)).rejects.toMatchObject(refusal);
  await database.close();
  await new Promise((resolve) => server.close(resolve));
});
