import { EventEmitter } from 'node:events';
import { type Database, DatabaseUnavailable } from '@muster/database';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { AskQueue } from './ask-queue.ts';
import { BufferBudget } from './buffer-budget.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import { Hub } from './hub.ts';
import { type SessionServices, SocketSession } from './socket-session.ts';
import { SpeechLimits } from './speech-limits.ts';
import { createPresences } from './testing/presences.ts';
import { Turns } from './turns.ts';

/** A socket as far as a session knows it, of which a test says what is read and what waits. */
class Socket extends EventEmitter {
  readyState: number = WebSocket.OPEN;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  readonly done: string[] = [];

  send(bytes: Buffer | string): void {
    this.sent.push(String(bytes));
  }

  ping(): void {
    this.done.push('ping');
  }

  close(code: number, reason: string): void {
    this.done.push(`close ${code} ${reason}`);
  }

  terminate(): void {
    this.done.push('terminate');
  }
}

function open(given: Partial<SessionServices> & { token?: string } = {}) {
  const { token = null, ...services } = given;
  const socket = new Socket();
  const hub = new Hub();
  let dropped = 0;
  const errors: unknown[] = [];
  const client = { version: '2.0.0', token, address: '192.0.2.1' } as const;
  const session = new SocketSession(socket as unknown as WebSocket, client, {
    // Only a person's topic asks it.
    database: {} as Database,
    verify: async () => ({}),
    hub,
    presences: createPresences(),
    exchange: { broadcast: () => true },
    speech: new SpeechLimits(),
    asks: new AskQueue({
      ...{ atOnce: 10, atOnceOfOne: 10, waiting: 0, waitingOfOne: 0, patienceMs: 1_000 },
    }),
    changes: {} as ChangeFeed,
    allowsPublic: true,
    budget: new BufferBudget(1024 * 1024),
    turns: new Turns(),
    onError: (error) => errors.push(error),
    onDropped: () => {
      dropped += 1;
    },
    ...services,
  });
  const say = (...frame: unknown[]) =>
    socket.emit('message', Buffer.from(JSON.stringify(frame)), false);
  return { socket, hub, session, say, errors, countDropped: () => dropped };
}

const ladder = 'ladder:0197d0a0-0000-7000-8000-000000000001';
const topic = `realtime:${ladder}`;

/** Lets what was said be come to: nothing of it waits for anything but its turn. */
const settle = async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a sign of life', () => {
  test('is asked for, and who gives none until the next time is cut off', () => {
    const { socket, session } = open();
    session.checkAlive(0);
    expect(socket.done).toEqual(['ping']);
    session.checkAlive(0);
    expect(socket.done).toEqual(['ping', 'terminate']);
  });

  test.each([
    ['a pong', ({ socket }: ReturnType<typeof open>) => socket.emit('pong')],
    ['a message', ({ say }: ReturnType<typeof open>) => say(null, '1', 'phoenix', 'heartbeat', {})],
  ])('is %s', (_what, give) => {
    const opened = open();
    for (let time = 0; time < 3; time += 1) {
      opened.session.checkAlive(0);
      give(opened);
    }
    expect(opened.socket.done).toEqual(['ping', 'ping', 'ping']);
  });
});

describe('what one client may send', () => {
  test('is 250 messages at once, and twenty more a second', () => {
    const { socket, say } = open();
    const beat = () => say(null, '1', 'phoenix', 'other', {});
    for (let count = 0; count < 250; count += 1) {
      beat();
    }
    expect(socket.done).toEqual([]);
    vi.advanceTimersByTime(49);
    beat();
    expect(socket.done).toEqual(['close 1008 too many messages']);
    vi.advanceTimersByTime(1);
    beat();
    expect(socket.done).toHaveLength(1);
    beat();
    expect(socket.done).toHaveLength(2);
  });

  test('is 120 joins at once, and two more a second', async () => {
    const { socket, say } = open();
    const refused = () => socket.sent.filter((text) => text.includes('ClientJoinRateLimitReached'));
    const join = async () => {
      say('1', '1', topic, 'phx_join', {});
      await settle();
    };
    for (let count = 0; count < 120; count += 1) {
      await join();
    }
    expect(refused()).toHaveLength(0);
    await join();
    expect(refused()).toHaveLength(1);
    vi.advanceTimersByTime(499);
    await join();
    expect(refused()).toHaveLength(2);
    vi.advanceTimersByTime(1);
    await join();
    expect(refused()).toHaveLength(2);
  });

  test('is a quarter of a mebibyte that nobody has come to yet', () => {
    const { socket, say } = open();
    const size = (text: string) => JSON.stringify([null, '1', 'phoenix', 'other', text]).length;
    const most = 256 * 1024;
    say(null, '1', 'phoenix', 'other', 'x'.repeat(most - size('')));
    expect(socket.done).toEqual([]);
    socket.emit('message', Buffer.from('[null,null,"t","e"]'), false);
    expect(socket.done).toEqual(['close 1008 too many messages']);
  });

  test('may be anything again once it was come to', async () => {
    const { socket, session, say } = open();
    for (let time = 0; time < 3; time += 1) {
      say(null, '1', 'phoenix', 'heartbeat', 'x'.repeat(200 * 1024));
      await settle();
      expect(session.bufferedBytes).toBe(0);
    }
    expect([socket.done, socket.sent.length]).toEqual([[], 3]);
  });

  test('is nothing once it is being closed', async () => {
    const { socket, session, say } = open();
    socket.readyState = WebSocket.CLOSING;
    say(null, '1', 'phoenix', 'heartbeat', {});
    expect([session.bufferedBytes, socket.sent]).toEqual([0, []]);
  });

  test.each(['{', '[1]'])('can be read: not %s', (text) => {
    const { socket } = open();
    socket.emit('message', Buffer.from(text), false);
    expect(socket.done).toEqual(['close 1008 a message could not be read']);
  });

  test('may come in pieces', async () => {
    const { socket } = open();
    const pieces = ['[null,"1","phoe', 'nix","heartbeat",{}]'].map((text) => Buffer.from(text));
    socket.emit('message', pieces, false);
    await settle();
    expect(socket.sent).toHaveLength(1);
  });
});

