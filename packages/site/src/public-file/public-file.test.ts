import { describe, expect, it } from 'vitest';
import { listDifferences, withDifferences } from './differences.ts';
import { findPart } from './find-part.ts';
import type { Findable } from './given.ts';
import { search } from './search.ts';

describe('the part in which an address stands', () => {
  const starts = ['/teams/b', '/teams/m', '/teams/t'];
  it.each([
    ['before the first', '/teams/a', -1],
    ['the first of the first part', '/teams/b', 0],
    ['the last before the second', '/teams/lzz', 0],
    ['the first of the second', '/teams/m', 1],
    ['after the last', '/teams/z', 2],
  ])('%s', (_case, address, part) => {
    expect(findPart(starts, address)).toBe(part);
  });

  it('is none where nothing is kept', () => {
    expect(findPart([], '/teams/a')).toBe(-1);
  });
});

describe('what differs in another language', () => {
  it.each([
    ['nothing', { a: [1, { b: null }] }, { a: [1, { b: null }] }, 0],
    ['a text deep in a list', { a: [{ b: 'one' }, 2] }, { a: [{ b: 'yksi' }, 2] }, 1],
    ['a longer list, as a whole', { a: [1, 2] }, { a: [1, 2, 3] }, 1],
    ['a member more, as a whole', { a: { b: 1 } }, { a: { b: 1, c: 2 } }, 1],
    ['a list for an object', { a: {} }, { a: [] }, 1],
    ['all of it', 'one', 'yksi', 1],
  ])('%s', (_case, from, to, count) => {
    const before = JSON.stringify(from);
    const differences = listDifferences(from, to);
    expect(differences).toHaveLength(count);
    expect(withDifferences(from, differences)).toEqual(to);
    expect(JSON.stringify(from)).toBe(before);
  });
});

describe('the search', () => {
  const list: readonly Findable[] = [
    ['team', ['The Żubry', 'ZUB'], '/teams/zubry'],
    ['person', ['Zubra'], '/profiles/1'],
    ['article', ['Welcome', 'Tervetuloa'], '/articles/welcome'],
  ];
  it.each([
    ['nothing', '  ', []],
    ['names that begin so come first, accents or not', 'zubr', ['Zubra', 'The Żubry']],
    ['a name in another language', 'TERVE', ['Tervetuloa']],
    ['a tag', 'ZUB', ['The Żubry', 'Zubra']],
    ['what is not there', 'nobody', []],
  ])('finds %s', (_case, words, names) => {
    expect(
      search(list, words, 5)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...names].sort());
  });

  it('begins with what begins so, and ends at as many as are wanted', () => {
    expect(search(list, 'zubr', 5).map(({ name }) => name)).toEqual(['Zubra', 'The Żubry']);
    expect(search(list, 'zubr', 1).map(({ name }) => name)).toEqual(['Zubra']);
  });
});
