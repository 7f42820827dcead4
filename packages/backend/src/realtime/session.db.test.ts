import { connect } from '@muster/database';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { signAccessToken } from '../auth/access-token.ts';
import { serve } from '../testing/serve.ts';
import { createWorld, type World } from '../testing/world.ts';
import { createRealtime, type Realtime } from './create-realtime.ts';

const ladder = 'realtime:ladder:0197d0a0-0000-7000-8000-000000000001';
const patient = { timeout: 60_000, interval: 10 };

let world: World;
let realtime: Realtime;
let url: string;
const cleanUps: (() => unknown)[] = [];
const sockets: WebSocket[] = [];

beforeAll(async () => {
  world = await createWorld();
  const { verify, apiKeys } = world;
  const database = connect(world.database.url);
  realtime = await createRealtime({ database, verify, apiKeys });
  const server = await serve(() => new Response(null, { status: 404 }));
  server.server.on('upgrade', (request, socket, head) => {
    realtime.handleUpgrade(request, socket, head);
  });
  url = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0`;
  cleanUps.push(async () => {
    await realtime.close();
    await server[Symbol.asyncDispose]();
    await database.close();
    await world[Symbol.asyncDispose]();
  });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) {
    socket.terminate();
  }
});
afterAll(async () => {
  for (const cleanUp of cleanUps) {
    await cleanUp();
  }
});

type Answer = [joinRef: string | null, ref: string | null, topic: string, event: string, object];

/** A client that says what it is told to; each message waits for its answer. */
async function open() {
  const socket = new WebSocket(url);
  sockets.push(socket);
  const frames: Answer[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.on('open', resolve));
  let ref = 0;
  const say = (topic: string, event: string, payload: object = {}) => {
    ref += 1;
    socket.send(JSON.stringify(['1', String(ref), topic, event, payload]));
    return String(ref);
  };
  const ask = async (topic: string, event: string, payload: object = {}) => {
    const own = say(topic, event, payload);
    const find = () => frames.find((frame) => frame[1] === own)?.[4];
    await vi.waitFor(() => expect(find()).toBeDefined(), patient);
    const { status, response } = { status: '', response: {}, ...find() } as {
      status: string;
      response: { reason?: string };
    };
    return status === 'ok' ? 'ok' : response.reason;
  };
  return { frames, say, ask };
}

describe('a topic', () => {
  test('is joined, left and joined again, and ends with a word', async () => {
    const { ask, frames } = await open();
    expect(await ask(ladder, 'phx_join')).toBe('ok');
    expect(realtime.stats().topics).toBe(1);
    expect(frames[0]).toEqual([
      '1',
      '1',
      ladder,
      'phx_reply',
      { status: 'ok', response: { postgres_changes: [] } },
    ]);
    expect(await ask(ladder, 'phx_leave')).toBe('ok');
    await vi.waitFor(
      () => expect(frames.at(-1)).toEqual(['1', '1', ladder, 'phx_close', {}]),
      patient,
    );
    expect(realtime.stats().topics).toBe(0);
    // Who leaves twice has made no mistake.
    expect(await ask(ladder, 'phx_leave')).toBe('ok');
    expect(await ask(ladder, 'phx_join')).toBe('ok');
  });

  test.each([
    ['broadcast', 'Unauthorized: only the server writes to this topic'],
    ['presence', 'Presence is not kept on this topic'],
    ['phx_dance', 'unknown event: phx_dance'],
    ['x'.repeat(60), `unknown event: ${'x'.repeat(50)}`],
  ])('that was joined knows no %s, and no other any', async (event, reason) => {
    const { ask } = await open();
    expect(await ask(ladder, event)).toBe('unmatched topic');
    await ask(ladder, 'phx_join');
    expect(await ask(ladder, event)).toBe(reason);
  });

  test.each([
    ['without its prefix', ladder.slice('realtime:'.length), {}, /^unmatched topic/],
    ['without a name', 'realtime:', {}, /^TopicNameRequired/],
    [
      'with changes of tables',
      ladder,
      { config: { postgres_changes: [{ event: '*' }] } },
      /^Changes of tables/,
    ],
  ])('%s is not joined', async (_what, topic, payload, reason) => {
    const { ask } = await open();
    expect(await ask(topic, 'phx_join', payload)).toMatch(reason);
  });

  test('is joined by a client that has settings and wants no changes', async () => {
    const { ask } = await open();
    expect(await ask(ladder, 'phx_join', { config: { postgres_changes: [] } })).toBe('ok');
    expect(await ask(ladder, 'phx_join', { config: 'none' })).toBe('ok');
  });

  test('is one of a hundred, and joining it again is no other', async () => {
    const { ask, say, frames } = await open();
    const toTopic = (index: number) =>
      `realtime:match:0197d0a0-0000-7000-8000-${String(index).padStart(12, '0')}`;
    for (let index = 1; index < 100; index += 1) {
      say(toTopic(index), 'phx_join');
    }
    await vi.waitFor(() => expect(frames).toHaveLength(99), patient);
    expect(await ask(toTopic(100), 'phx_join')).toBe('ok');
    expect(await ask(toTopic(101), 'phx_join')).toMatch(/^ChannelRateLimitReached/);
    expect(await ask(toTopic(1), 'phx_join')).toBe('ok');
    await ask(toTopic(2), 'phx_leave');
    expect(await ask(toTopic(101), 'phx_join')).toBe('ok');
  });
});

describe('a person’s own topic', () => {
  const topic = () => `realtime:person:${world.ann.profileId}`;
  const sign = (seconds: number, sub = world.ann.userId) =>
    signAccessToken(world.keys, {
      sub,
      role: 'authenticated',
      exp: Math.floor(Date.now() / 1000) + seconds,
    });
  const isOver = (frames: Answer[]) =>
    frames.some(([, , of, event]) => of === topic() && event === 'phx_close');

  test('is kept open by a newer token, and closed with a word by its end', async () => {
    const end = (Math.floor(Date.now() / 1000) + 3600) * 1000;
    // A token of seconds may be over before it is used; this clock stands still before its end.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(end - 1000);
    onTestFinished(() => clock.mockRestore());
    const { ask, say, frames } = await open();
    expect(await ask(topic(), 'phx_join', { access_token: await sign(1) })).toBe('ok');
    const kept = await open();
    expect(await kept.ask(topic(), 'phx_join', { access_token: await sign(1) })).toBe('ok');
    kept.say(topic(), 'access_token', { access_token: await sign(3600) });
    // A key of the league is no token, and changes nothing.
    say(topic(), 'access_token', { access_token: world.apiKeys.publishable });
    // Neither is answered, but what is said after them is.
    await ask('phoenix', 'heartbeat');
    await kept.ask('phoenix', 'heartbeat');
    clock.mockReturnValue(end);
    await vi.waitFor(() => expect(isOver(frames)).toBe(true), patient);
    expect(frames.at(-2)).toMatchObject([
      '1',
      null,
      topic(),
      'system',
      { status: 'error', message: expect.stringContaining('Token has expired') },
    ]);
    expect(await ask(topic(), 'presence')).toBe('unmatched topic');
    expect(await kept.ask(topic(), 'presence')).toBe('Presence is not kept on this topic');
    expect(isOver(kept.frames)).toBe(false);
  });

  test.each([
    ['somebody else’s', () => sign(3600, world.bob.userId)],
    ['one that is over', () => sign(-10)],
    ['one that is not ours', async () => 'a.b.c'],
  ])('is closed by a token that does not fit: %s', async (_what, toToken) => {
    const { ask, say, frames } = await open();
    await ask(topic(), 'phx_join', { access_token: await sign(3600) });
    say(topic(), 'access_token', { access_token: await toToken() });
    await vi.waitFor(() => expect(isOver(frames)).toBe(true), patient);
  });

  test('is not opened by a key of the league', async () => {
    const { ask } = await open();
    const answer = await ask(topic(), 'phx_join', { access_token: world.apiKeys.publishable });
    expect(answer).toMatch(/^Unauthorized/);
  });
});
