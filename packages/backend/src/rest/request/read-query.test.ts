import { describe, expect, test } from 'vitest';
import { RestFailure } from '../failure.ts';
import { readQuery } from './read-query.ts';

/** The code by which a query is refused, or null. */
function refuse(query: string): string | null {
  try {
    readQuery(`?${query}`, false);
    return null;
  } catch (thrown) {
    if (thrown instanceof RestFailure) {
      return thrown.body.code;
    }
    throw thrown;
  }
}

function repeat(count: number, toText: (index: number) => string, separator = ','): string {
  return Array.from({ length: count }, (_, index) => toText(index)).join(separator);
}

function nest(depth: number, open: string, inner: string, close = ')'): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}

describe('what one request may ask for', () => {
  test.each([
    ['too_many_embeds', 10, (n: number) => `select=${repeat(n, (i) => `a${i}:teams(id)`)}`],
    [
      'too_many_embeds',
      10,
      // One more in each of the others counts as much as one beside them.
      (n: number) => `select=a:x(${repeat(n - 2, (i) => `...b${i}(id)`)}),c:y!inner(id)`,
    ],
    ['embeds_too_deep', 4, (n: number) => `select=${nest(n, 'a(', 'id')}`],
    ['too_many_columns', 200, (n: number) => `select=${repeat(n, (i) => `c${i}`)}`],
    ['too_many_conditions', 100, (n: number) => repeat(n, (i) => `c${i}=eq.1`, '&')],
    [
      'too_many_conditions',
      100,
      // The group counts as one.
      (n: number) => `a=eq.1&b.or=(${repeat(n - 2, (i) => `c${i}.eq.1`)})`,
    ],
    ['conditions_too_deep', 8, (n: number) => `or=${nest(n - 1, '(and', '(a.eq.1)')}`],
    ['conditions_too_deep', 8, (n: number) => `not.and=${nest(n - 1, '(not.or', '(a.eq.1)')}`],
    ['too_many_order_terms', 20, (n: number) => `order=${repeat(n, (i) => `c${i}`)}`],
    ['request_too_long', 16_384, (n: number) => `a=eq.${'x'.repeat(n - '?a=eq.'.length)}`],
  ])('%s beyond %i', (code, most, toQuery) => {
    expect(refuse(toQuery(most - 1))).toBeNull();
    expect(refuse(toQuery(most))).toBeNull();
    expect(refuse(toQuery(most + 1))).toBe(code);
  });

  test.each([
    ['select', nest(1_200, 'a(', 'id'), 'embeds_too_deep'],
    ['select', '...a('.repeat(1_200), 'embeds_too_deep'],
    ['select', '('.repeat(3_000), 'PGRST100'],
    ['or', '('.repeat(3_000), 'PGRST100'],
    ['or', nest(1_200, '(or', '(a.eq.1)'), 'conditions_too_deep'],
    ['a', `in.(${'"'.repeat(10_000)}`, null],
    ['a', `eq.${'\\"'.repeat(5_000)}`, null],
    ['select', `${'a-'.repeat(4_000)}`, 'PGRST100'],
    ['select', `"${'\\"'.repeat(1_000)}`, 'PGRST100'],
    ['select', `a${'->b'.repeat(4_000)}`, null],
  ])('%s of any depth and length is read to an end', (name, value, code) => {
    const refused = refuse(`${name}=${encodeURIComponent(value)}`);
    if (code !== null) {
      expect(refused).toBe(code);
    }
  });

  test('the character of code zero is refused wherever it stands', () => {
    for (const query of ['select=%00', 'a%00=eq.1', 'a=eq.%00', 'order=a%00', 'columns=%00']) {
      expect(refuse(query)).toBe('PGRST100');
    }
  });
});

describe('select', () => {
  test('is read with all that it can say', () => {
    const { select } = readQuery(
      '?select=id,n:name::text,"odd, name",data->a->0->>b,score.sum()::int,count(),t:teams!hint!inner(*),...x(y)',
      false,
    );
    expect(select).toMatchObject([
      { field: { name: 'id', path: [] } },
      { field: { name: 'name' }, alias: 'n', cast: 'text' },
      { field: { name: 'odd, name' } },
      {
        field: {
          name: 'data',
          path: [
            { key: 'a', asText: false },
            { key: 0, asText: false },
            { key: 'b', asText: true },
          ],
        },
      },
      { field: { name: 'score' }, aggregate: 'sum', aggregateCast: 'int' },
      { field: { name: '*' }, aggregate: 'count' },
      { kind: 'embed', target: 'teams', alias: 't', hint: 'hint', isInner: true, isSpread: false },
      { kind: 'embed', target: 'x', isSpread: true, select: [{ field: { name: 'y' } }] },
    ]);
  });

  test('says where it is broken', () => {
    expect(() => readQuery('?select=id,(', false)).toThrow(
      '"failed to parse select parameter (id,()" (line 1, column 4)',
    );
  });
});