describe('who does not read', () => {
  test('is cut off when more than a quarter of a mebibyte waits', () => {
    const { socket, session, countDropped } = open();
    socket.bufferedAmount = 256 * 1024;
    session.send(Buffer.from('x'), false);
    expect([socket.sent, socket.done, countDropped()]).toEqual([['x'], [], 0]);
    socket.bufferedAmount += 1;
    session.send(Buffer.from('x'), false);
    expect([socket.sent, socket.done, countDropped()]).toEqual([['x'], ['terminate'], 1]);
  });

  test('is told nothing once it is closed', () => {
    const { socket, session } = open();
    socket.readyState = WebSocket.CLOSED;
    session.send(Buffer.from('x'), false);
    expect(socket.sent).toEqual([]);
  });
});

test('who leaves is forgotten, and a socket that fails is ended', async () => {
  const { socket, hub, say } = open();
  say('1', '1', topic, 'phx_join', {});
  await settle();
  expect(hub.topicCount).toBe(1);
  socket.emit('error', new Error('broken'));
  expect(socket.done).toEqual(['terminate']);
  socket.emit('close');
  expect(hub.topicCount).toBe(0);
});

test('who must join again is told so once, and hears no more until then', async () => {
  const { socket, hub, session, say } = open();
  say('7', '1', topic, 'phx_join', {});
  await settle();
  expect(hub.topicCount).toBe(1);
  session.restart(ladder);
  session.restart(ladder);
  expect(socket.sent.slice(1)).toEqual([JSON.stringify(['7', '7', topic, 'phx_error', {}])]);
  expect(hub.topicCount).toBe(0);
});

test('who has gone while a join was looked at hears nothing', async () => {
  const { socket, hub, say } = open();
  say('1', '1', topic, 'phx_join', {});
  socket.readyState = WebSocket.CLOSED;
  await settle();
  expect(hub.topicCount).toBe(0);
});

