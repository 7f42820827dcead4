import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBackend } from '@muster/backend';
import type { Database } from '@muster/database';
import { type WebSocket, WebSocketServer } from 'ws';
import { withBenchDatabase } from './bench-database.ts';
import { type Crowd, openCrowd } from './crowd.ts';
import { compare, type Figure } from './measure.ts';
import { measureHold } from './measure-hold.ts';

const people = 1_000;
const messagesOfRound = 40;
const channelsOfOne = 10;
const joins = people * channelsOfOne;
const joiningMs = 10_000;
/** Who came is told so often while they come. */
const toldEveryMs = 100;

type Version = '1.0.0' | '2.0.0';

const write = (version: Version, ref: string, topic: string, event: string, payload: object) =>
  version === '1.0.0'
    ? JSON.stringify({ topic, event, payload, ref, join_ref: ref })
    : JSON.stringify([ref, ref, topic, event, payload]);
const toJoin = (version: Version, topic: string, presence = {}) =>
  write(version, '1', `realtime:${topic}`, 'phx_join', { config: { presence } });

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openOurs(database: Database, version: Version) {
  const backend = await createBackend({
    database,
    // All of them come from this machine.
    config: { realtime: { socketsOfOne: people, allowsPublic: true } },
  });
  const server = createServer();
  server.on('upgrade', (request, socket, head) => backend.handleUpgrade(request, socket, head));
  const url = `${await listen(server)}/realtime/v1/websocket?vsn=${version}&apikey=${backend.apiKeys.anon}`;
  const crowd = await openCrowd(url, people);
  return {
    backend,
    crowd,
    async close() {
      await crowd.stop();
      await backend.close();
      server.close();
    },
  };
}

/** A bare ws server, which answers what it hears, and its crowd. */
async function openFloor(onFrame: (socket: WebSocket) => void = () => undefined) {
  const server = createServer();
  const bare = new WebSocketServer({ server, perMessageDeflate: false });
  bare.on('connection', (socket) => socket.on('message', () => onFrame(socket)));
  const crowd = await openCrowd(await listen(server), people);
  return {
    bare,
    crowd,
    async close() {
      await crowd.stop();
      bare.close();
      server.close();
    },
  };
}

const waitFor = (crowd: Crowd, marker: string, times: number) =>
  crowd.run({ frames: [], withinMs: 0, marker, times });

/** As a program says it by HTTP, to the last of the thousand. */
async function measureBroadcast(database: Database, version: Version): Promise<Figure> {
  const ours = await openOurs(database, version);
  const floor = await openFloor();
  const payload = { text: 'x'.repeat(100), n: 1 };
  const joining = { frames: [toJoin(version, 'room')], withinMs: 0 };
  await ours.crowd.run({ ...joining, marker: '"phx_reply"', times: people });
  const message = { topic: 'room', event: 'said', payload };
  const body = JSON.stringify({ messages: Array(messagesOfRound).fill(message) });
  const bytes = Buffer.from(
    write(version, '', 'realtime:room', 'broadcast', { type: 'broadcast', ...message }),
  );
  const figure = await compare({
    what: `realtime, broadcasts by HTTP to 1,000 clients of one channel by ${version}; floor: bare ws`,
    goal: '0.7',
    times: people * messagesOfRound,
    ours: {
      async run(times) {
        const heard = waitFor(ours.crowd, 'said', times);
        const { apiKeys } = ours.backend;
        const headers = { apikey: apiKeys.serviceRole, 'content-type': 'application/json' };
        const url = 'http://localhost/realtime/v1/api/broadcast';
        const answer = await ours.backend.fetch(
          new Request(url, { method: 'POST', headers, body }),
        );
        if (answer.status !== 202) {
          throw new Error(`a broadcast was answered ${answer.status}`);
        }
        await heard;
      },
    },
    floor: {
      async run(times) {
        const heard = waitFor(floor.crowd, 'said', times);
        for (let message = 0; message < messagesOfRound; message += 1) {
          for (const client of floor.bare.clients) {
            client.send(bytes, { binary: false });
          }
          await new Promise((resolve) => setImmediate(resolve));
        }
        await heard;
      },
    },
  });
  await ours.close();
  await floor.close();
  return figure;
}

