import type { FilePage } from '@muster/site/public-file/file-pages.ts';
import { describe, expect, it } from 'vitest';
import { isList, listFurther } from './list-addresses.ts';

const list = (from: number, limit: number, total: number) => ({ from, limit, total });

describe('where a list goes on, as its first page has it', () => {
  it.each<[FilePage, string, object, string[]]>([
    ['teams', 'nothing at all', list(1, 50, 0), []],
    ['teams', 'one page that is full', list(1, 50, 50), []],
    ['teams', 'one more than that', list(1, 50, 51), ['?from=51']],
    ['teams', 'three pages', list(1, 50, 150), ['?from=51', '?from=101']],
    ['teams', 'a further page, which leads nowhere itself', list(51, 50, 150), []],
    ['articles', 'two pages', list(1, 10, 20), ['?from=11']],
    ['archives', 'two pages', list(1, 10, 20), ['?from=11']],
    ['admins', 'two pages', { part: list(1, 10, 20) }, ['?from=11']],
    ['ladder', 'two pages', { size: 201, rows_from: 1, rows_limit: 200 }, ['?from=201']],
    ['ladder', 'one page', { size: 200, rows_from: 1, rows_limit: 200 }, []],
    ['ladder-log', 'the end of a log', { older: null }, []],
    ['ladder-log', 'older lines of a log', { older: 101 }, ['?before=101']],
    ['office-log', 'older lines', { older: '2026 & b' }, ['?before=2026+%26+b']],
    ['match', 'what is no list', list(1, 1, 9), []],
  ])('%s: %s', (page, _what, data, queries) => {
    const wanted = queries.map((query) => `/x${query}`);
    expect(listFurther(page, '/x?from=1', data)).toEqual(wanted);
    expect(isList(page)).toBe(page !== 'match');
  });

  const counts = { standing: 41, match: 21, run: 1, roster: 0 };
  const archive = { part: 'overview', kind: 'season', from: 1, limit: 20, counts };
  it.each([
    [
      'its parts that have something, and its table',
      archive,
      ['?part=matches', '?part=runs', '?from=21', '?from=41'],
    ],
    ['none of its parts from a further page', { ...archive, from: 21 }, []],
    ['the rest of a part', { ...archive, part: 'matches' }, ['?part=matches&from=21']],
    ['nothing more of a short part', { ...archive, part: 'runs' }, []],
    [
      'rosters where there are some',
      { ...archive, counts: { ...counts, standing: 1, match: 0, run: 0, roster: 1 } },
      ['?part=rosters'],
    ],
    // Its matches are words.
    ['no matches of a text', { ...archive, kind: 'text' }, ['?part=runs', '?from=21', '?from=41']],
  ])('an archive: %s', (_what, data, queries) => {
    const wanted = queries.map((query) => `/archives/a${query}`);
    expect(listFurther('archive', '/archives/a', data)).toEqual(wanted);
  });
});
