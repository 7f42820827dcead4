import { describe, expect, test } from 'vitest';
import { RestFailure } from '../failure.ts';
import { restLimits } from '../limits.ts';
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
    [
      'too_many_embeds',
      restLimits.embeds,
      (n: number) => `select=${repeat(n, (i) => `a${i}:teams(id)`)}`,
    ],
    [
      'too_many_embeds',
      restLimits.embeds,
      // One more in each of the others counts as much as one beside them.
      (n: number) => `select=a:x(${repeat(n - 2, (i) => `...b${i}(id)`)}),c:y!inner(id)`,
    ],
    ['embeds_too_deep', restLimits.embedDepth, (n: number) => `select=${nest(n, 'a(', 'id')}`],
    ['too_many_columns', restLimits.selected, (n: number) => `select=${repeat(n, (i) => `c${i}`)}`],
    [
      'too_many_conditions',
      restLimits.conditions,
      (n: number) => repeat(n, (i) => `c${i}=eq.1`, '&'),
    ],
    [
      'too_many_conditions',
      restLimits.conditions,
      // The group counts as one.
      (n: number) => `a=eq.1&b.or=(${repeat(n - 2, (i) => `c${i}.eq.1`)})`,
    ],
    [
      'conditions_too_deep',
      restLimits.conditionDepth,
      (n: number) => `or=${nest(n - 1, '(and', '(a.eq.1)')}`,
    ],
    [
      'conditions_too_deep',
      restLimits.conditionDepth,
      (n: number) => `not.and=${nest(n - 1, '(not.or', '(a.eq.1)')}`,
    ],
    [
      'too_many_order_terms',
      restLimits.orderTerms,
      (n: number) => `order=${repeat(n, (i) => `c${i}`)}`,
    ],
    [
      'request_too_long',
      restLimits.queryLength,
      (n: number) => `a=eq.${'x'.repeat(n - '?a=eq.'.length)}`,
    ],
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