/** Ten thousand joins at once: how many a second, and how long everybody else waits meanwhile. */
async function measureJoins(database: Database): Promise<Figure[]> {
  const frames = Array.from({ length: channelsOfOne }, (_, index) =>
    toJoin('2.0.0', `room ${index}`),
  );
  const reply = write('2.0.0', '1', 'realtime:room 1', 'phx_reply', {
    ...{ status: 'ok', response: { postgres_changes: [] } },
  });
  const ours = await openOurs(database, '2.0.0');
  const floor = await openFloor((socket) => socket.send(reply));
  const join = (crowd: Crowd) =>
    crowd.run({ frames, withinMs: 0, marker: '"phx_reply"', times: joins });
  const figure = await compare({
    what: 'realtime, joins of public channels, 10,000 at once by 1,000 clients; floor: bare ws that answers each',
    goal: '',
    times: joins,
    ours: { run: () => join(ours.crowd) },
    floor: { run: () => join(floor.crowd) },
    rounds: 5,
  });
  const held = await measureHold(() => join(ours.crowd));
  const waited = await measureHold(() => join(floor.crowd));
  await ours.close();
  await floor.close();
  return [figure, toHold('10,000 joins at once; floor: bare ws', held.hold, waited.hold)];
}

function toHold(what: string, ours: number, floor: number): Figure {
  return {
    what: `longest hold of everybody else by ${what}`,
    ...{ ours: ours.toFixed(1), floor: floor.toFixed(1), unit: 'ms' },
    ...{ ratio: (ours / floor).toFixed(1), spread: '', goal: '50 ms' },
  };
}

/** What the processor did meanwhile, in milliseconds. */
async function measureWork(work: () => Promise<void>): Promise<{ work: number; hold: number }> {
  const before = process.threadCpuUsage();
  const { hold } = await measureHold(work);
  const { user, system } = process.threadCpuUsage(before);
  return { work: (user + system) / 1000, hold };
}

/** A thousand come in ten seconds, each of whom is told of all. */
async function measurePresence(database: Database): Promise<Figure[]> {
  const ours = await openOurs(database, '2.0.0');
  const joining = { frames: [toJoin('2.0.0', 'hall', { enabled: true })], withinMs: 0 };
  await ours.crowd.run({ ...joining, marker: 'presence_state', times: people });
  const track = { type: 'presence', event: 'track', payload: { mood: 'calm' } };
  const coming = { frames: [write('2.0.0', '1', 'realtime:hall', 'presence', track)] };
  const marker = '"phx_ref"';
  const told = { marker, times: people * people };
  const own = await measureWork(() => ours.crowd.run({ ...coming, ...told, withinMs: joiningMs }));
  await ours.close();

  const floor = await openFloor();
  const times = joiningMs / toldEveryMs;
  const name = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const joins = Object.fromEntries(
    Array.from({ length: people / times }, (_, index) => [
      name(index),
      { metas: [{ mood: 'calm', phx_ref: 'x'.repeat(12) }] },
    ]),
  );
  const diff = write('2.0.0', '', 'realtime:hall', 'presence_diff', { joins, leaves: {} });
  const bare = await measureWork(async () => {
    const heard = floor.crowd.run({ ...coming, ...told, withinMs: joiningMs });
    for (let time = 0; time < times; time += 1) {
      await new Promise((resolve) => setTimeout(resolve, toldEveryMs));
      for (const client of floor.bare.clients) {
        client.send(diff);
      }
    }
    await heard;
  });
  await floor.close();
  const what = '1,000 people who come to one channel in ten seconds';
  return [
    {
      what: `realtime, processor time for ${what}; floor: bare ws that sends each the same ten times a second`,
      ...{ ours: own.work.toFixed(0), floor: bare.work.toFixed(0), unit: 'ms' },
      ...{ ratio: (bare.work / own.work).toFixed(2), spread: '', goal: '' },
    },
    toHold(`${what}; floor: bare ws`, own.hold, bare.hold),
  ];
}

/** What clients say to each other on channels. */
export async function bench(): Promise<Figure[]> {
  return withBenchDatabase(async (database) => [
    await measureBroadcast(database, '1.0.0'),
    await measureBroadcast(database, '2.0.0'),
    ...(await measureJoins(database)),
    ...(await measurePresence(database)),
  ]);
}
