import { DatabaseUnavailable } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { damagedWords, logFailure } from './log-failure.ts';

let own: TestDatabase;

beforeAll(async () => {
  own = await createTestDatabase({ isEmpty: true });
});
afterAll(() => own[Symbol.asyncDispose]());

/** What the database says with a code. */
const makeFault = (code: string) =>
  own.database
    .query(
      `do $$ begin raise exception 'invalid page in block 0' using errcode = '${code}'; end $$`,
    )
    .then(
      () => expect.fail(),
      (error: unknown) => error,
    );

/** What is written down of an error: how, in which words, and with a stack or a reason. */
function tell(error: unknown) {
  const told: unknown[] = [];
  const note = (kind: string) => (about: { reason?: string; err?: unknown }, words: string) =>
    told.push([kind, words, about.reason ?? (about.err === error ? 'stack' : '')]);
  logFailure({ error: note('error'), warn: note('warn') } as never, error, 'job failed');
  return told;
}

it.each(['XX001', 'XX002', '58030', '58P01'])(
  'says of files that are damaged (%s) what to do, in one line',
  async (code) => {
    expect(tell(await makeFault(code))).toEqual([
      ['error', damagedWords, 'invalid page in block 0'],
    ]);
    expect(damagedWords).toContain('npx muster restore --at');
  },
);

it('says of a database that is away that it is, and of a fault of ours where it happened', async () => {
  expect(tell(new DatabaseUnavailable('away', 'gone'))).toEqual([
    ['warn', 'database unavailable', 'gone'],
  ]);
  expect(tell(await makeFault('XX003'))).toEqual([['error', 'job failed', 'stack']]);
});

it.each(['22003', '22007', '22008', '22021', '22P02', '22P05'])(
  'says of a value that the database refused (%s) that it did, and is no fault of ours',
  async (code) => {
    expect(tell(await makeFault(code))).toEqual([
      ['warn', 'a value that the database refused', 'error: invalid page in block 0'],
    ]);
  },
);

it('says what it is about beside each', async () => {
  const about = { path: '/x' };
  const told: unknown[] = [];
  const note = (entry: { path?: string }) => void told.push(entry.path);
  const log = { error: note, warn: note } as never;
  for (const error of [
    await makeFault('22003'),
    await makeFault('XX001'),
    new DatabaseUnavailable('away', 'gone'),
    new Error('ours'),
  ]) {
    logFailure(log, error, 'job failed', about);
  }
  expect(told).toEqual(['/x', '/x', '/x', '/x']);
});
