import { describe, expect, it } from 'vitest';
import type { User } from './rows.ts';
import { hasVerifiedFactor, isBanned, mergeMetadata, toUser, type UserRow } from './users.ts';

/** What is made of a row of somebody, and what is told by it. */

describe('somebody as they are read', () => {
  const at = (minute: number) => `2026-11-20T19:0${minute}:00+00:00`;
  const read = (row: object) => toUser(row as UserRow);

  it('has what is theirs oldest first, and what is of one instant by its id', () => {
    const list = [
      { id: 'd', created_at: at(2) },
      { id: 'c', created_at: at(1) },
      { id: 'a', created_at: at(2) },
      { id: 'b', created_at: at(0) },
    ];
    const { identities, factors } = read({ identities: list, factors: list });
    expect(identities.map(({ id }) => id)).toEqual(['b', 'c', 'a', 'd']);
    expect(factors.map(({ id }) => id)).toEqual(['b', 'c', 'a', 'd']);
  });

  it('has instants where the row has texts of them, and nothing else made of a text', () => {
    const identity = { id: 'a', created_at: at(1), last_sign_in_at: null, email: at(2) };
    const { identities } = read({ identities: [identity], factors: null });
    expect(identities).toEqual([
      {
        id: 'a',
        created_at: new Date('2026-11-20T19:01:00Z'),
        last_sign_in_at: null,
        email: at(2),
      },
    ]);
  });

  it('may have nothing', () => {
    expect(read({ identities: null, factors: null })).toEqual({ identities: [], factors: [] });
  });
});

it('metadata is merged by its keys, of which a null takes one away', () => {
  const before = { a: 1, b: 2, c: { d: 1 }, e: null };
  expect(mergeMetadata(before, { b: 3, c: { f: 1 }, a: null, g: 0, h: '' })).toEqual({
    b: 3,
    c: { f: 1 },
    g: 0,
    h: '',
  });
  expect(mergeMetadata(null, { a: 1 })).toEqual({ a: 1 });
});

it.each([
  [null, false],
  [999, false],
  [1000, false],
  [1001, true],
])('who is banned until %j is so at the instant 1000: %s', (until, isOut) => {
  const user = { banned_until: until === null ? null : new Date(until) } as User;
  expect(isBanned(user, new Date(1000))).toBe(isOut);
});

it.each([
  [[], false],
  [['unverified'], false],
  [['unverified', 'verified'], true],
])('with factors %j somebody has one that works: %s', (statuses, hasOne) => {
  expect(hasVerifiedFactor({ factors: statuses.map((status) => ({ status })) } as User)).toBe(
    hasOne,
  );
});
