import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readLines } from './read-lines.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What is said in these pieces, as it is handed on. */
async function read(pieces: readonly string[], { lineLength = 5, linesPerSecond = 3 } = {}) {
  const stream = new PassThrough();
  const lines: string[] = [];
  readLines(stream, { lineLength, linesPerSecond }, (line) => lines.push(line));
  for (const piece of pieces) {
    stream.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  stream.end();
  await new Promise((resolve) => stream.once('close', resolve));
  return lines;
}

test('lines are handed on whole, in whatever pieces they come', async () => {
  expect(await read(['on', 'e\ntw', 'o\n'])).toEqual(['one', 'two']);
});

test('what has no end is handed on at the end, and nothing of blanks', async () => {
  expect(await read(['one\n', '\n  \n', 'two'])).toEqual(['one', 'two']);
  expect(await read(['one\n', '  '])).toEqual(['one']);
});

test('a line is cut behind so many characters', async () => {
  expect(await read(['1234\n', '12345\n', '123456\n'])).toEqual(['1234', '12345', '12345']);
  expect(await read(['123', '456', '789'])).toEqual(['12345']);
});

test('of a flood so many lines a second are handed on', async () => {
  expect(await read(['a\nb\nc\nd\n'])).toEqual(['a', 'b', 'c']);
  const stream = new PassThrough();
  const lines: string[] = [];
  readLines(stream, { lineLength: 5, linesPerSecond: 2 }, (line) => lines.push(line));
  const say = async (text: string) => {
    stream.write(text);
    await new Promise((resolve) => setImmediate(resolve));
  };
  vi.advanceTimersByTime(1_000 - (performance.now() % 1_000));
  await say('a\nb\nc\n');
  vi.advanceTimersByTime(999);
  await say('d\n');
  vi.advanceTimersByTime(1);
  await say('e\n');
  expect(lines).toEqual(['a', 'b', 'e']);
  stream.destroy();
});
