import { connect } from '@muster/database';
import { RealtimeClient } from '@supabase/realtime-js';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { signAccessToken } from '../auth/access-token.ts';
import { serve, type TestServer } from '../testing/serve.ts';
import { createWorld, type World } from '../testing/world.ts';
import { createRealtime, type Realtime } from './create-realtime.ts';
import { hintChannel, toHintPayload } from './hints.ts';

const ladderId = '0197d0a0-0000-7000-8000-000000000001';
const matchId = '0197d0a0-0000-7000-8000-000000000002';
const patient = { timeout: 60_000, interval: 20 };

/** A process of the league, as far as realtime goes. */
interface Process {
  realtime: Realtime;
  server: TestServer;
  stop(): Promise<void>;
}

let world: World;
let process: Process;
const cleanUps: (() => unknown)[] = [];
const errors: unknown[] = [];

beforeAll(async () => {
  world = await createWorld();
  process = await startProcess();
});

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) {
    await cleanUp();
  }
});

afterAll(async () => {
  await process.stop();
  await world[Symbol.asyncDispose]();
});

async function startProcess(): Promise<Process> {
  const { verify, apiKeys } = world;
  const database = connect(world.database.url);
  const realtime = await createRealtime({
    database,
    verify,
    apiKeys,
    onError: (error) => errors.push(error),
  });
  const server = await serve(() => new Response(null, { status: 404 }));
  server.server.on('upgrade', (request, socket, head) => {
    if (!realtime.handleUpgrade(request, socket, head)) {
      socket.destroy();
    }
  });
  return {
    realtime,
    server,
    stop: async () => {
      await realtime.close();
      await server[Symbol.asyncDispose]();
      await database.close();
    },
  };
}

function createClient(
  options: { url?: string; vsn?: string; apikey?: string; token?: string } = {},
): RealtimeClient {
  const { url = process.server.url, vsn = '2.0.0', apikey = world.apiKeys.anon, token } = options;
  const client = new RealtimeClient(`${url.replace('http', 'ws')}/realtime/v1`, {
    params: { apikey },
    vsn,
    ...(token === undefined ? {} : { accessToken: async () => token }),
  });
  cleanUps.push(() => client.disconnect());
  return client;
}

/** Joins a topic and collects what comes. */
async function listen(client: RealtimeClient, topic: string) {
  const hints: unknown[] = [];
  const states: string[] = [];
  const reasons: string[] = [];
  // Without it the first join goes out before the client has asked for its token.
  await client.setAuth();
  const channel = client.channel(topic);
  channel.on('broadcast', { event: 'hint' }, ({ payload }) => hints.push(payload));
  channel.subscribe((state, error) => {
    states.push(state);
    if (error) {
      reasons.push(`${error.message} ${JSON.stringify(error.cause ?? '')}`);
    }
  });
  await vi.waitFor(() => expect(states).not.toEqual([]), patient);
  return { channel, hints, states, reasons };
}

async function sendHint(topic: string, version: number): Promise<void> {
  const id = topic.split(':')[1] ?? '';
  const payload = toHintPayload({ topic, id, version });
  await world.database.transaction((transaction) => transaction.notify(hintChannel, payload));
}

function openSocket(path: string, headers: Record<string, string> = {}): WebSocket {
  const socket = new WebSocket(`${process.server.url.replace('http', 'ws')}${path}`, { headers });
  cleanUps.push(() => socket.terminate());
  return socket;
}

async function getRefusal(socket: WebSocket): Promise<number | undefined> {
  return new Promise((resolve) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
    socket.on('open', () => resolve(101));
    socket.on('error', () => undefined);
  });
}

describe.each(['1.0.0', '2.0.0'])('with the protocol %s', (vsn) => {
  test('a listener hears hints on its topic and no other', async () => {
    const client = createClient({ vsn });
    const ladder = await listen(client, `ladder:${ladderId}`);
    const match = await listen(client, `match:${matchId}`);
    expect([ladder.states, match.states]).toEqual([['SUBSCRIBED'], ['SUBSCRIBED']]);

    await sendHint(`ladder:${ladderId}`, 7);
    await sendHint(`match:${matchId}`, 3);
    await vi.waitFor(() => expect(match.hints).toEqual([{ id: matchId, version: 3 }]), patient);
    expect(ladder.hints).toEqual([{ id: ladderId, version: 7 }]);
  });

  test("a client's own broadcast is refused and reaches nobody", async () => {
    const ann = createClient({ vsn });
    const bob = createClient({ vsn });
    const hearing = await listen(bob, `ladder:${ladderId}`);
    const channel = ann.channel(`ladder:${ladderId}`, { config: { broadcast: { ack: true } } });
    await new Promise<void>((resolve) => {
      channel.subscribe((state) => state === 'SUBSCRIBED' && resolve());
    });

    const forged = { id: ladderId, version: 999 };
    const answer = await channel.send({ type: 'broadcast', event: 'hint', payload: forged });
    expect(answer).toBe('error');
    await sendHint(`ladder:${ladderId}`, 8);
    await vi.waitFor(() => expect(hearing.hints).toEqual([{ id: ladderId, version: 8 }]), patient);
  });

  test('who has left hears no more', async () => {
    const client = createClient({ vsn });
    const left = await listen(client, `ladder:${ladderId}`);
    const stayed = await listen(client, `match:${matchId}`);
    expect(await left.channel.unsubscribe()).toBe('ok');
    await sendHint(`ladder:${ladderId}`, 9);
    await sendHint(`match:${matchId}`, 9);
    await vi.waitFor(() => expect(stayed.hints).toHaveLength(1), patient);
    expect(left.hints).toEqual([]);
  });
});

