import { randomUUID } from 'node:crypto';
import { connect, type Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import {
  createClient,
  type RealtimeChannel,
  type RealtimeChannelOptions,
  type SupabaseClient,
} from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Backend, createBackend } from '../../create-backend.ts';
import { serve, type TestServer } from '../../testing/serve.ts';
import { exchangeChannel } from './notice.ts';

const patient = { timeout: 60_000, interval: 20 };
const bothVersions = ['1.0.0', '2.0.0'] as const;

interface Host {
  backend: Backend;
  server: TestServer;
  database: Database;
}

let database: TestDatabase;
/** Two servers on one database, as two processes have them. */
let east: Host;
let west: Host;
const clients: SupabaseClient[] = [];
const errors: unknown[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.database.query(
    'create policy listen on realtime.messages for select to anon using (true)',
  );
  await database.database.query(
    'create policy speak on realtime.messages for insert to anon with check (true)',
  );
  east = await host();
  west = await host();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.removeAllChannels()));
  expect(errors.splice(0)).toEqual([]);
});
afterAll(async () => {
  await Promise.all([close(east), close(west)]);
  await database[Symbol.asyncDispose]();
});

async function host(): Promise<Host> {
  const own = connect(database.url);
  const backend = await createBackend({
    database: own,
    config: { realtime: { allowsPublic: true } },
    log: (_message, cause) => errors.push(cause),
  });
  const server = await serve((request, bindings) => backend.fetch(request, bindings));
  server.server.on('upgrade', (request, socket, head) => {
    backend.handleUpgrade(request, socket, head);
  });
  return { backend, server, database: own };
}

async function close({ backend, server, database: own }: Host): Promise<void> {
  await backend.close();
  await server[Symbol.asyncDispose]();
  await own.close();
}

interface Heard {
  event: string;
  payload: { id?: string; byteLength?: number };
  meta?: { id?: string };
}

interface Joined {
  channel: RealtimeChannel;
  states: string[];
  heard: Heard[];
  system: unknown[];
}

async function join(
  at: Host,
  name: string,
  config: RealtimeChannelOptions['config'] = {},
  vsn = '2.0.0',
): Promise<Joined> {
  const client = createClient(at.server.url, at.backend.apiKeys.anon, { realtime: { vsn } });
  clients.push(client);
  const joined: Joined = {
    ...{ channel: client.channel(name, { config }), states: [], heard: [], system: [] },
  };
  const { channel, states, heard, system } = joined;
  channel.on('broadcast', { event: '*' }, ({ event, payload, meta }) =>
    heard.push({ event, payload, ...(meta ? { meta } : {}) }),
  );
  channel.on('presence', { event: 'sync' }, () => undefined);
  channel.on('system', {}, (message) => system.push(message));
  channel.subscribe((state) => states.push(state));
  await vi.waitFor(() => expect(states.at(-1)).toBe('SUBSCRIBED'), patient);
  return joined;
}

const say = (channel: RealtimeChannel, event: string, payload: object) =>
  channel.send({ type: 'broadcast', event, payload });
const names = ({ channel }: Joined) => Object.keys(channel.presenceState()).sort();

test('what lies in rows for other servers is cleared away after half a minute', async () => {
  const [old, young] = [randomUUID(), randomUUID()];
  const list = async () => {
    const rows = await database.database.query<{ id: string }>(
      'select id from private.parcels where id = any($1)',
      [[old, young]],
    );
    return rows.map(({ id }) => id);
  };
  await database.database.query(
    `insert into private.parcels (id, body, sent_at) values
       ($1, '', now() - interval '31 seconds'), ($2, '', now())`,
    [old, young],
  );
  // A server clears away as it starts.
  await close(await host());
  expect(await list()).toEqual([young]);
});