describe('what else a query says', () => {
  const status = (search: string, isCallByGet = false) => {
    try {
      readQuery(search, isCallByGet);
      return null;
    } catch (thrown) {
      return thrown instanceof RestFailure ? [thrown.status, thrown.body.code] : thrown;
    }
  };

  test.each<[string, object]>([
    ['', { limits: [], offsets: [], orders: [], conditions: [], columns: null, onConflict: null }],
    ['?limit=5&offset=2', { limits: [at(5)], offsets: [at(2)] }],
    ['?limit=-5&offset=-2', { limits: [at(-5)], offsets: [at(-2)] }],
    [
      '?teams.limit=5&teams.players.offset=2',
      {
        limits: [at(5, 'teams')],
        offsets: [at(2, 'teams', 'players')],
      },
    ],
    ['?limit=many&offset=some', { limits: [at(null)], offsets: [at(0)] }],
    ['?limit=9007199254740991', { limits: [at(9_007_199_254_740_991)] }],
    ['?order=', { orders: [] }],
    ['?teams.or=(a.eq.1)', { conditions: [{ path: ['teams'] }] }],
    ['?teams.not.or=(a.eq.1)', { conditions: [{ path: ['teams'], value: { isNegated: true } }] }],
    ['?teams.players.name=eq.1', { conditions: [{ path: ['teams', 'players'] }] }],
    ['?columns=a, b,a&on_conflict="c,d"', { columns: ['a', 'b'], onConflict: ['c,d'] }],
    // The first counts.
    ['?columns=a&columns=b', { columns: ['a'] }],
  ])('%s', (search, expected) => {
    expect(readQuery(search, false)).toMatchObject(expected);
  });

  test.each([
    ['?order=a', null, null],
    ['?order=a.asc', 'asc', null],
    ['?order=a.desc', 'desc', null],
    ['?order=a.nullsfirst', null, 'first'],
    ['?order=a.desc.nullslast', 'desc', 'last'],
  ])('%s', (search, direction, nulls) => {
    const { orders } = readQuery(search, false);
    const field = { name: 'a', path: [] };
    expect(orders).toEqual([{ path: [], value: [{ relation: null, field, direction, nulls }] }]);
  });

  test('orders follow each other, of what is embedded too', () => {
    const { orders } = readQuery('?order=teams(name).desc, b->c&teams.order=d', false);
    expect(orders).toMatchObject([
      {
        path: [],
        value: [
          { relation: 'teams', field: { name: 'name' }, direction: 'desc' },
          { relation: null, field: { name: 'b', path: [{ key: 'c' }] } },
        ],
      },
      { path: ['teams'], value: [{ field: { name: 'd' } }] },
    ]);
  });

  test.each([
    ['?order=a.up', [400, 'PGRST100']],
    ['?order=a.desc.asc', [400, 'PGRST100']],
    ['?order=teams(a', [400, 'PGRST100']],
    ['?order=a,', [400, 'PGRST100']],
    ['?limit=9007199254740992', [416, 'PGRST103']],
    ['?offset=-9007199254740992', [416, 'PGRST103']],
    ['?columns=', [400, 'PGRST100']],
    ['?columns=a b;', [400, 'PGRST100']],
    ['?a=%00', [400, 'PGRST100']],
    ['?select=a.b', [400, 'PGRST100']],
    ['?select=a.sum', [400, 'PGRST100']],
    ['?select=a::', [400, 'PGRST100']],
    ['?select=a b)', [400, 'PGRST100']],
    ['?select=teams(a', [400, 'PGRST100']],
    ['?select=,', [400, 'PGRST100']],
    ['?select=a->', [400, 'PGRST100']],
    ['?a=1', [400, 'PGRST100']],
  ])('%s is refused', (search, refusal) => {
    expect(status(search)).toEqual(refusal);
  });

  test('of a call what is no filter is an argument', () => {
    const search = '?a=1&b=eq.1&c=eq.x&a=2&not.or=(d.eq.1)&limit=1';
    const { args, conditions, limits } = readQuery(search, true);
    expect(args).toEqual([
      ['a', '1'],
      ['a', '2'],
    ]);
    expect(conditions).toHaveLength(3);
    expect(limits).toHaveLength(1);
    // A limit is a limit of a call as well.
    const deep = `a=${'x'.repeat(16_384)}`;
    expect(status(`?${deep}`, true)).toEqual([414, 'request_too_long']);
  });

  test.each([
    ['a', { aggregate: null, cast: null, alias: null }],
    ['a.count()', { aggregate: 'count', aggregateCast: null }],
    ['a.avg()', { aggregate: 'avg' }],
    ['a.max()::text', { aggregate: 'max', aggregateCast: 'text' }],
    ['a::int.min()', { aggregate: 'min', cast: 'int', aggregateCast: null }],
    ['n:count()::text', { aggregate: 'count', alias: 'n', aggregateCast: 'text' }],
    ['count', { aggregate: null, field: { name: 'count', path: [] } }],
    ['a::text', { cast: 'text', alias: null }],
    ['a-b', { field: { name: 'a-b', path: [] } }],
    ['t!left(a)', { kind: 'embed', target: 't', hint: null, isInner: false }],
    ['t!inner!fkey(a)', { hint: 'fkey', isInner: true }],
    ['t()', { select: [] }],
    ['x->-1', { field: { name: 'x', path: [{ key: -1, asText: false }] } }],
    ['x->>"a.b"', { field: { name: 'x', path: [{ key: 'a.b', asText: true }] } }],
  ])('select=%s', (select, expected) => {
    expect(readQuery(`?select=${encodeURIComponent(select)}`, false).select).toMatchObject([
      expected,
    ]);
  });

  test('select=* is everything, and so is none', () => {
    const everything = [{ kind: 'field', field: { name: '*', path: [] } }];
    expect(readQuery('?select=*', false).select).toMatchObject(everything);
    expect(readQuery('', false).select).toMatchObject(everything);
    expect(readQuery('?select=', false).select).toEqual([]);
  });
});

/** What stands in a query, and of which embed. */
function at(value: number | null, ...path: string[]) {
  return { path, value };
}
