import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { findValueFault, isRefusedValue } from './values.ts';

describe('a value that nothing can take', () => {
  const characters = (path: string) => ({ path, rule: 'characters' });

  test.each<[string, unknown, object | null]>([
    ['a text', 'Zoë 🎮', null],
    ['a number', 7, null],
    ['nothing', null, null],
    ['a flag', false, null],
    ['a NUL', 'a\0b', characters('')],
    ['the first half of a character', '\ud83c', characters('')],
    ['the second half', '\udfae', characters('')],
    ['a NUL in a member', { a: { b: ['x', 'a\0'] } }, characters('a.b.1')],
    ['a NUL in a name', { a: { 'b\0': 1 } }, characters('a')],
    ['a NUL in a name at the top', { 'b\0': 1 }, characters('')],
    ['half a character behind what is right', [{ a: 'x' }, { a: '\ud83c' }], characters('1.a')],
  ])('%s', (_what, value, fault) => {
    expect(findValueFault(value, 10)).toEqual(fault);
  });

  test.each([
    [[[]], 2, null],
    [[[]], 1, null],
    [[[]], 0, { path: '', rule: 'depth' }],
    [{ a: { b: 1 } }, 2, null],
    [{ a: { b: 1 } }, 1, { path: '', rule: 'depth' }],
    ['x', 0, null],
  ])('%j at most %i deep: %o', (value, most, fault) => {
    expect(findValueFault(value, most)).toEqual(fault);
  });
});

test.each([
  ['22003', true],
  ['22007', true],
  ['22008', true],
  ['22021', true],
  ['22P02', true],
  ['22P05', true],
  ['22012', false],
  ['23505', false],
])('PostgreSQL’s %s is about a value: %s', (code, isValue) => {
  const error = Object.assign(new pg.DatabaseError('x', 0, 'error'), { code });
  expect(isRefusedValue(error)).toBe(isValue);
  expect(isRefusedValue(Object.assign(new Error('x'), { code }))).toBe(false);
});
