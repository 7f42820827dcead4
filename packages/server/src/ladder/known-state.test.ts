import type { Database } from '@muster/database';
import { emptyLadder } from '@muster/league';
import { expect, it } from 'vitest';
import { findKnown, forget, readLadderState } from './known-state.ts';
import type { LadderPageRow, LadderStateRow } from './query.ts';

// Nothing is asked of it: it is only what is remembered by.
const createDatabase = () => ({}) as Database;

function read(
  database: Database,
  slug: string,
  change: Partial<LadderStateRow> = {},
  season: { id: string } | null = { id: 'season' },
) {
  const state = {
    ...{ sequence: 7, hash: 'h', entries: null, matches: null },
    root: { ...emptyLadder, season: { id: 'season' } },
    ...change,
  };
  // Of the page's row no more is read than this.
  const page = { slug, season, state } as unknown as LadderPageRow;
  return readLadderState(database, page, findKnown(database, slug));
}

it('knows fifty ladders, and forgets first whose page was looked at longest ago', () => {
  const database = createDatabase();
  for (let ladder = 1; ladder <= 50; ladder += 1) {
    read(database, `of-${ladder}`);
  }
  read(database, 'of-1');
  read(database, 'of-51');
  const known = [1, 2, 3, 50, 51].map((ladder) => findKnown(database, `of-${ladder}`) !== null);
  expect(known).toEqual([true, false, true, true, true]);
  forget(database, 'of-3');
  expect(findKnown(database, 'of-3')).toBeNull();
  expect(findKnown(createDatabase(), 'of-1')).toBeNull();
});

it('takes what has not changed from what it knows, drops what is live no more, and reads all where one is missing', () => {
  const database = createDatabase();
  // What a member holds is the rules' matter.
  const members = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, { id: name }])) as never;
  read(database, 'tanks', { entries: members('a', 'b'), matches: members('m') });
  const next = read(database, 'tanks', { entries: { a: null }, matches: { m: null } });
  expect([next?.entries, next?.matches]).toEqual([{ a: { id: 'a' } }, { m: { id: 'm' } }]);
  expect(findKnown(database, 'tanks')).toMatchObject({ sequence: 7, hash: 'h' });
  expect(read(database, 'tanks', { entries: { b: null } })).toBeUndefined();
  expect(read(database, 'tanks', { matches: { n: null } })).toBeUndefined();
});

it('has none of another season, nor of none', () => {
  const database = createDatabase();
  expect(read(database, 'tanks', {}, { id: 'other' })).toBeNull();
  expect(read(database, 'tanks', {}, null)).toBeNull();
  expect(findKnown(database, 'tanks')).toBeNull();
});