describe('more than one process', () => {
  test('a hint of one process reaches the listeners of all', async () => {
    const other = await startProcess();
    cleanUps.push(() => other.stop());
    const here = await listen(createClient(), `team:${ladderId}`);
    const there = await listen(createClient({ url: other.server.url }), `team:${ladderId}`);
    await sendHint(`team:${ladderId}`, 4);
    await vi.waitFor(() => {
      expect(here.hints).toEqual([{ id: ladderId, version: 4 }]);
      expect(there.hints).toEqual([{ id: ladderId, version: 4 }]);
    }, patient);
  });

  test('a listener is subscribed again after its server has died and come back', async () => {
    // The port is kept for both: one that is given back may be another's before it is wanted again.
    const front = await serve(() => new Response(null, { status: 404 }));
    cleanUps.push(() => front[Symbol.asyncDispose]());
    const first = await startProcess();
    let alive: Process | null = first;
    front.server.on('upgrade', (request, socket, head) => {
      if (!alive?.realtime.handleUpgrade(request, socket, head)) {
        socket.destroy();
      }
    });
    const listener = await listen(createClient({ url: front.url }), `ladder:${ladderId}`);
    alive = null;
    await first.stop();
    await vi.waitFor(() => expect(listener.states.length).toBeGreaterThan(1), patient);

    const second = await startProcess();
    cleanUps.push(() => second.stop());
    alive = second;
    await vi.waitFor(() => expect(listener.states.at(-1)).toBe('SUBSCRIBED'), patient);
    await sendHint(`ladder:${ladderId}`, 10);
    await vi.waitFor(
      () => expect(listener.hints).toEqual([{ id: ladderId, version: 10 }]),
      patient,
    );
  });

  test('a listener is subscribed again after the database was lost, since hints were too', async () => {
    const listener = await listen(createClient(), `ladder:${ladderId}`);
    await world.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await vi.waitFor(() => {
      expect(listener.states.length).toBeGreaterThan(2);
      expect(listener.states.at(-1)).toBe('SUBSCRIBED');
    }, patient);
    await sendHint(`ladder:${ladderId}`, 11);
    await vi.waitFor(
      () => expect(listener.hints).toEqual([{ id: ladderId, version: 11 }]),
      patient,
    );
  });
});

describe("a person's own topic", () => {
  test('is open to that person', async () => {
    const { ann } = world;
    const { states, hints } = await listen(
      createClient({ token: ann.token }),
      `person:${ann.profileId}`,
    );
    expect(states).toEqual(['SUBSCRIBED']);
    await sendHint(`person:${ann.profileId}`, 1);
    await vi.waitFor(() => expect(hints).toHaveLength(1), patient);
  });

  test.each([
    ['somebody else', () => world.bob.token],
    ['a visitor', () => undefined],
    ['a token that is not ours', () => 'eyJhbGciOiJIUzI1NiJ9.e30.AAAA'],
  ])('is closed to %s', async (_name, getToken) => {
    const token = getToken();
    const client = createClient(token === undefined ? {} : { token });
    const { states, reasons } = await listen(client, `person:${world.ann.profileId}`);
    expect(states[0]).toBe('CHANNEL_ERROR');
    expect(reasons[0]).toContain('Unauthorized');
  });

  test('closes when the token runs out', async () => {
    const exp = Math.floor(Date.now() / 1000) + 3600;
    // A token of seconds may be over before it is used; this clock stands still before its end.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(exp * 1000 - 100);
    cleanUps.push(() => clock.mockRestore());
    const claims = { sub: world.ann.userId, role: 'authenticated', exp };
    const token = await signAccessToken(world.keys, claims);
    const client = createClient({ token });
    const { states } = await listen(client, `person:${world.ann.profileId}`);
    expect(states).toEqual(['SUBSCRIBED']);
    clock.mockReturnValue(exp * 1000);
    await vi.waitFor(() => expect(states).toContain('CLOSED'), patient);
  });
});

