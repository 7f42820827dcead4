import { randomBytes, randomUUID } from 'node:crypto';
import { connect, type Database, DatabaseUnavailable, type Queryable } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Line } from '../channel.ts';
import { PassingRows } from '../passing-rows.ts';
import { ChangeFeed } from './change-feed.ts';
import { listenTo, removeTriggers } from './listened-tables.ts';
import { type Asked, patient } from './testing.ts';

let world: TestDatabase;
let database: Database;
const feeds: ChangeFeed[] = [];
const errors: unknown[] = [];
/** Long enough for any machine; the tests end leases by hand. */
const lease = { lengthMs: 3_600_000, renewEveryMs: 3_600_000 };
const notes: Asked = { event: '*', schema: 'public', table: 'notes' };

beforeAll(async () => {
  world = await createTestDatabase();
  database = world.database;
  await database.query(`
    create table notes (id bigint primary key, body text);
    create table parts (id int, at int, primary key (id, at)) partition by range (at);
    create table parts_1 partition of parts for values from (0) to (10);
    create table parts_2 partition of parts for values from (10) to (20);
    grant select on notes, parts, parts_1, parts_2 to anon;
    alter publication supabase_realtime add table notes`);
  // It would change the size of what is compared here at two moments.
  await database.query(`alter table realtime.changes
    set (autovacuum_enabled = false, toast.autovacuum_enabled = false)`);
});
afterEach(async () => {
  await Promise.all(feeds.splice(0).map((feed) => feed.close()));
  expect(errors.splice(0)).toEqual([]);
});
afterAll(() => world[Symbol.asyncDispose]());

const run = <Row>(sql: string, values: unknown[] = []) => database.query<Row>(sql, values);

async function openFeed(options: Partial<ConstructorParameters<typeof ChangeFeed>[0]> = {}) {
  const feed = new ChangeFeed({
    database,
    onError: (error) => errors.push(error),
    lease,
    ...options,
  });
  feeds.push(feed);
  await feed.start();
  return feed;
}

interface Data {
  type: string;
  table: string;
  record?: Record<string, unknown>;
}

/** The database, of which changes cannot be read at times; all else is answered. */
function failReading(isAway: () => boolean): Database {
  const transaction: Database['transaction'] = (work, options) => {
    if (options?.statementTimeout !== undefined && isAway()) {
      throw new DatabaseUnavailable('away', 'away');
    }
    return database.transaction(work, options);
  };
  return withOwn({ transaction });
}

/** The database, in which something is done before a trigger is taken away. */
function beforeDropping(work: () => Promise<void>): Database {
  return withOwn({
    transaction: (inside, options) =>
      database.transaction(
        (transaction) =>
          inside({
            ...transaction,
            query: async (sql, values) => {
              if (sql.startsWith('drop trigger')) {
                await work();
              }
              return transaction.query(sql, values);
            },
          }),
        options,
      ),
  });
}

