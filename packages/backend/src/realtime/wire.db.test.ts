import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { signAccessToken } from '../auth/access-token.ts';
import { type AuthKeys, loadAuthKeys } from '../auth/keys.ts';
import { type Backend, createBackend } from '../create-backend.ts';
import { serve, type TestServer } from '../testing/serve.ts';

const patient = { timeout: 60_000, interval: 10 };
const room = 'realtime:room';

interface Host {
  backend: Backend;
  server: TestServer;
}

let world: TestDatabase;
let keys: AuthKeys;
/** Where clients may speak in public, and where they may not. */
let open: Host;
let league: Host;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  world = await createTestDatabase();
  await world.database.query(`
    create table things (id int primary key);
    grant select on things to anon;
    alter publication supabase_realtime add table things;
    create policy listen on realtime.messages for select to authenticated, anon using (
      realtime.topic() = 'readers' or realtime.topic() = 'own:' || auth.uid())`);
  keys = await loadAuthKeys({ database: world.database });
  open = await host(true);
  league = await host(false);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) {
    socket.terminate();
  }
});
afterAll(async () => {
  for (const { backend, server } of [open, league]) {
    await backend.close();
    await server[Symbol.asyncDispose]();
  }
  await world[Symbol.asyncDispose]();
});

async function host(allowsPublic: boolean): Promise<Host> {
  const backend = await createBackend({
    database: world.database,
    config: { realtime: { allowsPublic } },
  });
  const server = await serve((request, bindings) => backend.fetch(request, bindings));
  server.server.on('upgrade', (request, socket, head) => {
    backend.handleUpgrade(request, socket, head);
  });
  return { backend, server };
}

interface Frame {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: { status?: string; message?: string; response?: Record<string, unknown> };
}

const toText = (vsn: string, { joinRef, ref, topic, event, payload }: Frame) =>
  JSON.stringify(
    vsn === '2.0.0'
      ? [joinRef, ref, topic, event, payload]
      : { join_ref: joinRef, ref, topic, event, payload },
  );

function toFrame(vsn: string, text: string): Frame {
  const parsed = JSON.parse(text);
  const { join_ref: joinRef, ...rest } = parsed;
  const [first, ref, topic, event, payload] = vsn === '2.0.0' ? parsed : [];
  return vsn === '2.0.0' ? { joinRef: first, ref, topic, event, payload } : { joinRef, ...rest };
}

