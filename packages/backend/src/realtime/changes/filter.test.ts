import { describe, expect, test } from 'vitest';
import { parseFilters } from './filter.ts';

const filter = (column: string, operator: string, value: string, isNegated = false) => ({
  column,
  operator,
  value,
  isNegated,
});

test.each([
  ['', []],
  ['   ', []],
  ['id=eq.1', [filter('id', 'eq', '1')]],
  [' id=eq.1 , age=gt.5 ', [filter('id', 'eq', '1'), filter('age', 'gt', '5')]],
  ['id=not.eq.1', [filter('id', 'eq', '1', true)]],
  ['a=eq.', [filter('a', 'eq', '')]],
  ['a=eq.b=c.d', [filter('a', 'eq', 'b=c.d')]],
  ['a=eq.not.b', [filter('a', 'eq', 'not.b')]],
  ['a=in.(x,y)', [filter('a', 'in', '{x,y}')]],
  ['a=in.()', [filter('a', 'in', '{}')]],
  ['a=in.("x,)",y),b=is.null', [filter('a', 'in', '{"x,)",y}'), filter('b', 'is', 'null')]],
  ['a=eq."x,y",b=eq.1', [filter('a', 'eq', 'x,y'), filter('b', 'eq', '1')]],
  ['a=eq."x\\"y\\\\"', [filter('a', 'eq', 'x"y\\')]],
  ['a=eq."x"y', [filter('a', 'eq', '"x"y')]],
  ['a=eq.x"y,b=eq.z"', [filter('a', 'eq', 'x"y'), filter('b', 'eq', 'z"')]],
  ['a=like.(x,y', [filter('a', 'like', '(x,y')]],
  ['a=eq.x),b=eq.1', [filter('a', 'eq', 'x)'), filter('b', 'eq', '1')]],
])('%j is read', (given, expected) => {
  expect(parseFilters(given)).toEqual(expected);
});

test.each([
  ['undefined', '["undefined"]'],
  ['id=foo.hey', '["foo", "hey"]'],
  ['id=eq', '["eq"]'],
  ['id=EQ.1', '["EQ", "1"]'],
  ['id=not.not.eq.1', '["not", "eq.1"]'],
  ['id=in.1', '`in` filter value must be wrapped by parentheses'],
  ['id=in.(', '`in` filter value must be wrapped by parentheses'],
  ['id=in.123', '`in` filter value must be wrapped by parentheses'],
  ['id=in.(12', '`in` filter value must be wrapped by parentheses'],
  ['id=in.12)', '`in` filter value must be wrapped by parentheses'],
  ['id=eq.1,', 'filter must not contain empty segments (check for extra commas)'],
  [',id=eq.1', 'filter must not contain empty segments (check for extra commas)'],
])('%j is refused', (given, fault) => {
  expect(parseFilters(given)).toEqual({ fault });
});

describe('what one filter may be', () => {
  const conditions = (count: number) => Array(count).fill('a=eq.1').join();
  test.each([
    [19, 19],
    [20, 20],
    [21, 'filter must not have more than 20 conditions'],
  ])('%i conditions', (count, expected) => {
    const parsed = parseFilters(conditions(count));
    expect('fault' in parsed ? parsed.fault : parsed.length).toBe(expected);
  });
  test.each([
    [3_999, 1],
    [4_000, 1],
    [4_001, 'filter must not have more than 4000 characters'],
  ])('%i characters', (count, expected) => {
    const parsed = parseFilters('a=eq.'.padEnd(count, 'x'));
    expect('fault' in parsed ? parsed.fault : parsed.length).toBe(expected);
  });
});