describe.each(bothVersions)('a broadcast by %s', (vsn) => {
  test.each(bothVersions)('is heard at another server with %s, as it was', async (other) => {
    const name = `Room ${vsn} ${other} é:*`;
    const ann = await join(east, name, { broadcast: { ack: true } }, vsn);
    const bob = await join(west, name, {}, other);
    const secret = await join(west, name, { private: true }, other);
    const payload = { text: 'grüße', list: [1, null, { deep: true }] };
    // Longer than a notification, and in its place all the same.
    const long = { text: 'ß'.repeat(10_000) };
    expect(await say(ann.channel, 'said', payload)).toBe('ok');
    expect(await say(ann.channel, 'long', long)).toBe('ok');
    expect(await say(ann.channel, 'end', {})).toBe('ok');
    await vi.waitFor(() => expect(bob.heard).toHaveLength(3), patient);
    expect(bob.heard).toEqual([
      { event: 'said', payload },
      { event: 'long', payload: long },
      { event: 'end', payload: {} },
    ]);
    expect([ann.heard, secret.heard]).toEqual([[], []]);
  });
});

test('bytes and what comes by HTTP are heard at another server', async () => {
  const [ann, bob] = [await join(east, 'bytes'), await join(west, 'bytes')];
  const bytes = new Uint8Array([0, 255, 10, 128]);
  await ann.channel.send({ type: 'broadcast', event: 'raw', payload: bytes.buffer });
  expect(await ann.channel.httpSend('posted', { n: 1 })).toEqual({ success: true });
  await vi.waitFor(() => expect(bob.heard).toHaveLength(2), patient);
  expect([...new Uint8Array(bob.heard[0]?.payload as ArrayBuffer)]).toEqual([...bytes]);
  expect(bob.heard[1]).toEqual({ event: 'posted', payload: { n: 1 } });
});

describe('who is present', () => {
  test('is known at every server, also at one that comes later, and goes with theirs', async () => {
    const ann = await join(east, 'hall', { presence: { key: 'ann' } });
    const bob = await join(west, 'hall', { presence: { key: 'bob' } });
    await ann.channel.track({ mood: 'calm' });
    await bob.channel.track({ mood: 'x'.repeat(4_000) });
    for (const joined of [ann, bob]) {
      await vi.waitFor(() => expect(names(joined)).toEqual(['ann', 'bob']), patient);
    }
    await ann.channel.track({ mood: 'tired' });
    await vi.waitFor(
      () => expect(bob.channel.presenceState()).toMatchObject({ ann: [{ mood: 'tired' }] }),
      patient,
    );
    const south = await host();
    const cleo = await join(south, 'hall', { presence: { key: 'cleo' } });
    await vi.waitFor(() => expect(names(cleo)).toEqual(['ann', 'bob']), patient);
    await cleo.channel.track({});
    await vi.waitFor(() => expect(names(ann)).toEqual(['ann', 'bob', 'cleo']), patient);
    await ann.channel.untrack();
    await vi.waitFor(() => expect(names(cleo)).toEqual(['bob', 'cleo']), patient);
    const lines: string[] = [];
    const stop = await database.database.listen(exchangeChannel, (line) => lines.push(line));
    await close(south);
    await vi.waitFor(() => expect(lines.join('')).toContain('"bye"'), patient);
    await stop();
    await vi.waitFor(() => expect(names(bob)).toEqual(['bob']), patient);
  });
});

