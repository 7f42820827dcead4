import { expect, it } from 'vitest';
import type { Auth } from './context.ts';
import { createCode, hashCode, hashLinkToken, toLinkToken } from './one-time-tokens.ts';

/** Codes, and what stands for them in a link and in the tables. */

const toAuth = (secret: string) => ({ keys: { secret: new TextEncoder().encode(secret) } }) as Auth;
const auth = toAuth('league');

it.each([1, 6, 10])('a code has %i digits', (length) => {
  expect(createCode(length)).toMatch(new RegExp(`^\\d{${length}}$`));
});

it('a code is any of its digits', () => {
  // That one is missing from a thousand happens once in 10^45.
  expect(new Set(createCode(1000))).toEqual(new Set('0123456789'));
});

it('a link’s token is made of the contact, the code and the league’s secret', () => {
  const token = toLinkToken(auth, 'ann@a.example', '123456');
  expect(token).toMatch(/^[0-9a-f]{56}$/);
  expect(toLinkToken(auth, 'ann@a.example', '123456')).toBe(token);
  expect(toLinkToken(auth, 'bea@a.example', '123456')).not.toBe(token);
  expect(toLinkToken(auth, 'ann@a.example', '123457')).not.toBe(token);
  expect(toLinkToken(toAuth('other'), 'ann@a.example', '123456')).not.toBe(token);
});

it('what is stored is the same by whichever way the code comes, and is no token', () => {
  const token = toLinkToken(auth, 'ann@a.example', '123456');
  const stored = hashCode(auth, 'ann@a.example', '123456');
  expect([hashLinkToken(token), hashLinkToken(`pkce_${token}`)]).toEqual([stored, stored]);
  expect(hashLinkToken(stored)).not.toBe(stored);
  expect(stored).not.toBe(token);
});
