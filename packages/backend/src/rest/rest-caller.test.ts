import { DatabaseUnavailable } from '@muster/database';
import { describe, expect, test } from 'vitest';
import { requireRestCaller } from './rest-caller.ts';

const ask = (authorization: string | null, answer: () => Record<string, unknown> = () => ({})) => {
  const asked: string[] = [];
  const headers = new Headers(authorization === null ? {} : { authorization });
  const caller = requireRestCaller(headers, async (token) => {
    asked.push(token);
    return answer();
  });
  return { caller, asked };
};

describe('who asks', () => {
  test.each([[null], ['Basic YTpi'], ['Bearer'], ['token.of.sorts']])(
    'with %j is anybody',
    async (authorization) => {
      const { caller, asked } = ask(authorization);
      expect(await caller).toEqual({ role: 'anon', claims: { role: 'anon' } });
      expect(asked).toEqual([]);
    },
  );

  test.each([
    ['Bearer a.b.c', { role: 'authenticated', sub: '1' }, 'authenticated'],
    ['bearer   a.b.c ', { role: 'service_role' }, 'service_role'],
    ['Bearer a.b.c', { role: 'anon' }, 'anon'],
    ['Bearer a.b.c', { sub: '1' }, 'anon'],
  ])('with %j and %j is %s', async (authorization, claims, role) => {
    const { caller, asked } = ask(authorization, () => claims);
    expect(await caller).toEqual({ role, claims });
    expect(asked).toEqual(['a.b.c']);
  });

  test.each([['postgres'], [7], ['']])('may not be %j', async (role) => {
    await expect(ask('Bearer a.b.c', () => ({ role })).caller).rejects.toMatchObject({
      status: 403,
      body: { code: '42501', message: `permission denied to set role "${role}"` },
    });
  });
});

describe('a token', () => {
  test.each([
    ['a', 1],
    ['a.b', 2],
    ['a.b.c.d', 4],
  ])('%s has too few or too many parts', async (token, parts) => {
    const { caller, asked } = ask(`Bearer ${token}`);
    await expect(caller).rejects.toMatchObject({
      status: 401,
      body: { code: 'PGRST301', message: `Expected 3 parts in JWT; got ${parts}` },
    });
    expect(asked).toEqual([]);
  });

  test.each<[string, unknown, number, string]>([
    ['is over', new Error('the token has expired'), 401, 'PGRST303'],
    ['is not ours', new Error('no key fits'), 401, 'PGRST301'],
    ['fails otherwise', 'expired', 401, 'PGRST301'],
    ['cannot be asked about', new DatabaseUnavailable('away', 'gone'), 503, 'PGRST001'],
    ['must wait', new DatabaseUnavailable('busy', 'full'), 503, 'PGRST003'],
  ])('that %s', async (_what, thrown, status, code) => {
    const refuse = () => {
      throw thrown;
    };
    await expect(ask('Bearer a.b.c', refuse).caller).rejects.toMatchObject({
      status,
      body: { code },
    });
  });
});