describe('what the database says', () => {
  const send = (call: string, values: unknown[]) =>
    database.database.query(`select realtime.${call}`, values);

  test.each(bothVersions)('is heard at every server by %s, once committed', async (vsn) => {
    const topic = `news ${vsn}`;
    const config = { private: true, broadcast: { replication_ready: true } };
    const there = [await join(east, topic, config, vsn), await join(west, topic, config, vsn)];
    for (const { system } of there) {
      const message = 'Replication connection established';
      await vi.waitFor(
        () => expect(system).toMatchObject([{ extension: 'system', status: 'ok', message }]),
        patient,
      );
    }
    await send('send($1, $2, $3)', ['{"n": 9007199254740991, "id": "own"}', 'one', topic]);
    await database.database
      .transaction(async (transaction) => {
        await transaction.query(`select realtime.send('{}', 'undone', $1)`, [topic]);
        throw new Error('undone');
      })
      .catch(() => undefined);
    await send('send($1, $2, $3, false)', ['{}', 'public', topic]);
    await send('send($1, $2, $3)', [JSON.stringify({ x: 'é'.repeat(6_000) }), 'long', topic]);
    await send('send($1, $2, $3)', ['{}', 'end', topic]);
    for (const { heard } of there) {
      await vi.waitFor(() => expect(heard.map(({ event }) => event).at(-1)).toBe('end'), patient);
      expect(heard.map(({ event }) => event)).toEqual(['one', 'long', 'end']);
      const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
      expect(heard[0]).toEqual({
        ...{ event: 'one', meta: { id } },
        payload: { n: 9007199254740991, id: 'own' },
      });
      expect(heard[1]?.payload).toEqual({ x: 'é'.repeat(6_000), id });
      expect(heard[2]?.payload.id).toBe(heard[2]?.meta?.id);
    }
  });

  test('may be bytes, for those whose protocol has a form for them, and public', async () => {
    const ann = await join(east, 'raw');
    const old = await join(west, 'raw', {}, '1.0.0');
    const bytes = Buffer.from([0, 255, 10, 128]);
    await send('send_binary($1, $2, $3, false)', [bytes, 'raw', 'raw']);
    await send('send_binary($1, $2, $3, false)', [Buffer.alloc(9_000, 7), 'long', 'raw']);
    await send('send($1, $2, $3, false)', ['{"is": "text"}', 'end', 'raw']);
    await vi.waitFor(() => expect(ann.heard).toHaveLength(3), patient);
    expect([...new Uint8Array(ann.heard[0]?.payload as ArrayBuffer)]).toEqual([...bytes]);
    expect(ann.heard[1]?.payload.byteLength).toBe(9_000);
    await vi.waitFor(() => expect(old.heard.map(({ event }) => event)).toEqual(['end']), patient);
  });

  test('is as long as 256 KiB and no longer', async () => {
    const ann = await join(east, 'longest');
    for (const [bytes, event] of [
      [262_144, 'longest'],
      [262_145, 'too long'],
      [1, 'end'],
    ] as const) {
      await send('send_binary($1, $2, $3, false)', [Buffer.alloc(bytes, 7), event, 'longest']);
    }
    await vi.waitFor(() => expect(ann.heard.at(-1)?.event).toBe('end'), patient);
    expect(ann.heard.map(({ payload }) => payload.byteLength)).toEqual([262_144, 1]);
    expect(errors.splice(0)).toMatchObject([{ message: expect.stringContaining('too long') }]);
  });

  test('is heard whole, whether it just fits into a notification or just does not', async () => {
    const ann = await join(east, 'edge');
    // What stands around them takes some 150 bytes of the 7,999.
    await database.database.query(
      `select realtime.send(jsonb_build_object('id', length, 'x', repeat('x', length)), 'said', 'edge', false)
       from generate_series(7700, 7950) as length`,
    );
    await vi.waitFor(() => expect(ann.heard).toHaveLength(251), patient);
    const lengths = Array.from({ length: 251 }, (_, index) => 7_700 + index);
    expect(ann.heard.map(({ payload }) => payload.id)).toEqual(lengths);
  });

  test('of a changed row is what it was and what it is', async () => {
    await database.database.query(`
      create table public.wares (id int primary key, name text);
      create function public.tell_of_ware() returns trigger language plpgsql as $$
      begin
        perform realtime.broadcast_changes('wares', tg_op, tg_op, tg_table_name, tg_table_schema, new, old, tg_level);
        return null;
      end $$;
      create trigger tell after insert or update or delete on public.wares
        for each row execute function public.tell_of_ware()`);
    const ann = await join(west, 'wares', { private: true });
    await database.database.query(`insert into public.wares values (1, 'axe')`);
    await database.database.query(`update public.wares set name = 'hoe'`);
    await database.database.query(`delete from public.wares`);
    await vi.waitFor(() => expect(ann.heard).toHaveLength(3), patient);
    const [axe, hoe] = [
      { id: 1, name: 'axe' },
      { id: 1, name: 'hoe' },
    ];
    const place = { table: 'wares', schema: 'public', id: expect.any(String) };
    expect(ann.heard.map(({ payload }) => payload)).toEqual([
      { ...place, operation: 'INSERT', record: axe, old_record: null },
      { ...place, operation: 'UPDATE', record: hoe, old_record: axe },
      { ...place, operation: 'DELETE', record: null, old_record: hoe },
    ]);
  });

  test('is a thousand messages of one transaction, and who listens must join again for more', async () => {
    const [few, many] = [await join(east, 'few', { private: true }), await join(east, 'many')];
    await database.database.query(
      `select realtime.send('{}', 'said', 'few') from generate_series(1, 999)`,
    );
    await send('send($1, $2, $3)', ['{}', 'end', 'few']);
    await vi.waitFor(() => expect(few.heard).toHaveLength(1_000), patient);
    await database.database.query(
      `select realtime.send('{}', 'said', 'many', false) from generate_series(1, 1001)`,
    );
    await vi.waitFor(
      () => expect(many.states.slice(1)).toEqual(['CHANNEL_ERROR', 'SUBSCRIBED']),
      patient,
    );
    expect(few.states).toEqual(['SUBSCRIBED']);
  });
});

