import type { Database } from '@muster/database';
import { type RealtimeChannelOptions, RealtimeClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { serve } from '../testing/serve.ts';
import { createWorld, type World } from '../testing/world.ts';
import { createRealtime } from './create-realtime.ts';
import { exchangeChannel } from './exchange/notice.ts';
import { readReplay } from './replay.ts';

const patient = { timeout: 60_000, interval: 20 };

let world: World;
let url: string;
/** Lets what was read of messages come to the service; null: at once. */
let read: Promise<void> | null = null;
const cleanUps: (() => unknown)[] = [];
const clients: RealtimeClient[] = [];

/** The database, of which a test says when what it reads of messages arrives. */
function toDelayed(database: Database): Database {
  const delayed = {
    query: async (text: string, values?: readonly unknown[]) => {
      const rows = await database.query(text, values);
      await (text.includes('from realtime.messages') ? read : null);
      return rows;
    },
    transaction: database.transaction.bind(database),
    listen: database.listen.bind(database),
    share: () => delayed,
  } as unknown as Database;
  return delayed;
}

beforeAll(async () => {
  world = await createWorld();
  const { verify, apiKeys, database } = world;
  const realtime = await createRealtime({
    ...{ database: toDelayed(database), verify, apiKeys, allowsPublic: true },
  });
  await database.query(`create policy listen on realtime.messages for select to anon
    using (realtime.topic() like 'club%' or extension = 'presence')`);
  const server = await serve(() => new Response(null, { status: 404 }));
  server.server.on('upgrade', (request, socket, head) => {
    realtime.handleUpgrade(request, socket, head);
  });
  url = `${server.url.replace('http', 'ws')}/realtime/v1`;
  cleanUps.push(async () => {
    await realtime.close();
    await server[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });
});
afterEach(() => {
  for (const client of clients.splice(0)) {
    client.disconnect();
  }
  read = null;
});
afterAll(async () => {
  for (const cleanUp of cleanUps) {
    await cleanUp();
  }
});

interface Heard {
  event: string;
  payload: unknown;
  meta: unknown;
}

function join(name: string, config: NonNullable<RealtimeChannelOptions['config']>, vsn = '2.0.0') {
  const client = new RealtimeClient(url, { params: { apikey: world.apiKeys.anon }, vsn });
  clients.push(client);
  const heard: Heard[] = [];
  const states: string[] = [];
  const channel = client.channel(name, { config });
  channel.on('broadcast', { event: '*' }, ({ event, payload, meta }) =>
    heard.push({ event, payload, meta }),
  );
  channel.subscribe((state, error) => states.push(error?.message ?? state));
  return { heard, states };
}

const replay = (since: number, limit?: number) => ({
  private: true,
  broadcast: { replay: { since, ...(limit === undefined ? {} : { limit }) } },
});
const say = (topic: string, event: string, isPrivate = true) =>
  world.database.query(`select realtime.send('{"id": 1}', $1, $2, $3)`, [event, topic, isPrivate]);
const toEvents = (heard: readonly Heard[]) => heard.map(({ event }) => event);

describe('who joins a private channel', () => {
  test.each(['1.0.0', '2.0.0'])(
    'hears by %s the last that was said before, marked',
    async (vsn) => {
      const topic = `club ${vsn}`;
      const since = Date.now() - 1_000;
      for (const event of ['one', 'two', 'three']) {
        await say(topic, event);
      }
      await world.database.query(`select realtime.send_binary('\\x00ff', 'raw', $1)`, [topic]);
      await say(`${topic}2`, 'elsewhere');
      await say(topic, 'public', false);
      const { heard } = join(topic, replay(since), vsn);
      const expected = ['one', 'two', 'three', ...(vsn === '1.0.0' ? [] : ['raw'])];
      await vi.waitFor(() => expect(toEvents(heard)).toEqual(expected), patient);
      expect(heard[0]).toEqual({
        ...{ event: 'one', payload: { id: 1 } },
        meta: { replayed: true, id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      });
      const last = join(topic, replay(since, 2), vsn);
      await vi.waitFor(
        () => expect(toEvents(last.heard)).toEqual(vsn === '1.0.0' ? ['three'] : ['three', 'raw']),
        patient,
      );
    },
  );

  test('hears what is said meanwhile behind it, and nothing twice', async () => {
    const other = join('club of now', { private: true });
    await vi.waitFor(() => expect(other.states).toEqual(['SUBSCRIBED']), patient);
    await say('club of now', 'before');
    await say('club of now', 'just before');
    // So that nothing of it is still on its way to who joins now.
    const both = ['before', 'just before'];
    await vi.waitFor(() => expect(toEvents(other.heard)).toEqual(both), patient);
    let come: () => void = () => undefined;
    read = new Promise((resolve) => {
      come = resolve;
    });
    const query = vi.spyOn(world.database, 'query');
    const { heard, states } = join('club of now', replay(Date.now() - 60_000));
    const isRead = () => query.mock.settledResults.some(({ value }) => value?.[0]?.json);
    await vi.waitFor(() => expect(isRead()).toBe(true), patient);
    await say('club of now', 'meanwhile');
    await say('club of now', 'last');
    const all = [...both, 'meanwhile', 'last'];
    await vi.waitFor(() => expect(toEvents(other.heard)).toEqual(all), patient);
    expect([heard, states]).toEqual([[], []]);
    come();
    await vi.waitFor(() => expect(toEvents(heard)).toEqual(all), patient);
    expect(states).toEqual(['SUBSCRIBED']);
    query.mockRestore();
    // The word that something was said may come after it was told.
    const [first] = await world.database.query<{ id: string }>(
      `select id from realtime.messages where event = 'before'`,
    );
    const late = ['', 0, 'message', 'club of now', true, 'before', 'json', first?.id, ''];
    await world.database.query('select pg_notify($1, $2)', [
      exchangeChannel,
      `${JSON.stringify(late)}\n{}`,
    ]);
    await say('club of now', 'end');
    await vi.waitFor(() => expect(toEvents(heard).at(-1)).toBe('end'), patient);
    expect(heard).toHaveLength(5);
  });

  test('hears of 250 things that were said meanwhile, and joins again for more', async () => {
    for (const [topic, count] of [
      ['club of many', 250],
      ['club of more', 251],
    ] as const) {
      let come: () => void = () => undefined;
      read = new Promise((resolve) => {
        come = resolve;
      });
      const other = join(topic, { private: true });
      await vi.waitFor(() => expect(other.states).toEqual(['SUBSCRIBED']), patient);
      const query = vi.spyOn(world.database, 'query');
      const { heard, states } = join(topic, replay(Date.now() + 3600_000));
      const isRead = () => query.mock.calls.some(([text]) => text.includes('inserted_at desc'));
      await vi.waitFor(() => expect(isRead()).toBe(true), patient);
      query.mockRestore();
      await world.database.query(
        `select realtime.send('{}', 'said', $1) from generate_series(1, $2)`,
        [topic, count],
      );
      await vi.waitFor(() => expect(other.heard).toHaveLength(count), patient);
      come();
      read = null;
      const again =
        count === 250 ? ['SUBSCRIBED'] : ['SUBSCRIBED', expect.anything(), 'SUBSCRIBED'];
      await vi.waitFor(() => expect(states).toEqual(again), patient);
      await vi.waitFor(() => expect(heard).toHaveLength(250), patient);
    }
  });

  test.each([
    [
      'no moment',
      'club',
      replay(Number.MAX_SAFE_INTEGER),
      /^UnableToReplayMessages: Replay params are not valid/,
    ],
    ['half a moment', 'club', replay(0.5), /^UnableToReplayMessages: Replay params are not valid/],
    [
      'a channel whose broadcasts they may not hear',
      'hall',
      { ...replay(1), presence: { enabled: true } },
      /^Unauthorized: You do not have permissions to read/,
    ],
  ])('hears nothing of %s', async (_what, topic, config, reason) => {
    await say(topic, 'said');
    const { heard, states } = join(topic, config);
    await vi.waitFor(() => expect(states[0]).toMatch(reason), patient);
    expect(heard).toEqual([]);
  });
});

test('what was said is kept for 72 hours, and no more than was asked for is read', async () => {
  const topic = 'club of days';
  const { database } = world;
  // For every day without a partition: which these are depends on when the others were made.
  await database.query('create table realtime.messages_old partition of realtime.messages default');
  await database.query(
    `insert into realtime.messages (topic, extension, event, payload, private, inserted_at)
     select $1, 'broadcast', age, '{}', true, (now() - age::interval) at time zone 'UTC'
     from unnest($2::text[]) age`,
    [topic, ['73 hours', '72 hours 1 minute', '71 hours 59 minutes', '1 minute']],
  );
  const list = async (since: number | null, limit = 25) =>
    (await readReplay(database, topic, { since, limit }))?.map(({ event }) => event);
  expect(await list(0)).toEqual(['71 hours 59 minutes', '1 minute']);
  expect(await list(Date.now() - 2 * 3600_000)).toEqual(['1 minute']);
  expect(await list(0, 1)).toEqual(['1 minute']);
  expect(await list(-1)).toHaveLength(2);
  expect(await list(null)).toBeUndefined();
});

test('only broadcasts are told again, none of what is to come, and of one moment the last by their ids', async () => {
  const topic = 'club of kinds';
  const { database } = world;
  const insert = (
    event: string | null,
    more: { extension?: string; payload?: string | null; from?: string },
  ) =>
    database.query(
      `insert into realtime.messages (topic, extension, event, payload, private, inserted_at)
       values ($1, $2, $3, $4, true, (now() + $5::interval) at time zone 'UTC')`,
      [
        topic,
        more.extension ?? 'broadcast',
        event,
        more.payload === undefined ? '{}' : more.payload,
        more.from ?? '0',
      ],
    );
  await insert('said', {});
  await insert('present', { extension: 'presence' });
  await insert(null, {});
  await insert('empty', { payload: null });
  await insert('soon', { from: '50 seconds' });
  await insert('to come', { from: '70 seconds' });
  const list = async (limit: number) =>
    (await readReplay(database, topic, { since: 0, limit }))?.map(({ event }) => event);
  expect(await list(25)).toEqual(['said', 'soon']);
  await database.query(
    `insert into realtime.messages (id, topic, extension, event, payload, private, inserted_at)
     select ('00000000-0000-4000-8000-00000000000' || n)::uuid, $1, 'broadcast', 'at once ' || n, '{}', true,
       (now() + interval '55 seconds') at time zone 'UTC' from unnest(array[2, 3, 1]) n`,
    [topic],
  );
  expect(await list(2)).toEqual(['at once 2', 'at once 3']);
});