/** A client without a library: what it sends and gets is what goes over the wire. */
async function connect(vsn: string, at = open) {
  const { url } = at.server;
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}/realtime/v1/websocket?vsn=${vsn}&apikey=${at.backend.apiKeys.anon}`,
  );
  sockets.push(socket);
  const frames: Frame[] = [];
  const binary: Buffer[] = [];
  const closed: number[] = [];
  socket.on('message', (data: Buffer, isBinary) =>
    isBinary ? binary.push(data) : frames.push(toFrame(vsn, data.toString())),
  );
  socket.on('close', (code) => closed.push(code));
  await new Promise((resolve) => socket.on('open', resolve));
  let count = 0;
  const say = (topic: string, event: string, payload = {}, joinRef: string | null = '1') => {
    count += 1;
    socket.send(toText(vsn, { joinRef, ref: `r${count}`, topic, event, payload }));
    return `r${count}`;
  };
  const ask = async (...said: Parameters<typeof say>) => {
    const own = say(...said);
    const find = () => frames.find(({ ref, event }) => ref === own && event === 'phx_reply');
    await vi.waitFor(() => expect(find()).toBeDefined(), patient);
    const { status, response } = find()?.payload ?? {};
    return status === 'ok' ? 'ok' : String(response?.reason);
  };
  return {
    ...{ socket, frames, binary, closed, say, ask },
    join: (topic: string, config = {}, more = {}, joinRef = '1') =>
      ask(topic, 'phx_join', { config, ...more }, joinRef),
    /** All that came before the answer to a heartbeat is an answer to what was said before it. */
    beat: () => ask('phoenix', 'heartbeat', {}, null),
    list: () => frames.map(({ event, topic }) => (topic === 'phoenix' ? 'beat' : event)),
  };
}

const said = (event = 'said') => ({ type: 'broadcast', event, payload: { n: 1 } });
const closing = (topic: string, joinRef: string) => ({
  ...{ joinRef, ref: joinRef, topic, event: 'phx_close', payload: {} },
});
const sign = (claims: Record<string, unknown> = {}) =>
  signAccessToken(keys, {
    ...{ role: 'authenticated', sub: randomUUID(), exp: Math.floor(Date.now() / 1000) + 3600 },
    ...claims,
  });

describe.each(['1.0.0', '2.0.0'])('by %s', (vsn) => {
  test('a join is answered with its changes in their order, then with who is there and what is heard', async () => {
    const { join, frames, list } = await connect(vsn);
    const changes = [
      { event: 'UPDATE', schema: 'public', table: 'things' },
      { event: '*', table: 'things' },
    ];
    const config = { broadcast: {}, presence: { enabled: true }, postgres_changes: changes };
    expect(await join(room, config)).toBe('ok');
    await vi.waitFor(
      () => expect(list()).toEqual(['phx_reply', 'presence_state', 'system']),
      patient,
    );
    const [first, , third] = frames;
    expect(first?.payload.response).toEqual({
      postgres_changes: changes.map((one) => ({ ...one, id: expect.any(Number) })),
    });
    expect(third?.payload).toMatchObject({ status: 'ok', message: 'Subscribed to PostgreSQL' });
  });

  test('a topic that is left is closed under the name of its join, and is none after that', async () => {
    const { join, ask, beat, frames } = await connect(vsn);
    await join(room, { broadcast: { ack: true } }, {}, '7');
    expect(await ask(room, 'broadcast', said(), null)).toBe('ok');
    expect(await ask(room, 'phx_leave', {}, null)).toBe('ok');
    expect(await beat()).toBe('ok');
    expect(frames).toContainEqual(closing(room, '7'));
    expect(await ask(room, 'phx_leave')).toBe('ok');
    expect(await ask(room, 'broadcast', said())).toBe('unmatched topic');
    expect(await ask('phoenix', 'other')).toBe('unmatched topic');
  });

  test('a topic that is joined anew ends the join before, whose late words are not answered', async () => {
    const { join, ask, say, beat, frames } = await connect(vsn);
    const config = { broadcast: { ack: true } };
    await join(room, config, {}, '1');
    expect(await join(room, config, {}, '2')).toBe('ok');
    expect(frames.filter(({ event }) => event === 'phx_close')).toEqual([closing(room, '1')]);
    const before = frames.length;
    say(room, 'broadcast', said(), '1');
    say(room, 'phx_leave', {}, '1');
    await beat();
    expect(frames.slice(before).map(({ topic }) => topic)).toEqual(['phoenix']);
    expect(await ask(room, 'broadcast', said(), '2')).toBe('ok');
    expect(await join(room, { private: true }, {}, '3')).toMatch(/^Unauthorized/);
    expect(frames).toContainEqual(closing(room, '2'));
    expect(await ask(room, 'broadcast', said(), '2')).toBe('unmatched topic');
  });

  test.each([
    ['a public channel', room, {}],
    ['a private one', 'realtime:readers', { private: true }],
  ])(
    'who asked for no answer to what they broadcast gets none where it is refused on %s',
    async (_what, topic, more) => {
      const [quiet, asking] = [await connect(vsn, league), await connect(vsn, league)];
      expect(await quiet.join(topic, more)).toBe('ok');
      expect(await asking.join(topic, { ...more, broadcast: { ack: true } })).toBe('ok');
      quiet.say(topic, 'broadcast', said());
      expect(await quiet.beat()).toBe('ok');
      expect(quiet.list()).toEqual(['phx_reply', 'beat']);
      expect(await asking.ask(topic, 'broadcast', said())).toMatch(/^(PrivateOnly|Unauthorized): /);
    },
  );

  test('a join without settings hears of no table, whatever its topic is called', async () => {
    const { ask, join, frames } = await connect(vsn);
    const topic = 'realtime:public:things';
    expect(await ask(topic, 'phx_join', {})).toBe('ok');
    expect(frames[0]?.payload.response).toEqual({ postgres_changes: [] });
    await join(room, { postgres_changes: [{ event: '*', schema: 'public', table: 'things' }] });
    const isTold = (event: string) => () =>
      expect(frames.filter((one) => one.topic === room).map((one) => one.event)).toContain(event);
    await vi.waitFor(isTold('system'), patient);
    await world.database.query('insert into things select coalesce(max(id), 0) + 1 from things');
    await vi.waitFor(isTold('postgres_changes'), patient);
    expect(frames.filter((one) => one.topic === topic)).toHaveLength(1);
  });

  test.each([
    ['is over', () => sign({ exp: 1 }), /Token has expired \d+ seconds ago$/],
    ['never runs out', () => sign({ exp: undefined }), /`exp` are required in JWT$/],
    ['names no role', () => sign({ role: undefined }), /`role` and `exp` are required in JWT$/],
    ['was signed by another', async () => `${await sign()}x`, /JWT signature$|not a valid JWT$/],
    ['is none', async () => 'a.b.c', /not a valid JWT$/],
  ])('a token that %s opens no channel, and ends one', async (_what, toToken, fault) => {
    const sub = randomUUID();
    for (const [topic, config] of [
      [room, {}],
      ['realtime:readers', { private: true }],
      [`realtime:own:${sub}`, { private: true }],
    ] as const) {
      const { join, say, beat, frames } = await connect(vsn);
      const bad = { access_token: await toToken() };
      expect(await join(topic, config, bad)).toMatch(fault);
      expect(await join(topic, config, { access_token: await sign({ sub }) }, '5')).toBe('ok');
      say(topic, 'access_token', bad, '5');
      await beat();
      expect(frames.slice(2, 4)).toEqual([
        expect.objectContaining({
          event: 'system',
          payload: expect.objectContaining({
            ...{ status: 'error', extension: 'system', message: expect.stringMatching(fault) },
          }),
        }),
        closing(topic, '5'),
      ]);
    }
  });

  test('a token of somebody else does not open one’s own channel, nor keep it', async () => {
    const sub = randomUUID();
    const topic = `realtime:own:${sub}`;
    const { join, say, beat, frames } = await connect(vsn);
    expect(await join(topic, { private: true }, { access_token: await sign() })).toMatch(/^Unauth/);
    expect(await join(topic, { private: true })).toMatch(/^Unauthorized/);
    expect(await join(topic, { private: true }, { access_token: await sign({ sub }) })).toBe('ok');
    // A key is no token, and changes nothing.
    say(topic, 'access_token', { access_token: 'sb_publishable_x' });
    say(topic, 'access_token', { access_token: await sign() });
    await beat();
    expect(frames.slice(3).map(({ event, payload }) => payload.message ?? event)).toEqual([
      `You no longer have permission to read from this Channel topic: own:${sub}`,
      'phx_close',
      'phx_reply',
    ]);
  });

  test.each(['realtime:', '*', 'a"\\b', '🎲 é', `'; drop table things; --`, 'x'.repeat(246)])(
    'a topic may be called %j',
    async (name) => {
      const [ann, bob] = [await connect(vsn), await connect(vsn)];
      const topic = `realtime:${name}`;
      expect(await ann.join(topic, { broadcast: { ack: true } })).toBe('ok');
      expect(await bob.join(topic, {})).toBe('ok');
      expect(await ann.ask(topic, 'broadcast', said())).toBe('ok');
      await vi.waitFor(
        () =>
          expect(bob.frames.at(-1)).toMatchObject({ topic, event: 'broadcast', payload: said() }),
        patient,
      );
    },
  );

  test.each([
    ['realtime:', /^TopicNameRequired/],
    ['room', /^unmatched topic/],
    ['phoenix', /^unmatched topic/],
    ['Realtime:room', /^unmatched topic/],
  ])('but not %j', async (topic, reason) => {
    expect(await (await connect(vsn)).join(topic)).toMatch(reason);
  });
});