describe('where a server missed something', () => {
  const notify = (...lines: unknown[][]) =>
    Promise.all(
      lines.map((line) =>
        database.database.query('select pg_notify($1, $2)', [
          exchangeChannel,
          `${JSON.stringify(line)}\n`,
        ]),
      ),
    );
  const isTold = ({ states }: Joined) =>
    vi.waitFor(() => expect(states.slice(1)).toEqual(['CHANNEL_ERROR', 'SUBSCRIBED']), patient);

  test('as the count of another says, its clients join again, and for what is heard twice not', async () => {
    const ann = await join(east, 'gap');
    await notify(['stranger', 1, 'beat']);
    await notify(['stranger', 1, 'broadcast', 'public/gap', 'gap', 'twice', 'json']);
    await notify(['stranger', 2, 'beat']);
    await say(ann.channel, 'end', {});
    expect(ann.states).toEqual(['SUBSCRIBED']);
    await notify(['stranger', 4, 'beat']);
    await isTold(ann);
    expect(ann.heard).toEqual([]);
  });

  test('as a row that is gone says, its clients join again', async () => {
    const ann = await join(east, 'gone');
    const id = '00000000-0000-4000-8000-000000000001';
    await notify(['other', 1, 'parcel', id, 'public/elsewhere'], ['other', 2, 'beat']);
    await notify(['third', 1, 'parcel', id, 'public/gone']);
    await isTold(ann);
    await vi.waitFor(() => expect(errors).not.toEqual([]), patient);
    expect(errors.splice(0)).toMatchObject([{ message: expect.stringContaining('is gone') }]);
  });

  test('again and again, what the database said stays for the others as long as ever', async () => {
    const ann = await join(east, 'often');
    const query = (sql: string) => database.database.query(sql);
    await query(`select realtime.send('{}', 'kept', 'nobody', false)`);
    const isKept = () => query(`select from realtime.announcements where notice like '%"nobody"%'`);
    await expect(isKept()).resolves.toHaveLength(1);
    for (let count = 1; count <= 8; count += 1) {
      await notify(['often', count * 10, 'beat']);
      await notify(['often', count * 10 + 2, 'beat']);
      const errors = () => ann.states.filter((state) => state === 'CHANNEL_ERROR');
      await vi.waitFor(() => expect(errors()).toHaveLength(count), patient);
      await vi.waitFor(() => expect(ann.states.at(-1)).toBe('SUBSCRIBED'), patient);
    }
    await expect(isKept()).resolves.toHaveLength(1);
  });

  test('as one who says what nobody can read, nothing happens', async () => {
    const ann = await join(east, 'noise');
    await notify(['x'], ['x', 1, 'dance']);
    await vi.waitFor(() => expect(errors).toHaveLength(4), patient);
    errors.length = 0;
    expect(ann.states).toEqual(['SUBSCRIBED']);
  });
});