describe('who may connect', () => {
  const path = '/realtime/v1/websocket?vsn=2.0.0';

  test.each([
    ['a program without a key', {}, 101],
    ['a page of another site', { origin: 'https://elsewhere.example' }, 403],
    ['a page that has no origin to name', { origin: 'null' }, 403],
    ['a key that is not ours', { apikey: 'sb_publishable_unknown_key' }, 401],
    ['a token that is not ours', { apikey: 'eyJhbGciOiJIUzI1NiJ9.e30.AAAA' }, 401],
  ])('%s', async (_name, headers: Record<string, string>, status) => {
    expect(await getRefusal(openSocket(path, headers))).toBe(status);
  });

  test('a page of our own, by any loopback name', async () => {
    const { port } = new URL(process.server.url);
    for (const name of ['127.0.0.1', 'localhost']) {
      const socket = openSocket(path, { origin: `http://${name}:${port}` });
      expect(await getRefusal(socket)).toBe(101);
    }
  });

  test('a key in its short form', async () => {
    const client = createClient({ apikey: world.apiKeys.publishable });
    expect((await listen(client, `ladder:${ladderId}`)).states).toEqual(['SUBSCRIBED']);
  });

  test('another path is left to others', async () => {
    await expect(
      new Promise((resolve, reject) => {
        const socket = openSocket('/realtime/v1/elsewhere');
        socket.on('open', resolve);
        socket.on('error', reject);
      }),
    ).rejects.toThrow();
  });
});

describe('what one client may do', () => {
  async function openRaw(): Promise<{ socket: WebSocket; frames: unknown[][]; closed: number[] }> {
    const socket = openSocket('/realtime/v1/websocket?vsn=2.0.0');
    const frames: unknown[][] = [];
    const closed: number[] = [];
    socket.on('message', (data) => frames.push(JSON.parse(String(data))));
    socket.on('close', (code) => closed.push(code));
    await new Promise((resolve) => socket.on('open', resolve));
    return { socket, frames, closed };
  }

  test('it is answered its heartbeats', async () => {
    const { socket, frames } = await openRaw();
    socket.send(JSON.stringify([null, '5', 'phoenix', 'heartbeat', {}]));
    await vi.waitFor(
      () =>
        expect(frames).toEqual([
          [null, '5', 'phoenix', 'phx_reply', { status: 'ok', response: {} }],
        ]),
      patient,
    );
  });

  test('a message that is too large ends the connection', async () => {
    const { socket, closed } = await openRaw();
    socket.send('x'.repeat(65 * 1024));
    await vi.waitFor(() => expect(closed).toEqual([1009]), patient);
  });

  test.each(['{', 'null', '[1,2]', '{"topic":1}'])(
    'the message %s ends the connection',
    async (text) => {
      const { socket, closed } = await openRaw();
      socket.send(text);
      await vi.waitFor(() => expect(closed).toEqual([1008]), patient);
    },
  );

  test('a flood of messages ends the connection', async () => {
    const { socket, closed } = await openRaw();
    for (let index = 0; index < 400; index += 1) {
      socket.send(JSON.stringify([null, String(index), 'phoenix', 'heartbeat', {}]));
    }
    await vi.waitFor(() => expect(closed).toEqual([1008]), patient);
  });

  test('a hundred topics and no more', async () => {
    const { socket, frames } = await openRaw();
    for (let index = 0; index <= 100; index += 1) {
      const id = `0197d0a0-0000-7000-8000-${String(index).padStart(12, '0')}`;
      socket.send(
        JSON.stringify([String(index), String(index), `realtime:match:${id}`, 'phx_join', {}]),
      );
    }
    await vi.waitFor(() => expect(frames).toHaveLength(101), patient);
    const [last] = frames.slice(-1);
    expect(last?.[4]).toMatchObject({
      status: 'error',
      response: { reason: expect.stringMatching(/^ChannelRateLimitReached: Too many channels/) },
    });
    expect(frames.filter((frame) => JSON.stringify(frame[4]).includes('"ok"'))).toHaveLength(100);
  });

  test('one that does not read is cut off, the others hear on', async () => {
    const { socket, frames } = await openRaw();
    socket.send(JSON.stringify(['1', '1', `realtime:ladder:${matchId}`, 'phx_join', {}]));
    await vi.waitFor(() => expect(frames).toHaveLength(1), patient);
    const before = process.realtime.stats().dropped;
    socket.pause();
    const reader = await listen(createClient(), `match:${matchId}`);
    for (let round = 0; process.realtime.stats().dropped === before && round < 20; round += 1) {
      await world.database.query(
        `select pg_notify($1, json_build_object('topic', $2::text, 'id', $3::text, 'version', n)::text)
         from generate_series($4::int, $4::int + 19999) n`,
        [hintChannel, `ladder:${matchId}`, matchId, round * 20_000],
      );
      await sendHint(`match:${matchId}`, round);
      await vi.waitFor(
        () => expect(reader.hints.at(-1)).toMatchObject({ version: round }),
        patient,
      );
    }
    expect(process.realtime.stats().dropped).toBe(before + 1);
  });
});

test('a notice that is no hint is told to the operator and harms nobody', async () => {
  const listener = await listen(createClient(), `ladder:${ladderId}`);
  errors.length = 0;
  for (const payload of ['nonsense', '{"topic":"room1","id":"x","version":1}']) {
    await world.database.transaction((transaction) => transaction.notify(hintChannel, payload));
  }
  await sendHint(`ladder:${ladderId}`, 12);
  await vi.waitFor(() => expect(listener.hints).toHaveLength(1), patient);
  expect(errors).toHaveLength(2);
});
