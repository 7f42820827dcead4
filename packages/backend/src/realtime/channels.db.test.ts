import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import {
  createClient,
  type RealtimeChannel,
  type RealtimeChannelOptions,
  type SupabaseClient,
} from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { signAccessToken } from '../auth/access-token.ts';
import { loadAuthKeys } from '../auth/keys.ts';
import { type Backend, createBackend } from '../create-backend.ts';
import { serve, type TestServer } from '../testing/serve.ts';

const patient = { timeout: 60_000, interval: 20 };
const ladder = 'ladder:0197d0a0-0000-7000-8000-000000000001';
const bothVersions = ['1.0.0', '2.0.0'] as const;

interface Host {
  backend: Backend;
  server: TestServer;
}

let database: TestDatabase;
/** Where clients may speak in public, as `muster backend` has it, and where they may not, as a league has it. */
let open: Host;
let league: Host;
const clients: SupabaseClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.database.query(`
    create policy listen on realtime.messages for select to authenticated, anon using (
      (realtime.topic() like 'club%' and extension in ('broadcast', 'presence'))
      or realtime.topic() = 'own:' || auth.uid())`);
  await database.database.query(`
    create policy speak on realtime.messages for insert to authenticated, anon with check (
      realtime.topic() = 'club' and (extension = 'broadcast' or auth.uid() is not null))`);
  open = await host(true);
  league = await host(false);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.removeAllChannels()));
});
afterAll(async () => {
  for (const { backend, server } of [open, league]) {
    await backend.close();
    await server[Symbol.asyncDispose]();
  }
  await database[Symbol.asyncDispose]();
});

async function host(allowsPublic: boolean): Promise<Host> {
  const backend = await createBackend({
    database: database.database,
    config: { realtime: { allowsPublic } },
  });
  const server = await serve((request, bindings) => backend.fetch(request, bindings));
  server.server.on('upgrade', (request, socket, head) => {
    backend.handleUpgrade(request, socket, head);
  });
  return { backend, server };
}

function connect({
  at = open,
  vsn = '2.0.0',
  key = 'anon',
  token,
}: {
  at?: Host;
  vsn?: string;
  key?: keyof Backend['apiKeys'];
  token?: string;
} = {}): SupabaseClient {
  const client = createClient(at.server.url, at.backend.apiKeys[key], {
    realtime: { vsn },
    ...(token === undefined
      ? { auth: { persistSession: false, autoRefreshToken: false } }
      : { accessToken: async () => token }),
  });
  clients.push(client);
  return client;
}

interface Joined {
  channel: RealtimeChannel;
  states: string[];
  reasons: string[];
  /** What was broadcast, as the client hands it over. */
  heard: unknown[];
  system: unknown[];
}

async function join(
  client: SupabaseClient,
  name: string,
  config: RealtimeChannelOptions['config'] = {},
  prepare: (channel: RealtimeChannel) => void = () => undefined,
): Promise<Joined> {
  const joined: Joined = {
    channel: client.channel(name, { config }),
    states: [],
    reasons: [],
    heard: [],
    system: [],
  };
  await client.realtime.setAuth();
  const { channel, states, reasons } = joined;
  channel.on('broadcast', { event: '*' }, ({ event, payload }) =>
    joined.heard.push({ event, payload }),
  );
  channel.on('system', {}, (message) => joined.system.push(message));
  prepare(channel);
  channel.subscribe((state, error) => {
    states.push(state);
    reasons.push(error?.message ?? '');
  });
  await vi.waitFor(() => expect(states).not.toEqual([]), patient);
  return joined;
}

const say = (channel: RealtimeChannel, event: string, payload: object) =>
  channel.send({ type: 'broadcast', event, payload });

