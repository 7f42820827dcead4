import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUpRateLimits, takeToken } from './rate-limit.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own[Symbol.asyncDispose]());

const begin = Date.parse('2026-11-20T19:00:00.000Z');
const at = (seconds: number) => new Date(begin + seconds * 1000);

/** Three at once, one more every ten seconds. */
const take = (key: string, seconds: number, kept = 0) =>
  takeToken(own.database, { key, capacity: 3, perSecond: 0.1, kept }, at(seconds));

describe('a bucket', () => {
  it('gives what it holds, then says how long to wait, and keeps its word', async () => {
    const waits: (number | null)[] = [];
    for (const seconds of [0, 0, 0, 0, 4, 9.999, 10, 10]) {
      waits.push(await take('one', seconds));
    }
    expect(waits).toEqual([null, null, null, 10, 6, 1, null, 10]);
  });

  it('never holds more than its capacity, however long nobody asks', async () => {
    await take('two', 0);
    const waits = [];
    for (let index = 0; index < 4; index += 1) {
      waits.push(await take('two', 100_000));
    }
    expect(waits).toEqual([null, null, null, 10]);
  });

  it('is each asker’s own', async () => {
    for (let index = 0; index < 3; index += 1) {
      await take('three', 0);
    }
    expect(await take('three', 0)).toBe(10);
    expect(await take('four', 0)).toBeNull();
  });

  it('keeps some of its tokens for others', async () => {
    expect(await take('five', 0, 1)).toBeNull();
    expect(await take('five', 0, 1)).toBeNull();
    expect(await take('five', 0, 1)).toBe(10);
    expect(await take('five', 0)).toBeNull();
  });

  it('gives nothing for a clock that goes back', async () => {
    for (let index = 0; index < 3; index += 1) {
      await take('six', 100);
    }
    expect(await take('six', 0)).not.toBeNull();
    expect(await take('six', 109.999)).toBe(1);
    expect(await take('six', 110)).toBeNull();
  });

  it('gives each token once to those who ask at the same time', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => take('seven', 0)));
    expect(waits.filter((wait) => wait === null)).toHaveLength(3);
  });
});

it('forgets a bucket a day after its last request, not sooner', async () => {
  const day = 24 * 60 * 60;
  await take('old', -1);
  await take('young', 0);
  const list = async () => {
    const rows = await own.database.query<{ key: string }>(
      "select key from private.rate_limits where key in ('old', 'young')",
    );
    return rows.map(({ key }) => key).sort();
  };
  await cleanUpRateLimits(own.database, at(day - 1));
  expect(await list()).toEqual(['old', 'young']);
  await cleanUpRateLimits(own.database, at(day));
  expect(await list()).toEqual(['young']);
});
