import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FunctionLog, listLines, listSpeakers, openFunctionLog } from './function-log.ts';

const keptLines = 2_000;

let own: TestDatabase;
let errors: unknown[];
let log: FunctionLog;

beforeEach(async () => {
  own = await createTestDatabase();
  errors = [];
  log = openFunctionLog(own.database, (error) => errors.push(error));
});
afterEach(() => own[Symbol.asyncDispose]());

const say = (name: string, text: string) => log.add(name, { level: 'info', text, requestId: null });
const list = async (name: string | null, more = {}) =>
  (await listLines(own.database, { name, lines: 5_000, ...more })).map(({ text }) => text);

test('the lines of one function are none of another’s: each keeps its own', async () => {
  say('quiet', 'first');
  await log.close();
  for (let part = 0; part < keptLines; part += 1_000) {
    for (let at = 0; at < 1_000; at += 1) {
      say('talker', `${part + at}`);
    }
    await log.close();
  }
  expect(await list('talker')).toHaveLength(keptLines);
  expect((await list('talker'))[0]).toBe('0');
  say('quiet', 'second');
  say('talker', 'last');
  await log.close();
  const kept = await list('talker');
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([keptLines, '1', 'last']);
  expect(await list('quiet')).toEqual(['first', 'second']);
});

test('a line is kept up to four thousand characters', async () => {
  say('one', 'x'.repeat(4_000));
  say('one', 'y'.repeat(4_001));
  await log.close();
  expect(await list('one')).toEqual(['x'.repeat(4_000), 'y'.repeat(4_000)]);
});

test('lines are listed after one and before one, without it, and the latest of many', async () => {
  for (const text of ['a', 'b', 'c']) {
    say('one', text);
  }
  await log.close();
  const [, second] = await listLines(own.database, { name: 'one', lines: 9 });
  expect(await list('one', { after: second?.id })).toEqual(['c']);
  expect(await list('one', { before: second?.id })).toEqual(['a']);
  expect(await list(null, { lines: 2 })).toEqual(['b', 'c']);
});

test('lines that cannot be written are said to whoever opened the log, and the next are written', async () => {
  await own.database.query('alter table private.function_lines rename to gone');
  say('one', 'lost');
  await log.close();
  expect(errors).toHaveLength(1);
  await own.database.query('alter table private.gone rename to function_lines');
  say('one', 'written');
  await log.close();
  expect([errors.length, await list('one')]).toEqual([1, ['written']]);
});

test('those that have said something are named in their order, the first hundred', async () => {
  expect(await listSpeakers(own.database)).toEqual([]);
  const names = Array.from({ length: 101 }, (_, at) => `one-${String(at).padStart(3, '0')}`);
  for (const name of [...names, ...names].toReversed()) {
    say(name, 'x');
  }
  await log.close();
  expect(await listSpeakers(own.database)).toEqual(names.slice(0, 100));
});

test('a thousand lines wait and none is lost, which nobody says', async () => {
  for (let at = 0; at < 1_000; at += 1) {
    say('one', `${at}`);
  }
  await log.close();
  const kept = await list('one');
  expect([kept.length, kept.at(-1)]).toEqual([1_000, '999']);
  for (let at = 0; at < 1_003; at += 1) {
    say('one', `${at}`);
  }
  await log.close();
  const [last] = await listLines(own.database, { name: 'one', lines: 1 });
  expect(last).toMatchObject({
    ...{ level: 'warn', request_id: null, text: '3 more lines were lost' },
  });
});

test('the lines of one call are found by it', async () => {
  const call = '0195b1c4-0000-7000-8000-00000000000a';
  log.add('one', { level: 'error', text: 'of it', requestId: call });
  log.add('two', { level: 'info', text: 'of it too', requestId: call });
  log.add('one', { level: 'info', text: 'of none', requestId: `${call}0` });
  await log.close();
  expect(await list(null, { request: call })).toEqual(['of it', 'of it too']);
  expect(await list('two', { request: call })).toEqual(['of it too']);
  const lines = await listLines(own.database, { name: 'one', lines: 9 });
  expect(lines.map(({ level, request_id }) => [level, request_id])).toEqual([
    ...[
      ['error', call],
      ['info', null],
    ],
  ]);
});