describe.each(bothVersions)('a broadcast by %s', (vsn) => {
  test.each(bothVersions)(
    'is heard by the others on its channel with %s, as it was',
    async (other) => {
      const name = `Room ${vsn} ${other} é:*`;
      const [ann, bob, elsewhere] = [
        await join(connect({ vsn }), name),
        await join(connect({ vsn: other }), name),
        await join(connect({ vsn: other }), `${name}2`),
      ];
      expect([ann.states, bob.states]).toEqual([['SUBSCRIBED'], ['SUBSCRIBED']]);
      const payload = { text: 'grüße', list: [1, null, { deep: true }] };
      await say(ann.channel, 'said', payload);
      await say(ann.channel, 'end', {});
      await vi.waitFor(() => expect(bob.heard).toHaveLength(2), patient);
      expect(bob.heard).toEqual([
        { event: 'said', payload },
        { event: 'end', payload: {} },
      ]);
      expect([ann.heard, elsewhere.heard]).toEqual([[], []]);
    },
  );

  test('is answered where that is wanted, and heard by its sender where that is', async () => {
    const broadcast = { ack: true, self: true };
    const ann = await join(connect({ vsn }), `own ${vsn}`, { broadcast });
    expect(await say(ann.channel, 'said', { n: 1 })).toBe('ok');
    await vi.waitFor(
      () => expect(ann.heard).toEqual([{ event: 'said', payload: { n: 1 } }]),
      patient,
    );
  });

  test('by HTTP is heard on the channel', async () => {
    const name = `http/${vsn}`;
    const ann = await join(connect({ vsn }), name);
    expect(await ann.channel.httpSend('one', { hello: 'all' })).toEqual({ success: true });
    const batch = await fetch(`${open.server.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: open.backend.apiKeys.publishable, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ topic: name, event: 'two', payload: { n: 2 } }] }),
    });
    expect([batch.status, await batch.text()]).toEqual([202, '']);
    await vi.waitFor(
      () =>
        expect(ann.heard).toEqual([
          { event: 'one', payload: { hello: 'all' } },
          { event: 'two', payload: { n: 2 } },
        ]),
      patient,
    );
  });
});

test('bytes are heard as they were said, by those whose protocol has a form for them', async () => {
  const [ann, bob, old] = [
    await join(connect(), 'bytes'),
    await join(connect(), 'bytes'),
    await join(connect({ vsn: '1.0.0' }), 'bytes'),
  ];
  const bytes = new Uint8Array([0, 255, 10, 128]);
  await ann.channel.send({ type: 'broadcast', event: 'raw', payload: bytes.buffer });
  expect(await ann.channel.httpSend('raw', bytes)).toEqual({ success: true });
  await ann.channel.httpSend('text', { is: 'last' });
  await vi.waitFor(() => expect(bob.heard).toHaveLength(3), patient);
  const [first, second] = bob.heard as { payload: ArrayBuffer }[];
  for (const heard of [first, second]) {
    expect([...new Uint8Array(heard?.payload ?? new ArrayBuffer(0))]).toEqual([...bytes]);
  }
  await vi.waitFor(
    () => expect(old.heard).toEqual([{ event: 'text', payload: { is: 'last' } }]),
    patient,
  );
});

describe('presence', () => {
  const hears = (channel: RealtimeChannel) => {
    channel.on('presence', { event: 'sync' }, () => undefined);
  };
  const names = ({ channel }: Joined) => Object.keys(channel.presenceState()).sort();

  test('is told to who is there and to who comes, and ends with the connection', async () => {
    const [annClient, bobClient] = [connect(), connect({ vsn: '1.0.0' })];
    const ann = await join(annClient, 'hall', { presence: { key: 'ann' } }, hears);
    const bob = await join(bobClient, 'hall', { presence: { key: 'bob' } }, hears);
    expect(await ann.channel.track({ mood: 'calm' })).toBe('ok');
    expect(await bob.channel.track({ mood: 'wild' })).toBe('ok');
    for (const joined of [ann, bob]) {
      await vi.waitFor(() => expect(names(joined)).toEqual(['ann', 'bob']), patient);
    }
    const cleo = await join(connect(), 'hall', { presence: { key: 'cleo' } }, hears);
    await vi.waitFor(() => expect(names(cleo)).toEqual(['ann', 'bob']), patient);
    expect(cleo.channel.presenceState()).toMatchObject({ ann: [{ mood: 'calm' }] });

    await ann.channel.track({ mood: 'tired' });
    await vi.waitFor(
      () => expect(cleo.channel.presenceState()).toMatchObject({ ann: [{ mood: 'tired' }] }),
      patient,
    );
    expect(await ann.channel.untrack()).toBe('ok');
    await vi.waitFor(() => expect(names(cleo)).toEqual(['bob']), patient);
    bobClient.realtime.disconnect();
    await vi.waitFor(() => expect(names(cleo)).toEqual([]), patient);
  });

  test('of one channel is none of another, and two connections of one name are both there', async () => {
    const config = { presence: { key: 'ann' } };
    const one = await join(connect(), 'east', config, hears);
    const two = await join(connect(), 'east', config, hears);
    const west = await join(connect(), 'west', config, hears);
    await one.channel.track({ at: 'phone' });
    await two.channel.track({ at: 'desk' });
    await west.channel.track({ at: 'west' });
    await vi.waitFor(
      () =>
        expect(one.channel.presenceState().ann).toMatchObject([{ at: 'phone' }, { at: 'desk' }]),
      patient,
    );
    await vi.waitFor(
      () => expect(west.channel.presenceState().ann).toMatchObject([{ at: 'west' }]),
      patient,
    );
  });

  test('takes 4,096 bytes of JSON and no more', async () => {
    const config = { presence: { key: 'ann' } };
    const ann = await join(connect(), 'large', config, hears);
    const said = (bytes: number) => ({ x: 'x'.repeat(bytes - '{"x":""}'.length) });
    expect(await ann.channel.track(said(4_095))).toBe('ok');
    expect(await ann.channel.track(said(4_096))).toBe('ok');
    void ann.channel.track(said(4_097));
    await vi.waitFor(() => expect(ann.states.at(-1)).toBe('CLOSED'), patient);
    expect(ann.system).toMatchObject([{ status: 'error', message: 'Track message size exceeded' }]);
  });

  test('changes ten times at once and no more', async () => {
    const ann = await join(connect(), 'restless', { presence: { key: 'ann' } }, hears);
    const tracked = Array.from({ length: 11 }, (_, time) => ann.channel.track({ time }));
    expect(await Promise.all(tracked.slice(0, 10))).toEqual(Array(10).fill('ok'));
    await vi.waitFor(() => expect(ann.states.at(-1)).toBe('CLOSED'), patient);
    expect(ann.system).toMatchObject([{ message: 'Client presence rate limit exceeded' }]);
  });
});

describe('a join', () => {
  test('is answered with the changes of tables in the client’s order, and told that none are sent', async () => {
    const changed = vi.fn();
    const joined = await join(connect(), 'tables', {}, (channel) => {
      channel.on('postgres_changes', { event: '*', schema: 'public', table: 'games' }, changed);
      channel.on(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'teams', filter: 'tag=eq.RED' },
        changed,
      );
    });
    expect(joined.states).toEqual(['SUBSCRIBED']);
    await vi.waitFor(
      () =>
        expect(joined.system).toMatchObject([
          { status: 'error', extension: 'postgres_changes', channel: 'tables' },
        ]),
      patient,
    );
  });

  test.each([
    [
      'of another’s signing',
      'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.AAAA',
      /^JwtSignatureError/,
    ],
    ['that is none', 'a.b.c', /^MalformedJWT/],
  ])('with a token %s is refused', async (_what, token, reason) => {
    const joined = await join(connect({ token }), 'guarded');
    expect(joined.states[0]).toBe('CHANNEL_ERROR');
    expect(joined.reasons[0]).toMatch(reason);
  });

  test('with a token that is over, or that names no role, is refused', async () => {
    const keys = await loadAuthKeys({ database: database.database });
    const now = Math.floor(Date.now() / 1000);
    for (const [claims, reason] of [
      [{ role: 'anon', exp: now - 5 }, /^InvalidJWTToken: Token has expired \d+ seconds ago$/],
      [{ role: 'anon' }, /^InvalidJWTToken: Fields `role` and `exp` are required in JWT$/],
      [{ exp: now + 60 }, /^InvalidJWTToken: Fields `role`/],
      [{ role: 'postgres', exp: now + 60 }, /^InvalidJWTToken: Fields `role`/],
    ] as const) {
      const token = await signAccessToken(keys, claims);
      const joined = await join(connect({ token }), 'guarded');
      expect(joined.states[0]).toBe('CHANNEL_ERROR');
      expect(joined.reasons[0]).toMatch(reason);
    }
  });

  test('ends with its token, and says so', async () => {
    const keys = await loadAuthKeys({ database: database.database });
    const exp = Math.floor(Date.now() / 1000) + 3600;
    // A token of seconds may be over before it is used; this clock stands still before its end.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(exp * 1000 - 100);
    onTestFinished(() => clock.mockRestore());
    const token = await signAccessToken(keys, { role: 'anon', exp });
    const joined = await join(connect({ token }), 'brief');
    expect(joined.states).toEqual(['SUBSCRIBED']);
    clock.mockReturnValue(exp * 1000);
    await vi.waitFor(() => expect(joined.states.at(-1)).toBe('CLOSED'), patient);
    expect(joined.system).toMatchObject([
      { status: 'error', extension: 'system', message: 'Token has expired 0 seconds ago' },
    ]);
  });

  test('goes on with a newer token, and ends with one that is not good', async () => {
    const keys = await loadAuthKeys({ database: database.database });
    const sign = (seconds: number) =>
      signAccessToken(keys, { role: 'anon', exp: Math.floor(Date.now() / 1000) + seconds });
    const client = connect();
    const joined = await join(client, 'renewed', { broadcast: { ack: true } });
    await client.realtime.setAuth(await sign(3600));
    expect(await say(joined.channel, 'still', {})).toBe('ok');
    await client.realtime.setAuth('a.b.c');
    await vi.waitFor(() => expect(joined.states.at(-1)).toBe('CLOSED'), patient);
    expect(joined.system).toMatchObject([{ message: 'The token provided is not a valid JWT' }]);
  });

  test('of a private channel is refused while no policy opens it', async () => {
    const joined = await join(connect(), 'secret', { private: true });
    expect(joined.states[0]).toBe('CHANNEL_ERROR');
    expect(joined.reasons[0]).toBe(
      'Unauthorized: You do not have permissions to read from this Channel topic: secret',
    );
  });
});

describe.each(bothVersions)('a private channel by %s', (vsn) => {
  const config = { private: true, broadcast: { ack: true } };

  test('is heard by those whom a policy lets hear, and apart from the public one of its name', async () => {
    for (const at of [open, league]) {
      const ann = await join(connect({ at, vsn }), 'club', config);
      const bob = await join(connect({ at, vsn }), 'club', config);
      const outside = await join(connect({ at, vsn }), 'club', {});
      expect([ann.states, bob.states]).toEqual([['SUBSCRIBED'], ['SUBSCRIBED']]);
      expect(await say(ann.channel, 'said', { n: 1 })).toBe('ok');
      expect(await ann.channel.httpSend('posted', { n: 2 })).toEqual({ success: true });
      await vi.waitFor(
        () =>
          expect(bob.heard).toEqual([
            { event: 'said', payload: { n: 1 } },
            { event: 'posted', payload: { n: 2 } },
          ]),
        patient,
      );
      expect(outside.heard).toEqual([]);
    }
  });

  test('is closed to speech where no policy opens it', async () => {
    const ann = await join(connect({ vsn }), 'club of readers', config);
    const operator = await join(connect({ vsn, key: 'serviceRole' }), 'club of readers', config);
    expect(ann.states).toEqual(['SUBSCRIBED']);
    expect(await say(ann.channel, 'said', { n: 1 })).toBe('error');
    expect(await ann.channel.track({ a: 1 })).toBe('error');
    await expect(ann.channel.httpSend('said', { n: 1 })).rejects.toThrow('Unauthorized');
    expect(await say(operator.channel, 'said', { n: 2 })).toBe('ok');
    await vi.waitFor(
      () => expect(ann.heard).toEqual([{ event: 'said', payload: { n: 2 } }]),
      patient,
    );
  });
});

test('rights are asked again for another token, and a channel that it closes is over', async () => {
  const keys = await loadAuthKeys({ database: database.database });
  const [sub, other] = [randomUUID(), randomUUID()];
  const sign = (id: string, more = {}) =>
    signAccessToken(keys, {
      ...{ sub: id, role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 3600 },
      ...more,
    });
  const client = connect({ token: await sign(sub) });
  const { states, system } = await join(client, `own:${sub}`, { private: true });
  expect(states).toEqual(['SUBSCRIBED']);
  await client.realtime.setAuth(await sign(sub, { aal: 'aal2' }));
  await client.realtime.setAuth(await sign(other));
  await vi.waitFor(() => expect(states.at(-1)).toBe('CLOSED'), patient);
  expect(system).toMatchObject([
    {
      message: `You no longer have permission to read from this Channel topic: own:${sub}`,
    },
  ]);
});

describe('where clients may not speak in public', () => {
  test('they hear the operator, and are refused themselves', async () => {
    const [ann, operator] = [
      await join(connect({ at: league }), 'news', { broadcast: { ack: true } }),
      await join(connect({ at: league, key: 'serviceRole' }), 'news', { broadcast: { ack: true } }),
    ];
    expect(ann.states).toEqual(['SUBSCRIBED']);
    expect(await say(ann.channel, 'spam', {})).toBe('error');
    expect(await ann.channel.track({ who: 'ann' })).toBe('error');
    await expect(ann.channel.httpSend('spam', { a: 1 })).rejects.toThrow('Unauthorized');
    expect(await say(operator.channel, 'news', { n: 1 })).toBe('ok');
    await vi.waitFor(
      () => expect(ann.heard).toEqual([{ event: 'news', payload: { n: 1 } }]),
      patient,
    );
    expect(operator.heard).toEqual([]);
  });

  test.each([() => open, () => league])('nobody speaks on a topic of hints', async (toHost) => {
    const at = toHost();
    const ann = await join(connect({ at }), ladder);
    const operator = await join(connect({ at, key: 'serviceRole' }), ladder, {
      broadcast: { ack: true },
    });
    expect(await say(operator.channel, 'hint', { version: 9 })).toBe('error');
    await expect(operator.channel.httpSend('hint', { version: 9 })).rejects.toThrow('Unauthorized');
    expect(ann.heard).toEqual([]);
  });
});