function withOwn(own: Partial<Database>): Database {
  return new Proxy(database, {
    get: (target, name: keyof Database) => {
      const value = own[name] ?? target[name];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** A channel of a client that only notes what it gets. */
async function listen(feed: ChangeFeed, asked: Asked = notes, expected = 'ok') {
  const told: Data[] = [];
  const system: string[] = [];
  const messages: string[] = [];
  let restarts = 0;
  const line: Line = {
    version: '2.0.0',
    token: null,
    address: '192.0.2.1',
    send: (bytes) => told.push(JSON.parse(bytes.toString())[4].data),
    restart: () => {
      restarts += 1;
      listening.end();
    },
    reply: () => undefined,
    push: (_name, _event, { status, message }) => {
      messages.push(String(message));
      system.push(String(status));
    },
    end: () => undefined,
  };
  const channel = { name: 'room', line, joinRef: '1' };
  const caller = { role: 'anon', claims: { role: 'anon' }, until: null } as const;
  const listening = feed.listen(channel, [{ id: 1, ...asked }], caller);
  const ear = { told, system, messages, listening, getRestarts: () => restarts };
  await vi.waitFor(() => expect(system).toContain(expected), patient);
  return ear;
}

/** Whoever joins now hears what is written next, and that alone. */
async function expectToHear(feed: ChangeFeed): Promise<void> {
  const { told } = await listen(feed);
  const id = await write();
  await vi.waitFor(() => expect(told.map(({ record }) => record?.id)).toEqual([id]), patient);
}

async function findTriggers(): Promise<string[]> {
  const rows = await run<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger
     where tgfoid = 'realtime.keep_change'::regproc and tgparentid = 0 order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Does something while no process hears notices: their connection is lost, and nobody gets another one. */
async function whileAway<T>(work: () => Promise<T>): Promise<T> {
  const letIn = (isOpen: boolean) =>
    run('update pg_database set datallowconn = $1 where datname = current_database()', [isOpen]);
  await letIn(false);
  try {
    const listening = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query ~ '^(listen|select 1$)'`;
    await run(`select pg_terminate_backend(pid) ${listening}`);
    await vi.waitFor(async () => expect(await run(`select ${listening}`)).toEqual([]), patient);
    return await work();
  } finally {
    await letIn(true);
  }
}

const endLeases = () => run(`update realtime.listened_tables set until = now() - interval '1 s'`);

let lastId = 0;
async function write(): Promise<number> {
  lastId += 1;
  await run('insert into notes (id) values ($1)', [lastId]);
  return lastId;
}

describe('a trigger', () => {
  test('stands on a table only while somebody listens to it', async () => {
    expect(await findTriggers()).toEqual([]);
    const feed = await openFeed();
    const ear = await listen(feed);
    expect(await findTriggers()).toEqual(['notes']);
    await removeTriggers(database);
    expect(await findTriggers()).toEqual(['notes']);
    ear.listening.end();
    await endLeases();
    await removeTriggers(database);
    expect(await findTriggers()).toEqual([]);
    await write();
    expect(await run(`select from realtime.changes where type <> 'MARK'`)).toEqual([]);
  });

  test('goes with the last process that listens, as it closes', async () => {
    const [one, other] = [await openFeed(), await openFeed()];
    await listen(one);
    await listen(other);
    await one.close();
    expect(await findTriggers()).toEqual(['notes']);
    await other.close();
    expect(await findTriggers()).toEqual([]);
  });

  test('goes with a process to which nobody has listened for a while', async () => {
    let rounds = 0;
    const query: Database['query'] = (sql, values) => {
      rounds += sql.includes('from pg_catalog.pg_trigger') ? 1 : 0;
      return database.query(sql, values);
    };
    const feed = await openFeed({
      ...{ database: withOwn({ query }), lease: { lengthMs: 3_600_000, renewEveryMs: 20 } },
    });
    (await listen(feed)).listening.end();
    const before = rounds;
    await vi.waitFor(() => expect(rounds).toBeGreaterThan(before + 2), patient);
    expect(await findTriggers()).toEqual(['notes']);
    await feed.close();
    expect(await findTriggers()).toEqual([]);
  });

  test('waits for who writes at that time, and nobody waits for it for long', async () => {
    const feed = await openFeed();
    const ear = await database.transaction(async (transaction) => {
      await transaction.query('insert into notes (id) values (-1)');
      const made = listen(feed);
      for (let count = 0; count < 20; count += 1) {
        await write();
      }
      expect(await findTriggers()).toEqual([]);
      return { made };
    });
    const { told } = await ear.made;
    const id = await write();
    await vi.waitFor(() => expect(told.map(({ record }) => record?.id)).toEqual([id]), patient);
  });

  test('that is in use when nobody listens any more is taken away another time', async () => {
    const feed = await openFeed();
    (await listen(feed)).listening.end();
    await endLeases();
    await database.transaction(async (transaction) => {
      await transaction.query('insert into notes (id) values (-2)');
      await removeTriggers(database);
      expect(await findTriggers()).toEqual(['notes']);
    });
    await removeTriggers(database);
    expect(await findTriggers()).toEqual([]);
  });
});

describe('a process', () => {
  test('that dies takes nothing from another, and its triggers go once its time is over', async () => {
    const own = connect(database.url);
    const dead = new ChangeFeed({ database: own, onError: () => undefined, lease });
    const there = await listen(dead);
    const ear = await listen(await openFeed());
    const before = await write();
    await vi.waitFor(() => expect(there.told).toHaveLength(1), patient);
    // Without a word, as a process that is killed.
    await own.close();
    const after = await write();
    await vi.waitFor(
      () => expect(ear.told.map(({ record }) => record?.id)).toEqual([before, after]),
      patient,
    );
    expect(await run('select from realtime.listened_tables where until > now()')).toHaveLength(2);
    await endLeases();
    await removeTriggers(database);
    expect(await findTriggers()).toEqual([]);
  });

  test('whose time ran out has its clients join again', async () => {
    const feed = await openFeed({ lease: { lengthMs: 3_600_000, renewEveryMs: 20 } });
    const ear = await listen(feed);
    await endLeases();
    await vi.waitFor(() => expect(ear.getRestarts()).toBe(1), patient);
    await expectToHear(feed);
  });

  describe('that lost its listening connection', () => {
    test('tells what was changed meanwhile, once, and one transaction after the one for which it waited', async () => {
      const feed = await openFeed();
      const ear = await listen(feed);
      const first = await write();
      const own = connect(world.url);
      await own.query('select 2');
      const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await vi.waitFor(() => expect(ear.told).toHaveLength(1), patient);
      const waited = await whileAway(async () => {
        // Begins first, changes the row last.
        const late = own.transaction(async (transaction) => {
          await transaction.query('insert into notes (id) values (-10)');
          begun.resolve();
          await held.promise;
          await transaction.query('update notes set body = $2 where id = $1', [first, 'late']);
        });
        await begun.promise;
        await run('update notes set body = $2 where id = $1', [first, 'soon']);
        held.resolve();
        await late;
        return write();
      });
      const after = await write();
      await vi.waitFor(() => expect(ear.told.at(-1)?.record?.id).toBe(after), patient);
      expect(ear.told.slice(1).map(({ record }) => [record?.id, record?.body])).toEqual([
        ...[
          [first, 'soon'],
          [-10, null],
          [first, 'late'],
          [waited, null],
          [after, null],
        ],
      ]);
      expect(ear.getRestarts()).toBe(0);
      await own.close();
      errors.splice(0);
    });

    test('tells nobody what was committed before they asked', async () => {
      const feed = await openFeed();
      const ear = await listen(feed);
      const before = await write();
      const { other, after } = await whileAway(async () => {
        const later = await listen(feed);
        return { other: later, after: await write() };
      });
      await vi.waitFor(() => expect(ear.told).toHaveLength(2), patient);
      await vi.waitFor(() => expect(other.told).toHaveLength(1), patient);
      expect(ear.told.map(({ record }) => record?.id)).toEqual([before, after]);
      expect(other.told.map(({ record }) => record?.id)).toEqual([after]);
      errors.splice(0);
    });

    test.each([
      ['was emptied, as after a crash of PostgreSQL', 'truncate realtime.changes'],
      ['has lost what was not heard', `delete from realtime.changes where type = 'MARK'`],
    ])('has its clients join again where the table %s', async (_how, sql) => {
      const feed = await openFeed();
      const ear = await listen(feed);
      const heard = await write();
      await vi.waitFor(() => expect(ear.told).toHaveLength(1), patient);
      await whileAway(async () => {
        await write();
        await run(sql);
      });
      await vi.waitFor(() => expect(ear.getRestarts()).toBe(1), patient);
      expect(ear.told.map(({ record }) => record?.id)).toEqual([heard]);
      await expectToHear(feed);
      errors.splice(0);
    });
  });

  test('that cannot read goes on where it was, unless that is too long ago', async () => {
    let isAway = false;
    const failing = failReading(() => isAway);
    const patientFeed = await openFeed({ database: failing });
    const hasty = await openFeed({ database: failing, lease: { ...lease, lengthMs: 1_000 } });
    const [ear, other] = [await listen(patientFeed), await listen(hasty)];
    isAway = true;
    const id = await write();
    await vi.waitFor(() => expect(other.getRestarts()).toBe(1), patient);
    isAway = false;
    await vi.waitFor(() => expect(ear.told.map(({ record }) => record?.id)).toEqual([id]), patient);
    expect([ear.getRestarts(), other.told]).toEqual([0, []]);
  });

  test('tells nobody of what was committed before they asked, though it is read later', async () => {
    let isAway = false;
    const feed = await openFeed({ database: failReading(() => isAway) });
    const ear = await listen(feed);
    isAway = true;
    const before = await write();
    const other = await listen(feed);
    const after = await write();
    isAway = false;
    await vi.waitFor(() => expect(ear.told).toHaveLength(2), patient);
    expect(ear.told.map(({ record }) => record?.id)).toEqual([before, after]);
    expect(other.told.map(({ record }) => record?.id)).toEqual([after]);
  });

  test('forgets changes that everybody has read', async () => {
    await run('delete from realtime.changes');
    const feed = await openFeed({ lease: { lengthMs: 500, renewEveryMs: 50 } });
    // A slow machine may let the short time run out: what counts is that the changes go.
    void listen(feed).catch(() => undefined);
    await vi.waitFor(async () => {
      await write();
      expect(await run('select from realtime.changes')).not.toEqual([]);
    }, patient);
    await vi.waitFor(
      async () =>
        expect(await run(`select from realtime.changes where type <> 'MARK'`)).toEqual([]),
      patient,
    );
  });
});

// Of two more than the most the first is told of as too many, and the second not at all.
test.each([
  [9_999, 9_999, 0],
  [10_000, 10_000, 0],
  [10_002, 10_000, 1],
])(
  'of a transaction that changes %i rows of a table %i are told, and %i times it is said that it was more',
  async (count, most, restarts) => {
    const ear = await listen(await openFeed());
    await run('insert into notes (id) select 100000 + g from generate_series(1, $1) g', [count]);
    await vi.waitFor(
      () => expect([ear.told.length, ear.getRestarts()]).toEqual([most, restarts]),
      patient,
    );
    expect(ear.told.map(({ record }) => record?.id)).toEqual(
      Array.from({ length: most }, (_, index) => 100_001 + index),
    );
    await run('delete from notes where id > 100000');
  },
);

describe('where so much lies there that it has no place', () => {
  const limit = '268435456';
  const setLimit = async (bytes: string, instead: string) => {
    const [made] = await run<{ sql: string }>(
      `select pg_get_functiondef('realtime.keep_change'::regproc) as sql`,
    );
    await run((made?.sql ?? '').replace(bytes, instead));
  };
  const findBytes = async (queryable: Queryable = database) => {
    const [found] = await queryable.query<{ bytes: string }>(
      `select pg_table_size('realtime.changes')::text as bytes`,
    );
    return Number(found?.bytes);
  };

  /** Somebody may be reading, or cleaning up: then it is emptied another time. */
  const empty = async (most: number) => {
    const before = await findBytes();
    await vi.waitFor(async () => {
      await new PassingRows('realtime.changes', 1, most).clear(database);
      expect(await findBytes()).toBeLessThan(before);
    }, patient);
  };

  test('who writes goes on, who listens joins again, and once it is emptied all is as before', async () => {
    const feed = await openFeed();
    const ear = await listen(feed);
    const first = await write();
    await vi.waitFor(() => expect(ear.told).toHaveLength(1), patient);
    const bytes = await findBytes();
    await setLimit(limit, String(bytes));
    const exact = await write();
    await vi.waitFor(
      () => expect(ear.told.map(({ record }) => record?.id)).toEqual([first, exact]),
      patient,
    );
    await setLimit(`> ${bytes}`, `> ${bytes - 1}`);
    const lost = await write();
    await vi.waitFor(() => expect(ear.getRestarts()).toBe(1), patient);
    expect(ear.told).toHaveLength(2);
    expect(await run('select id from notes where id = $1', [lost])).toHaveLength(1);
    const again = await listen(feed);
    const now = await findBytes();
    await new PassingRows('realtime.changes', 1, now).clear(database);
    expect(await findBytes()).toBe(now);
    await empty(now - 1);
    await vi.waitFor(() => expect(again.getRestarts()).toBe(1), patient);
    await expectToHear(feed);
    await setLimit(`> ${bytes - 1}`, `> ${limit}`);
  });

  test.each([
    [65_536, 2, 0],
    [65_537, 1, 1],
  ])(
    'before a second row of %i bytes is kept the room is looked at where it is large: %i are told, and %i times that it was more',
    async (size, most, restarts) => {
      const ear = await listen(await openFeed());
      const bytes = await findBytes();
      await setLimit(limit, String(bytes));
      const [first, second] = [200_001, 200_002];
      const rest = size - JSON.stringify({ id: second, body: '' }).length;
      const body = 'x'.repeat(rest);
      await database.transaction(async (transaction) => {
        const insert = 'insert into notes (id, body) values ($1, $2)';
        await transaction.query(insert, [first, randomBytes(20_000).toString('hex')]);
        expect(await findBytes(transaction)).toBeGreaterThan(bytes);
        await transaction.query(insert, [second, body]);
      });
      await vi.waitFor(
        () => expect([ear.told.length, ear.getRestarts()]).toEqual([most, restarts]),
        patient,
      );
      await setLimit(`> ${bytes}`, `> ${limit}`);
      await run('delete from notes where id = any ($1)', [[first, second]]);
    },
  );

  test('a table that somebody writes to is emptied another time', async () => {
    await run(`insert into realtime.changes (entity, type, bytes) values (0, 'MARK', 0)`);
    await database.transaction(async (transaction) => {
      await transaction.query(
        `insert into realtime.changes (entity, type, bytes) values (0, 'MARK', 0)`,
      );
      await new PassingRows('realtime.changes', 1, 0).clear(database);
      expect(await findBytes()).toBeGreaterThan(0);
    });
    await empty(0);
    expect(await run('select from realtime.changes')).toEqual([]);
  });
});

test('two processes that make and take away a trigger at once end with one for who listens', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await openFeed(), await openFeed()];
    const [ear, otherEar] = await Promise.all([
      ...([listen(one), listen(other)] as const),
      removeTriggers(database),
    ]);
    expect(await findTriggers()).toEqual(['notes']);
    const id = await write();
    for (const { told } of [ear, otherEar]) {
      await vi.waitFor(() => expect(told.map(({ record }) => record?.id)).toEqual([id]), patient);
    }
    await Promise.all([one.close(), other.close()]);
    // Where each came in the other's way, the next upkeep finds it.
    await vi.waitFor(async () => {
      await removeTriggers(database);
      expect(await findTriggers()).toEqual([]);
    }, patient);
  }
});

test('who begins to listen while the trigger is being taken away has one in the end', async () => {
  const [notesTable] = await run<{ entity: number }>(`select 'notes'::regclass::oid as entity`);
  const listenAs = (processId: string) =>
    listenTo(database, notesTable?.entity ?? 0, { processId, lease });
  await listenAs(randomUUID());
  await endLeases();
  let listening = Promise.resolve();
  const interrupted = beforeDropping(async () => {
    let isListening = false;
    listening = listenAs(randomUUID()).then(() => {
      isListening = true;
    });
    await vi.waitFor(async () => {
      const waiting = await run(`select from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`);
      expect(isListening || waiting.length > 0).toBe(true);
    }, patient);
  });
  await removeTriggers(interrupted);
  await listening;
  expect(await findTriggers()).toEqual(['notes']);
  await endLeases();
  await removeTriggers(database);
});

describe('a table in parts', () => {
  test('is told of by its parts', async () => {
    await run('alter publication supabase_realtime add table parts');
    const ear = await listen(await openFeed(), { schema: 'public', table: 'parts_2' });
    await run('insert into parts values (1, 1), (2, 11)');
    await vi.waitFor(() => expect(ear.told).toHaveLength(1), patient);
    expect(ear.told[0]).toMatchObject({ table: 'parts_2', record: { id: 2, at: 11 } });
  });

  test('or as a whole, where the publication says so', async () => {
    await run('alter publication supabase_realtime set (publish_via_partition_root = true)');
    const ear = await listen(await openFeed(), { schema: 'public', table: 'parts' });
    await run('insert into parts values (3, 1), (4, 11)');
    await vi.waitFor(() => expect(ear.told).toHaveLength(2), patient);
    expect(ear.told.map(({ table, record }) => [table, record?.id])).toEqual([
      ['parts', 3],
      ['parts', 4],
    ]);
  });
});

test.each([
  ['open', ''],
  ['guarded', 'alter table keyless_guarded enable row level security;'],
])('of a table without a key, %s, nothing is asked that names its key', async (kind, guard) => {
  await run(`
    create table keyless_${kind} (body text);
    ${guard}
    grant select on keyless_${kind} to anon;
    alter publication supabase_realtime add table keyless_${kind}`);
  const refused: unknown[] = [];
  const transaction: Database['transaction'] = (work, options) =>
    database.transaction(work, options).catch((thrown) => {
      refused.push(thrown.code);
      throw thrown;
    });
  const feed = await openFeed({ database: withOwn({ transaction }) });
  const ear = await listen(feed, { schema: 'public', table: `keyless_${kind}` });
  await run(`insert into keyless_${kind} values ('x')`);
  await vi.waitFor(() => expect(ear.told).toHaveLength(1), patient);
  // What fails is asked again apart, so that whoever listens would not notice.
  expect(refused).not.toContain('42601');
});

test('only those kinds of changes are told that the publication has', async () => {
  const ear = await listen(await openFeed());
  await run(`alter publication supabase_realtime set (publish = 'insert, delete')`);
  const id = await write();
  await run('update notes set body = $2 where id = $1', [id, 'x']);
  await run('delete from notes where id = $1', [id]);
  await vi.waitFor(
    () => expect(ear.told.map(({ type }) => type)).toEqual(['INSERT', 'DELETE']),
    patient,
  );
  await run(`alter publication supabase_realtime set (publish = 'insert, update, delete')`);
});

test('who asked for all tables hears of one that is published later, until it is no more', async () => {
  const feed = await openFeed({ lease: { lengthMs: 3_600_000, renewEveryMs: 20 } });
  const ear = await listen(feed, { schema: '*' });
  await run(`
    create table later (id int primary key);
    grant select on later to anon;
    alter publication supabase_realtime add table later`);
  await vi.waitFor(async () => expect(await findTriggers()).toContain('later'), patient);
  let id = 0;
  await vi.waitFor(async () => {
    id += 1;
    await run('insert into later values ($1)', [id]);
    expect(ear.told.map(({ table }) => table)).toContain('later');
  }, patient);
  await run('alter publication supabase_realtime drop table later');
  const count = ear.told.length;
  await run('insert into later values (0)');
  const end = await write();
  await vi.waitFor(() => expect(ear.told.at(-1)?.record?.id).toBe(end), patient);
  expect(ear.told.slice(count).filter(({ record }) => record?.id === 0)).toEqual([]);
  expect(ear.system).toEqual(['ok']);
});

describe('who asks for too much is told so', () => {
  const tooMany =
    'Too many changes of tables are listened to: ask for fewer on a channel and leave others';

  test('by the number of what is listened to, and hears nothing until there is room', async () => {
    const feed = await openFeed({ limits: { all: 2, ofOne: 9, ofConnection: 9 } });
    const [first] = [await listen(feed), await listen(feed)];
    const third = await listen(feed, notes, 'error');
    expect(third.messages).toEqual([tooMany]);
    first?.listening.end();
    await third.listening.start();
    expect(third.system).toEqual(['error', 'ok']);
    const id = await write();
    await vi.waitFor(
      () => expect(third.told.map(({ record }) => record?.id)).toEqual([id]),
      patient,
    );
    expect(first?.told).toEqual([]);
  });

  test('by the number of tables that one wish is for', async () => {
    const add = (from: number, to: number) =>
      run(`do $$ begin for n in ${from}..${to} loop
        execute format('create table many.t%s (id int primary key)', n);
        execute format('alter publication supabase_realtime add table many.t%s', n);
      end loop; end $$`);
    await run('create schema many; grant usage on schema many to anon');
    await add(1, 200);
    const feed = await openFeed();
    expect((await listen(feed, { schema: 'many' })).system).toEqual(['ok']);
    await add(201, 201);
    expect((await listen(feed, { schema: 'many' }, 'error')).messages).toEqual([tooMany]);
    await feed.close();
    await run('drop schema many cascade');
  });
});

test('who asks while the database is away is told so, and hears once it is there', async () => {
  let isAway = true;
  const transaction: Database['transaction'] = (work, options) =>
    isAway
      ? Promise.reject(new DatabaseUnavailable('away', 'away'))
      : database.transaction(work, options);
  const feed = new ChangeFeed({
    ...{ database: withOwn({ transaction }), lease, onError: (error) => errors.push(error) },
  });
  feeds.push(feed);
  const ear = await listen(feed, notes, 'error');
  expect(ear.messages).toEqual([
    'Unable to subscribe to changes at this moment: it is tried again',
  ]);
  isAway = false;
  await vi.waitFor(() => expect(ear.system).toEqual(['error', 'ok']), patient);
  const id = await write();
  await vi.waitFor(() => expect(ear.told.map(({ record }) => record?.id)).toEqual([id]), patient);
});

test('a filter that the database cannot answer any more is told, and harms nobody else', async () => {
  await run(`
    create table changing (id int primary key, value text);
    grant select on changing to anon;
    alter publication supabase_realtime add table changing`);
  const feed = await openFeed();
  const table = { schema: 'public', table: 'changing' };
  const bad = await listen(feed, { ...table, filter: 'value=eq.word' });
  const good = await listen(feed, { ...table, filter: 'id=gt.0' });
  await run('alter table changing alter column value type int using 1');
  await run('insert into changing values (1, 1)');
  await vi.waitFor(() => expect(bad.system).toEqual(['ok', 'error']), patient);
  await vi.waitFor(() => expect(good.told).toHaveLength(1), patient);
  expect(errors.splice(0)).not.toEqual([]);
});
