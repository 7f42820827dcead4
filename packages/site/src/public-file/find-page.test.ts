import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LogLine } from '../pages/match/log-line.ts';
import type { FileIndex, KeptPages } from './given.ts';

const toLine = (sequence: number): LogLine => ({
  ...{ sequence, at: '', type: 'any', actor_id: null, match_id: null, data: {}, hash: 'h' },
});
const toText = (...sequences: number[]) =>
  `${sequences.map((one) => JSON.stringify({ ...toLine(one), id: 'i' })).join('\n')}\n`;

/** What the scripts beside the page hold. */
let texts: Record<string, string>;
let pages: Record<string, KeptPages>;

beforeEach(() => {
  // The file's own reading belongs to a window.
  vi.stubGlobal('window', {});
  texts = { 'log-tanks-0': toText(1, 2), 'log-tanks-1': toText(3, 4) };
  pages = {};
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const index = {
  parts: { match: ['/matches/a', '/matches/m'] },
  logs: { tanks: { path: '', starts: [1, 3] } },
  // No more of it is looked at.
} as unknown as FileIndex;

async function find(kind: string, address: string) {
  const given = await import('./given.ts');
  vi.spyOn(given, 'readText').mockImplementation(async (name) => texts[name] ?? '');
  vi.spyOn(given, 'readGiven').mockImplementation(async (name) => pages[name] as never);
  const { findPage } = await import('./find-page.ts');
  return findPage(index, kind, address);
}

it('finds a page in the part in which its address stands, and none that is not kept', async () => {
  pages = {
    'match-0': { '/matches/b': { data: 'first' } },
    'match-1': { '/matches/m': { data: 'second' } },
  };
  expect(await find('match', '/matches/b')).toEqual({ data: 'first' });
  expect(await find('match', '/matches/m')).toEqual({ data: 'second' });
  expect(await find('match', '/matches/c')).toBeNull();
  expect(await find('match', 'toString')).toBeNull();
  expect(await find('match', '/matches/Z')).toBeNull();
  expect(await find('team', '/matches/b')).toBeNull();
});

it('takes the lines that a page shows out of the log, with what the page adds to them', async () => {
  const lines = { ladder: 'tanks', member: 'log' };
  const own = { ...toLine(9), type: 'else' };
  const data = { title: 'x', log: [4, [2, 'late'], own, 1] };
  pages = { 'match-0': { '/matches/b': { data, lines } } };
  expect(await find('match', '/matches/b')).toEqual({
    lines,
    data: { title: 'x', log: [toLine(4), { ...toLine(2), reason: 'late' }, own, toLine(1)] },
  });
});

it('says which line the log has not', async () => {
  const page = { data: { log: [5] }, lines: { ladder: 'tanks', member: 'log' } };
  pages = { 'match-0': { '/matches/b': page } };
  await expect(find('match', '/matches/b')).rejects.toThrow('The log of tanks has no line 5.');
});
