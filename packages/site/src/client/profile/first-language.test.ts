import { expect, it } from 'vitest';
import { isLanguageOpen } from './first-language.ts';

const created_at = '2026-11-02T12:00:00.000Z';

it.each([
  ['at the first sign-in', created_at, {}, true],
  ['just within a minute', '2026-11-02T12:00:59.999Z', {}, true],
  ['a minute later, which is another sign-in', '2026-11-02T12:01:00.000Z', {}, false],
  ['where the provider named a language', created_at, { locale: 'fi' }, false],
  ['where nobody has signed in', undefined, {}, false],
])('an account’s language: %s', (_name, signedIn, user_metadata, isOpen) => {
  const user = { created_at, user_metadata };
  expect(
    isLanguageOpen(signedIn === undefined ? user : { ...user, last_sign_in_at: signedIn }),
  ).toBe(isOpen);
});
