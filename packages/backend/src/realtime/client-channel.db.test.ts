import { type Database, DatabaseUnavailable } from '@muster/database';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { signAccessToken } from '../auth/access-token.ts';
import { serve } from '../testing/serve.ts';
import { createWorld, type World } from '../testing/world.ts';
import { createRealtime } from './create-realtime.ts';

const patient = { timeout: 60_000, interval: 10 };

let world: World;
let url: string;
/** Whether the database can be asked of rights. */
let isAway = false;
const cleanUps: (() => unknown)[] = [];
const sockets: WebSocket[] = [];

/** The database, whose transactions a test may take away. */
function toSwitched(database: Database): Database {
  const switched = {
    query: database.query.bind(database),
    transaction: async (...given: Parameters<Database['transaction']>) => {
      if (isAway) {
        throw new DatabaseUnavailable('away', 'away');
      }
      return database.transaction(...given);
    },
    listen: database.listen.bind(database),
    share: () => switched,
  } as unknown as Database;
  return switched;
}

beforeAll(async () => {
  world = await createWorld();
  const { verify, apiKeys, database } = world;
  await database.query(`
    create policy listen on realtime.messages for select to authenticated using (
      realtime.topic() = 'desk'
      or (realtime.topic() = 'hall' and (extension = 'broadcast' or auth.jwt() ->> 'aal' = 'aal2'))
      or (realtime.topic() = 'porch' and extension = 'presence'));
    create policy speak on realtime.messages for insert to authenticated with check (
      realtime.topic() in ('desk', 'hall', 'porch') and auth.jwt() ->> 'aal' = 'aal2');`);
  const realtime = await createRealtime({
    ...{ database: toSwitched(database), exchange: database, verify, apiKeys },
  });
  const server = await serve(() => new Response(null, { status: 404 }));
  server.server.on('upgrade', (request, socket, head) => {
    realtime.handleUpgrade(request, socket, head);
  });
  url = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0`;
  cleanUps.push(async () => {
    await realtime.close();
    await server[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });
});
afterEach(() => {
  isAway = false;
  for (const socket of sockets.splice(0)) {
    socket.terminate();
  }
});
afterAll(async () => {
  for (const cleanUp of cleanUps) {
    await cleanUp();
  }
});

const sign = (aal: 'aal1' | 'aal2') =>
  signAccessToken(world.keys, {
    ...{ sub: world.ann.userId, role: 'authenticated', aal },
    exp: Math.floor(Date.now() / 1000) + 3600,
  });

type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string, object];

/** A client on one private channel; each of its words waits for the answer. */
async function open(name: string) {
  const socket = new WebSocket(url);
  sockets.push(socket);
  const frames: Frame[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.on('open', resolve));
  let count = 0;
  const say = (event: string, payload: object = {}, topic = `realtime:${name}`) => {
    count += 1;
    socket.send(JSON.stringify(['1', String(count), topic, event, payload]));
    return String(count);
  };
  const ask = async (...said: Parameters<typeof say>) => {
    const own = say(...said);
    const find = () => frames.find(([, ref, , event]) => ref === own && event === 'phx_reply')?.[4];
    await vi.waitFor(() => expect(find()).toBeDefined(), patient);
    const { status, response } = { status: '', response: {}, ...find() } as {
      status: string;
      response: { reason?: string };
    };
    return status === 'ok' ? 'ok' : response.reason;
  };
  return {
    /** All that it was told of its channel but for answers. */
    list: () =>
      frames
        .filter(([, , topic, event]) => topic === `realtime:${name}` && event !== 'phx_reply')
        .map(([, , , event, payload]) => ('message' in payload ? payload.message : event)),
    join: async (aal: 'aal1' | 'aal2', config: object = {}) => {
      const whole = { private: true, broadcast: { ack: true }, ...config };
      return ask('phx_join', { config: whole, access_token: await sign(aal) });
    },
    /** Another token takes the place of the one before. */
    renew: async (aal: 'aal1' | 'aal2') => {
      say('access_token', { access_token: await sign(aal) });
      await ask('heartbeat', {}, 'phoenix');
    },
    say: (event = 'said') => ask('broadcast', { type: 'broadcast', event, payload: {} }),
    track: () => ask('presence', { event: 'track', payload: {} }),
  };
}

const enabled = { presence: { enabled: true } };

describe('another token', () => {
  test('gives the right to speak, and takes it away', async () => {
    const ann = await open('desk');
    expect(await ann.join('aal1')).toBe('ok');
    expect(await ann.say()).toMatch(/^Unauthorized/);
    await ann.renew('aal2');
    expect(await ann.say()).toBe('ok');
    await ann.renew('aal1');
    expect(await ann.say()).toMatch(/^Unauthorized/);
    expect(await ann.track()).toMatch(/^Unauthorized/);
  });

  test('gives the right to hear who is there, and the channel ends where it is taken away', async () => {
    const [ann, other] = [await open('hall'), await open('hall')];
    expect(await other.join('aal2', enabled)).toBe('ok');
    expect(await ann.join('aal1', enabled)).toBe('ok');
    expect(await other.track()).toBe('ok');
    await vi.waitFor(() => expect(other.list()).toContain('presence_diff'), patient);
    expect(ann.list()).toEqual([]);
    await ann.renew('aal2');
    expect(await ann.track()).toBe('ok');
    await vi.waitFor(() => expect(ann.list()).toEqual(['presence_diff']), patient);
    await ann.renew('aal1');
    await vi.waitFor(
      () =>
        expect(ann.list()).toEqual([
          'presence_diff',
          'You no longer have permission to read from this Channel topic: hall',
          'phx_close',
        ]),
      patient,
    );
  });
});

test('who may hear only who is there joins for that, and hears nothing else', async () => {
  const [ann, other] = [await open('porch'), await open('porch')];
  expect(await ann.join('aal2')).toMatch(/^Unauthorized/);
  expect(await ann.join('aal2', enabled)).toBe('ok');
  expect(await other.join('aal2', enabled)).toBe('ok');
  expect(await other.say()).toBe('ok');
  expect(await other.track()).toBe('ok');
  await vi.waitFor(() => expect(ann.list()).toContain('presence_diff'), patient);
  expect(ann.list()).toEqual(['presence_state', 'presence_diff']);
});

test('who says that they are here hears of the others from then on', async () => {
  const [ann, other] = [await open('desk'), await open('desk')];
  expect([await ann.join('aal2'), await other.join('aal2')]).toEqual(['ok', 'ok']);
  expect(await ann.track()).toBe('ok');
  await vi.waitFor(() => expect(ann.list()).toEqual(['presence_diff']), patient);
  expect(other.list()).toEqual([]);
});

test('where it is not said that clients may, nobody speaks on a public channel', async () => {
  const ann = await open('square');
  expect(await ann.join('aal2', { private: false })).toBe('ok');
  expect(await ann.say()).toBe('PrivateOnly: nothing may be sent on public channels here');
  expect(await ann.track()).toBe('PrivateOnly: nothing may be sent on public channels here');
});

test('while the database is away nobody who was not asked before says anything', async () => {
  const ann = await open('desk');
  expect(await ann.join('aal2')).toBe('ok');
  isAway = true;
  expect(await ann.say()).toMatch(/^UnableToConnectToProject/);
  isAway = false;
  expect(await ann.say()).toBe('ok');
});

test('a channel ends whose new rights cannot be asked', async () => {
  const ann = await open('desk');
  expect(await ann.join('aal2')).toBe('ok');
  isAway = true;
  await ann.renew('aal1');
  await vi.waitFor(
    () =>
      expect(ann.list()).toEqual([
        'Realtime was unable to connect to the project database',
        'phx_close',
      ]),
    patient,
  );
});