describe('a channel between clients', () => {
  const room = 'realtime:room';

  /** A client on the channel `room`, which is told what comes of what it says. */
  async function join(given: Parameters<typeof open>[0] = {}, payload: object = {}) {
    const opened = open(given);
    const tell = async (event: string, said: object = {}) => {
      opened.socket.sent.length = 0;
      opened.say('1', '2', room, event, said);
      await settle();
      return opened.socket.sent.map((text) => {
        const [, , , name, { status, response, message }] = JSON.parse(text);
        return [name, status, response?.reason ?? message].filter(Boolean).join(' ');
      });
    };
    const joined = await tell('phx_join', payload);
    const track = (said: unknown = {}, event = 'track') =>
      tell('presence', { event, payload: said });
    return { ...opened, joined, tell, track };
  }
  const answering = { config: { broadcast: { ack: true } } };

  test('is closed to who has said more than one may', async () => {
    const speech = new SpeechLimits();
    const { tell } = await join({ speech }, answering);
    for (let count = 0; count < 999; count += 1) {
      speech.take('192.0.2.1', {}, 1);
    }
    expect(await tell('broadcast', { event: 'last' })).toEqual(['phx_reply ok']);
    expect(await tell('broadcast', { event: 'one more' })).toEqual([
      'system error Too many messages per second',
      'phx_close',
    ]);
  });

  test.each([
    [answering, ['phx_reply error Too many messages per second']],
    [{}, []],
  ])(
    'takes nothing that the other processes cannot be told, and says so by %j',
    async (payload, told) => {
      const { tell } = await join({ exchange: { broadcast: () => false } }, payload);
      expect(await tell('broadcast', { event: 'said' })).toEqual(told);
    },
  );

  test('hears what somebody says of themselves ten times at once, and once more in two seconds', async () => {
    const { track } = await join();
    for (let count = 0; count < 10; count += 1) {
      expect(await track({ count })).toEqual(['phx_reply ok']);
    }
    vi.advanceTimersByTime(2_000);
    expect(await track({ count: 10 })).toEqual(['phx_reply ok']);
    vi.advanceTimersByTime(1_999);
    expect(await track({ count: 11 })).toEqual([
      'system error Client presence rate limit exceeded',
      'phx_close',
    ]);
  });

  test('knows what is said of presence by its word', async () => {
    const { track, tell } = await join();
    expect(await track({}, 'dance')).toEqual(['phx_reply error UnknownPresenceEvent']);
    expect(await tell('presence')).toEqual(['phx_reply error UnknownPresenceEvent']);
    expect(await track(['here'])).toEqual(['phx_reply error Presence track payload must be a map']);
    expect(await track({}, 'TRACK')).toEqual(['phx_reply ok']);
    expect(await track({}, 'Untrack')).toEqual(['phx_reply ok']);
    expect(await track({}, 'untrack')).toEqual(['phx_reply ok']);
  });

  test('has so many present and no more', async () => {
    const presences = createPresences({ most: 1 });
    presences.track({ key: 'public/room', topic: 'room' }, {}, { name: 'ann', payload: {} });
    const { track } = await join({ presences });
    expect(await track()).toEqual(['phx_reply error Too many are present on this channel']);
  });

  test('is left with all that one was there', async () => {
    const presences = createPresences();
    const { hub, track, tell } = await join({ presences });
    await track({ at: 'desk' });
    expect(hub.topicCount).toBe(2);
    expect(presences.listOwn().next().done).toBe(false);
    expect(await tell('phx_leave')).toEqual(['phx_reply ok', 'phx_close']);
    expect(hub.topicCount).toBe(0);
    expect(presences.listOwn().next().done).toBe(true);
  });

  test.each([
    ['its own', { access_token: 'own', user_token: 'older' }, 'own'],
    ['its own by the older name', { user_token: 'older' }, 'older'],
    ['that of its key', {}, 'key'],
    ['that of its key where it names a key', { access_token: 'sb_publishable_x' }, 'key'],
  ])('is joined by the token that the client brings: %s', async (_what, payload, token) => {
    const seen: string[] = [];
    const verify = async (given: string) => {
      seen.push(given);
      return { role: 'anon', exp: 4_000_000_000 };
    };
    const { joined } = await join({ token: 'key', verify }, payload);
    expect([joined, seen]).toEqual([['phx_reply ok'], [token]]);
  });

  test('is not joined while nobody knows whose a token is, or what may be heard', async () => {
    const verify = async () => {
      throw new DatabaseUnavailable('away', 'away');
    };
    const unable =
      'phx_reply error UnableToConnectToProject: Realtime was unable to connect to the project database';
    expect((await join({ verify }, { access_token: 'own' })).joined).toEqual([unable]);
    const asks = new AskQueue({
      ...{ atOnce: 0, atOnceOfOne: 0, waiting: 0, waitingOfOne: 0, patienceMs: 1_000 },
    });
    const isPrivate = { config: { private: true } };
    expect((await join({ asks }, isPrivate)).joined).toEqual([unable]);
  });

  test('tells who wants to know it that what the database says comes', async () => {
    const wants = { config: { broadcast: { replication_ready: true } } };
    expect((await join({}, wants)).joined).toEqual([
      'phx_reply ok',
      'system ok Replication connection established',
    ]);
    expect((await join()).joined).toEqual(['phx_reply ok']);
  });

  test('is told of a hundred changes of tables and no more', async () => {
    const listened: number[] = [];
    const changes = {
      listen: (_channel: unknown, wanted: readonly unknown[]) => {
        listened.push(wanted.length);
        return { end: () => undefined };
      },
    } as unknown as ChangeFeed;
    const wish = (count: number) => ({
      config: { postgres_changes: Array.from({ length: count }, () => ({ table: 'x' })) },
    });
    expect((await join({ changes }, wish(100))).joined).toEqual(['phx_reply ok']);
    expect((await join({ changes }, wish(101))).joined).toEqual([
      'phx_reply error InvalidJoinPayload: at most 100 changes of tables a channel',
    ]);
    expect(listened).toEqual([100]);
  });

  test('that is public gives nothing of before', async () => {
    const replay = { config: { broadcast: { replay: { since: 1 } } } };
    expect((await join({}, replay)).joined).toEqual([
      'phx_reply error UnableToReplayMessages: Replay is not allowed for public channels',
    ]);
  });
});
