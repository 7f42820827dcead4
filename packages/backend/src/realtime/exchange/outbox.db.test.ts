import { connect, type Database, DatabaseUnavailable } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { exchangeChannel, parseNotice, type Said } from './notice.ts';
import { Outbox } from './outbox.ts';

const patient = { timeout: 60_000, interval: 10 };

let own: TestDatabase;
let listening: Database;
const lines: string[] = [];

beforeAll(async () => {
  own = await createTestDatabase();
  listening = connect(own.url);
  await listening.listen(exchangeChannel, (payload) => lines.push(payload));
});
afterEach(async () => {
  vi.useRealTimers();
  // Notices come in their order: behind this one comes nothing more of the test.
  await own.database.query(`select pg_notify($1, 'end')`, [exchangeChannel]);
  await vi.waitFor(() => expect(lines.at(-1)).toBe('end'), patient);
  lines.length = 0;
});
afterAll(async () => {
  await listening.close();
  await own[Symbol.asyncDispose]();
});

/** PostgreSQL, of which a test says for how many statements it takes nothing. */
function open(failures = 0) {
  const errors: unknown[] = [];
  let left = failures;
  let statements = 0;
  let drained = 0;
  const database = {
    query: async (text: string, values: readonly unknown[]) => {
      statements += 1;
      if (left > 0) {
        left -= 1;
        throw new DatabaseUnavailable('away', 'away');
      }
      return own.database.query(text, values);
    },
  } as unknown as Database;
  const outbox = new Outbox({
    ...{ own: 'a', database, onError: (error: unknown) => errors.push(error) },
    onDrained: () => {
      drained += 1;
    },
  });
  return { outbox, errors, countStatements: () => statements, countDrained: () => drained };
}

const beat: Said = { kind: 'beat', spoken: 0 };
const toBroadcast = (bytes: number): Said => ({
  ...{ kind: 'broadcast', key: 'public/x', topic: 'x', event: 'e', form: 'json' },
  bytes: Buffer.alloc(bytes, 'x'),
});
const listCounts = () =>
  lines.map((line) => {
    const heard = parseNotice(line);
    return 'count' in heard ? heard.count : null;
  });

test('what is said goes out in its order, many things by one statement', async () => {
  const { outbox, countStatements, countDrained } = open();
  for (let count = 0; count < 400; count += 1) {
    expect(outbox.add(beat)).toBe(true);
  }
  await outbox.settle();
  expect([countStatements(), countDrained()]).toEqual([2, 1]);
  const counts = Array.from({ length: 400 }, (_, index) => index + 1);
  await vi.waitFor(() => expect(listCounts()).toEqual(counts), patient);
});

const around = '["a",1,"broadcast","public/x","x","e","json"]\n'.length;
const quarter = 128 * 1024 - around;

// The first goes out alone, as nothing is under way yet.
test.each<[what: string, said: Said, times: number, statements: number]>([
  ['500 lines', beat, 501, 2],
  ['501 lines', beat, 502, 3],
  ['512 KiB', toBroadcast(quarter), 5, 2],
  ['more than 512 KiB', toBroadcast(quarter + 1), 5, 3],
])('%s behind the first take statements: no more than one holds', async (_, said, times, most) => {
  const { outbox, countStatements } = open();
  for (let count = 0; count < times; count += 1) {
    expect(outbox.add(said)).toBe(true);
  }
  await outbox.settle();
  expect(countStatements()).toBe(most);
  await vi.waitFor(() => expect(lines).toHaveLength(times), patient);
});

test('what fits into a notification goes there, and a byte more into a row', async () => {
  const { outbox } = open();
  outbox.add(toBroadcast(7_999 - around));
  outbox.add(toBroadcast(8_000 - around));
  await outbox.settle();
  await vi.waitFor(() => expect(lines).toHaveLength(2), patient);
  const [short, long] = lines.map(parseNotice);
  expect(short).toMatchObject({ said: { kind: 'broadcast' } });
  expect(long).toMatchObject({ parcel: expect.any(String), key: 'public/x' });
  const rows = await own.database.query<{ body: string }>(
    'select body from private.parcels where id = $1',
    [long !== undefined && 'parcel' in long ? long.parcel : null],
  );
  expect(parseNotice(rows[0]?.body ?? '')).toEqual({
    ...{ from: 'a', count: 2, said: toBroadcast(8_000 - around) },
  });
});

test('what PostgreSQL does not take is tried again, and takes up room until then', async () => {
  const { outbox, errors } = open(1);
  const refused = [];
  outbox.add(beat);
  for (let count = 0; count < 130; count += 1) {
    refused.push(outbox.add(toBroadcast(64 * 1024)));
  }
  // 8 MiB are 128 times 64 KiB, but for what stands around each.
  expect(refused.filter((isTaken) => isTaken)).toHaveLength(127);
  await outbox.settle();
  expect(errors).toHaveLength(1);
  const counts = Array.from({ length: 128 }, (_, index) => index + 1);
  await vi.waitFor(() => expect(listCounts()).toEqual(counts), patient);
  expect(outbox.add(toBroadcast(64 * 1024))).toBe(true);
  await outbox.settle();
});

test('beats that PostgreSQL does not take in time are one: who hears many at once takes others for gone', async () => {
  const { outbox } = open(1);
  const beatThrice = () => {
    for (let count = 0; count < 3; count += 1) {
      outbox.beat();
    }
  };
  beatThrice();
  outbox.add(toBroadcast(1));
  beatThrice();
  await outbox.settle();
  beatThrice();
  await outbox.settle();
  const said = () => lines.map(parseNotice).map((heard) => 'said' in heard && heard.said);
  await vi.waitFor(
    () => expect(said()).toEqual([beat, toBroadcast(1), { kind: 'beat', spoken: 1 }]),
    patient,
  );
});

test('of what lies in rows so much is taken in a while, and short things all the time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { outbox } = open();
  const say = async () => {
    const isTaken = outbox.add(toBroadcast(64 * 1024 - 46));
    await outbox.settle();
    return isTaken;
  };
  let count = 0;
  while (await say()) {
    count += 1;
  }
  expect(count).toBeGreaterThanOrEqual(255);
  expect(count).toBeLessThanOrEqual(256);
  expect(outbox.add(beat)).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(await say()).toBe(true);
});

test('what is closed takes nothing more, and what waits has one more try', async () => {
  const { outbox, errors } = open(10);
  outbox.add({ kind: 'bye' });
  await outbox.close();
  expect(outbox.add(beat)).toBe(false);
  expect(errors).toHaveLength(1);
});