describe('a binary frame', () => {
  const toBinary = (topic: string, body: Buffer, joinRef = '1', encoding = 1) => {
    const names = [joinRef, 'b1', topic, 'said', ''].map((name) => Buffer.from(name));
    return Buffer.concat([
      Buffer.from([3, ...names.map(({ length }) => length), encoding]),
      ...names,
      body,
    ]);
  };

  test('is answered and heard, unless it is of an older join or of none', async () => {
    const [ann, bob] = [await connect('2.0.0'), await connect('2.0.0')];
    await ann.join(room, { broadcast: { ack: true } }, {}, '4');
    await bob.join(room);
    const json = Buffer.from('{"n":1.10}');
    ann.socket.send(toBinary(room, json, '3'));
    ann.socket.send(toBinary('realtime:other', json));
    ann.socket.send(toBinary(room, Buffer.from([0, 255]), '4', 0));
    ann.socket.send(toBinary(room, json, '4'));
    await ann.beat();
    expect(ann.frames.slice(1, -1).map(({ topic, payload }) => [topic, payload.status])).toEqual([
      ['realtime:other', 'error'],
      [room, 'ok'],
      [room, 'ok'],
    ]);
    await vi.waitFor(() => expect(bob.binary).toHaveLength(2), patient);
    expect(bob.binary[0]?.subarray(-2)).toEqual(Buffer.from([0, 255]));
    // Handing a number on changes none of its digits.
    expect(bob.binary[1]?.subarray(-json.length)).toEqual(json);
  });

  test.each([
    ['of another kind', Buffer.from([9, 0, 0, 0, 0, 0, 0])],
    ['that is too short', Buffer.from([3, 1])],
    ['whose sizes lie', Buffer.from([3, 255, 255, 255, 255, 255, 1, 1])],
    ['whose JSON is none', toBinary(room, Buffer.from('{'))],
  ])('%s ends the connection, and no other', async (_what, bytes) => {
    const [ann, bob] = [await connect('2.0.0'), await connect('2.0.0')];
    ann.socket.send(bytes);
    await vi.waitFor(() => expect(ann.closed).toEqual([1008]), patient);
    expect(await bob.beat()).toBe('ok');
  });
});
