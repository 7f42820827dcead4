import { once } from 'node:events';
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Listener } from './listener.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';

/** However slow the machine is; the tool's own limit is a second. */
const patient = { timeout: 60_000 };

/** How long is waited before each attempt to connect again. */
const pauses = [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000];

let own: TestDatabase;
/** A connection beside it, which waits for nothing by the clock. */
let beside: pg.Client;
let listener: Listener;
/** Whether PostgreSQL, which can be reached, lets nobody in. */
let refuses: boolean;
/** How many connections were let in. */
let opened: number;
let errors: string[];
let heard: string[];
let toldOfError: () => void;

function create(config: pg.ClientConfig): Listener {
  return new Listener({
    config,
    onConnect: async () => {
      if (refuses) {
        throw new Error('refused');
      }
      opened += 1;
    },
    onError: ({ message }) => {
      errors.push(message);
      toldOfError();
    },
  });
}

beforeEach(async () => {
  [refuses, opened, errors, heard, toldOfError] = [false, 0, [], [], () => undefined];
  own = await createTestDatabase({ isEmpty: true });
  beside = new pg.Client({ connectionString: own.url });
  await beside.connect();
  listener = create({ connectionString: own.url });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await listener.close();
  await beside.end();
  await own[Symbol.asyncDispose]();
});

const hear = (channel: string) =>
  listener.listen(channel, (payload) => heard.push(`${channel} ${payload}`));
const say = (channel: string, payload: string) =>
  beside.query('select pg_notify($1, $2)', [channel, payload]);
const waitFor = (line: string) =>
  expect.poll(() => heard, { timeout: 60_000, interval: 10 }).toContain(line);
const waitForError = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  toldOfError = resolve;
  return promise;
};

/** Ends the connection that listens. */
const end = () =>
  beside.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where query ~ '^(un)?listen' and datname = current_database()`,
  );

/** Lets the pauses between attempts be over at once, and gives how long they were to be. */
function shorten(): number[] {
  const waited: number[] = [];
  const wait = globalThis.setTimeout;
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, milliseconds = 0, ...given) => {
    const isPause = pauses.includes(milliseconds);
    if (isPause) {
      waited.push(milliseconds);
    }
    return wait(work, isPause ? 0 : milliseconds, ...given);
  });
  return waited;
}

/** Loses the connection and resolves when the first attempt to have another one has failed. */
async function lose(): Promise<void> {
  refuses = true;
  await end();
  while (!errors.includes('refused')) {
    await waitForError();
  }
}

describe('after the connection was lost', () => {
  test('every channel is heard again, also when somebody asks for one more meanwhile', async () => {
    await hear('old');
    await lose();
    refuses = false;
    await hear('new');
    await waitFor('old ');
    await say('old', '1');
    await say('new', '2');
    await waitFor('old 1');
    await waitFor('new 2');
  });

  test('the loss is told before anything that is said after it', async () => {
    await hear('topic');
    await lose();
    refuses = false;
    let count = 0;
    while (heard.length < 3) {
      count += 1;
      await say('topic', String(count));
    }
    expect(heard[0]).toBe('topic ');
    expect(heard.filter((line) => line === 'topic ')).toHaveLength(1);
  });

  test('it is asked for again after pauses that double from a tenth of a second to ten', async () => {
    await hear('topic');
    const waited = shorten();
    refuses = true;
    await end();
    while (waited.length < pauses.length) {
      await waitForError();
    }
    expect(waited.slice(0, pauses.length)).toEqual(pauses);
    refuses = false;
    await waitFor('topic ');
    waited.length = 0;
    await end();
    await expect.poll(() => heard, { timeout: 60_000 }).toEqual(['topic ', 'topic ']);
    expect(waited).toEqual([100]);
  });

  test('nobody asks for it again where all have stopped', async () => {
    const stop = await hear('topic');
    await stop();
    const waited = shorten();
    await end();
    await expect.poll(() => waited, { timeout: 60_000 }).toEqual([100]);
    // Timers of one length are over in their order.
    await new Promise((resolve) => setTimeout(resolve, 0));
    await listener.close();
    expect(opened).toBe(1);
  });

  test('nobody asks for it again where all is closed', async () => {
    await hear('topic');
    await lose();
    await listener.close();
    await expect(hear('topic')).rejects.toThrow('closed');
    expect(opened).toBe(1);
  });
});

describe('listening', () => {
  test('that fails is not heard of later', async () => {
    refuses = true;
    await expect(hear('topic')).rejects.toThrow('refused');
    refuses = false;
    await listener.listen('topic', (payload) => heard.push(`second ${payload}`));
    await say('topic', '1');
    await waitFor('second 1');
    expect(heard).toEqual(['second 1']);
  });

  test('goes on where one of those who listen fails', async () => {
    await listener.listen('topic', () => {
      throw new Error('mine');
    });
    await hear('topic');
    await say('topic', '1');
    await waitFor('topic 1');
    expect(errors).toEqual(['mine']);
  });

  test('ends for whoever stops, and for PostgreSQL with the last', async () => {
    const entry = (payload: string) => heard.push(payload);
    const [first, second] = [
      await listener.listen('topic', entry),
      await listener.listen('topic', entry),
    ];
    await hear('other');
    await first();
    await first();
    await say('topic', '1');
    await say('other', '1');
    await waitFor('other 1');
    expect(heard).toEqual(['1', 'other 1']);
    await second();
    await say('topic', '2');
    await say('other', '2');
    await waitFor('other 2');
    expect(heard).toEqual(['1', 'other 1', 'other 2']);
  });
});

/** A way to PostgreSQL that can fall silent: nothing comes through, and nobody is told. */
async function createWay(to: string) {
  const sockets: Socket[] = [];
  let isSilent = false;
  const server = createServer((near) => {
    const far = connectSocket(to);
    sockets.push(near, far);
    near.on('data', (bytes) => isSilent || far.write(bytes)).on('error', () => undefined);
    far.on('data', (bytes) => isSilent || near.write(bytes)).on('error', () => undefined);
    near.on('close', () => far.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    setSilent: (now: boolean) => {
      isSilent = now;
    },
    [Symbol.dispose]: () => {
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
    },
  };
}

test('a connection that says nothing to a question every half minute is lost after ten seconds', async () => {
  const url = new URL(own.url);
  const folder = url.searchParams.get('host') ?? '';
  using way = await createWay(`${folder}/.s.PGSQL.${url.port || '5432'}`);
  const [user, database] = [url.username, url.pathname.slice(1)];
  listener = create({ host: '127.0.0.1', port: way.port, user, database });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  await hear('topic');
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = await listener.listen('answered', () => resolve());
  vi.advanceTimersByTime(30_000);
  // What is asked goes out in order: when this is heard, the question before it has been answered.
  await say('answered', '');
  await promise;
  await stop();
  vi.advanceTimersByTime(29_999);
  expect(errors).toEqual([]);

  way.setSilent(true);
  vi.advanceTimersByTime(1);
  vi.advanceTimersByTime(9_999);
  expect(errors).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(errors).toEqual(['The listening connection stopped answering.']);
  way.setSilent(false);
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(200);
    expect(heard).toEqual(['topic ']);
  }, patient);
});