describe('where a server heard nothing for a while', () => {
  const run = (sql: string, values: unknown[] = []) => database.database.query(sql, values);
  const send = (event: string, topic: string, payload: object = {}) =>
    run('select realtime.send($1, $2, $3)', [JSON.stringify(payload), event, topic]);

  /** Does something while no server hears notices: their connection is lost, and nobody gets another one. */
  async function whileAway(work: () => Promise<unknown>): Promise<void> {
    const letIn = (isOpen: boolean) =>
      run('update pg_database set datallowconn = $1 where datname = current_database()', [isOpen]);
    await letIn(false);
    try {
      const listening = `from pg_stat_activity where query ~ '^((un)?listen|select 1$)' and pid <> pg_backend_pid() and datname = current_database()`;
      await run(`select pg_terminate_backend(pid) ${listening}`);
      await vi.waitFor(async () => expect(await run(`select ${listening}`)).toEqual([]), patient);
      await work();
    } finally {
      await letIn(true);
    }
  }
  /** Waits until each server hears notices again, and knows how much the other one has said. */
  async function becomeAcquainted(): Promise<void> {
    const there = [await join(east, 'acquainted'), await join(west, 'acquainted')];
    // One that has been away for longer than the other greets when it is back, and is then counted anew.
    await vi.waitFor(async () => {
      await run(`select realtime.send('{}', 'back', 'acquainted', false)`);
      expect(there.map(({ heard }) => heard.length)).not.toContain(0);
    }, patient);
    const beats = new Map<string, number>();
    // Its own listening connection was ended too, and may not know yet.
    const stop = await vi.waitFor(
      () =>
        database.database.listen(exchangeChannel, (line) => {
          const [from, , kind] = JSON.parse(line.split('\n')[0] || '[]');
          if (kind === 'beat') {
            beats.set(from, (beats.get(from) ?? 0) + 1);
          }
        }),
      patient,
    );
    // The first of them may have been on its way before a greeting.
    await vi.waitFor(
      () => expect([...beats.values()].filter((times) => times > 1).length).toBeGreaterThan(1),
      patient,
    );
    await stop();
  }
  const isToldAgain = ({ states }: Joined) =>
    vi.waitFor(() => expect(states.slice(1)).toEqual(['CHANNEL_ERROR', 'SUBSCRIBED']), patient);
  const events = ({ heard }: Joined) => heard.map(({ event }) => event);
  afterEach(() => {
    errors.length = 0;
  });

  test.each(bothVersions)(
    'what the database said meanwhile is heard once, in its order, by %s',
    async (vsn) => {
      const topic = `away ${vsn}`;
      const there = [
        await join(east, topic, { private: true }, vsn),
        await join(west, topic, { private: true }, vsn),
      ];
      const apart = await join(east, `${topic} public`, {}, vsn);
      await becomeAcquainted();
      await send('before', topic);
      for (const joined of there) {
        await vi.waitFor(() => expect(events(joined)).toEqual(['before']), patient);
      }
      await whileAway(async () => {
        await send('one', topic, { n: 1 });
        await send('long', topic, { x: 'é'.repeat(6_000) });
        await run(`select realtime.send('{}', 'public', $1, false)`, [`${topic} public`]);
        await run(`select realtime.send('{}', 'of ' || n, $1) from generate_series(1, 20) n`, [
          topic,
        ]);
      });
      await send('after', topic);
      const some = Array.from({ length: 20 }, (_, index) => `of ${index + 1}`);
      for (const joined of there) {
        const wanted = [['SUBSCRIBED'], 'after'];
        await vi.waitFor(
          () => expect([joined.states, events(joined).at(-1)]).toEqual(wanted),
          patient,
        );
        expect(events(joined)).toEqual(['before', 'one', 'long', ...some, 'after']);
        expect(joined.heard[2]?.payload).toMatchObject({ x: 'é'.repeat(6_000) });
      }
      expect(events(apart)).toEqual(['public']);
    },
  );

  test('a row that changed is told of by a trigger and as a change, each once', async () => {
    await run(`
      create table public.goods (id int primary key, name text);
      create function public.tell_of_goods() returns trigger language plpgsql as $$
      begin
        perform realtime.broadcast_changes('goods', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
      create trigger tell after insert on public.goods for each row execute function public.tell_of_goods();
      grant select on public.goods to anon;
      alter publication supabase_realtime add table public.goods`);
    const ann = await join(east, 'goods', { private: true });
    const changes: unknown[] = [];
    const client = createClient(west.server.url, west.backend.apiKeys.anon);
    clients.push(client);
    const system: unknown[] = [];
    client
      .channel('rows')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'goods' }, ({ new: row }) =>
        changes.push((row as { id: number }).id),
      )
      .on('system', {}, (message) => system.push(message))
      .subscribe();
    await vi.waitFor(() => expect(system).toMatchObject([{ status: 'ok' }]), patient);
    await becomeAcquainted();
    await run(`insert into public.goods values (1)`);
    await vi.waitFor(() => expect([changes, ann.heard]).toMatchObject([[1], [{}]]), patient);
    await whileAway(() => run(`insert into public.goods values (2), (3)`));
    await run(`insert into public.goods values (4)`);
    await vi.waitFor(() => expect(changes).toEqual([1, 2, 3, 4]), patient);
    const ids = () =>
      ann.heard.map(({ payload }) => (payload as { record?: { id: number } }).record?.id);
    await vi.waitFor(() => expect(ids()).toEqual([1, 2, 3, 4]), patient);
    expect(ann.states).toEqual(['SUBSCRIBED']);
  });

  test.each([
    ['was emptied, as after a crash of PostgreSQL', 'truncate realtime.announcements'],
    [
      'has more than one transaction tells',
      `select realtime.send('{}', 'said', 'elsewhere') from generate_series(1, 1001)`,
    ],
    [
      'has more than is caught up with',
      `insert into realtime.announcements (notice) select 'x' from generate_series(1, 2001)`,
    ],
  ])('its clients join again where what it said %s', async (_how, sql) => {
    const ann = await join(east, 'emptied', { private: true });
    await whileAway(async () => {
      await send('lost', 'emptied');
      await run(sql);
    });
    await isToldAgain(ann);
    expect(events(ann)).toEqual([]);
    await send('still', 'emptied');
    await vi.waitFor(() => expect(events(ann)).toEqual(['still']), patient);
    // A look back begins where the oldest transaction under way began, also in another database: it would see these again.
    await run(`delete from realtime.announcements where notice = 'x'`);
  });

  test('its clients join again only if another server said something meanwhile', async () => {
    const ann = await join(east, 'neighbours');
    let count = 0;
    const tell = (...said: unknown[]) => {
      count += 1;
      return run('select pg_notify($1, $2)', [
        exchangeChannel,
        `${JSON.stringify(['neighbour', count, ...said])}\n{}`,
      ]);
    };
    const broadcast = (event: string) =>
      tell('broadcast', 'public/neighbours', 'neighbours', event, 'json');
    /** The neighbour is there all the time, and says how much it has said. */
    const whileBeating = async (spoken: number, work: () => Promise<unknown>) => {
      let isOver = false;
      const beating = (async () => {
        while (!isOver) {
          await tell('beat', spoken);
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
      })();
      await work().finally(() => {
        isOver = true;
      });
      await beating;
    };
    await becomeAcquainted();
    await tell('beat', 7);
    await broadcast('one');
    await vi.waitFor(() => expect(events(ann)).toEqual(['one']), patient);
    await whileAway(async () => undefined);
    await whileBeating(8, becomeAcquainted);
    await broadcast('two');
    await vi.waitFor(() => expect(events(ann)).toEqual(['one', 'two']), patient);
    expect(ann.states).toEqual(['SUBSCRIBED']);
    await whileAway(async () => undefined);
    await whileBeating(10, () => isToldAgain(ann));
  });

  test('its clients are told of the others as before', async () => {
    const ann = await join(east, 'lost', { presence: { key: 'ann' } });
    const bob = await join(west, 'lost', { presence: { key: 'bob' } });
    await bob.channel.track({});
    await vi.waitFor(() => expect(names(ann)).toEqual(['bob']), patient);
    await whileAway(async () => bob.channel.untrack());
    await vi.waitFor(() => expect(names(ann)).toEqual([]), patient);
    await vi.waitFor(() => expect(ann.states.at(-1)).toBe('SUBSCRIBED'), patient);
    await vi.waitFor(() => expect(bob.states.at(-1)).toBe('SUBSCRIBED'), patient);
    await ann.channel.track({});
    await bob.channel.track({});
    await vi.waitFor(() => expect(names(bob)).toEqual(['ann', 'bob']), patient);
    await say(ann.channel, 'still', {});
    await vi.waitFor(() => expect(events(bob).at(-1)).toBe('still'), patient);
  });
});
