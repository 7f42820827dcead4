import { expect, it } from 'vitest';
import { type AuthConfigInput, resolveAuthConfig } from './config.ts';
import type { Auth } from './context.ts';
import { requireStrongPassword } from './password-strength.ts';

/** Which passwords are refused, and what is said of them. */

async function judge(password: string, rules: AuthConfigInput['password'] = {}) {
  const auth = {
    config: resolveAuthConfig({ password: rules }),
    isLeakedPassword: async (asked: string) => asked === 'password',
  } as Auth;
  return requireStrongPassword(auth, password).then(
    () => 'good',
    ({ status, code, message, details }) => [status, code, message, details],
  );
}

const weak = (message: string, ...reasons: string[]) => [
  422,
  'weak_password',
  message,
  { weak_password: { reasons } },
];
const short = 'Password should be at least 6 characters.';

it.each([
  ['12345', weak(short, 'length')],
  ['123456', 'good'],
  // Bytes are counted, as they are by what hashes it.
  ['äöü', 'good'],
  ['x'.repeat(72), 'good'],
  ['ä'.repeat(36), 'good'],
])('%j', async (password, expected) => {
  expect(await judge(password)).toEqual(expected);
});

it.each(['x'.repeat(73), `${'ä'.repeat(36)}x`])(
  '%j is longer than what is looked at',
  async (password) => {
    const message = 'Password cannot be longer than 72 characters';
    expect(await judge(password)).toEqual([400, 'validation_failed', message, {}]);
  },
);

const each = { requiredCharacters: ['abc', '123', ''] };
const characters = 'Password should contain at least one character of each: abc, 123, .';

it.each([
  ['a1xxxx', 'good'],
  ['aaaaaa', weak(characters, 'characters')],
  ['111111', weak(characters, 'characters')],
  ['x', weak(`${short} ${characters}`, 'length', 'characters')],
])('%j where a letter and a digit are asked for', async (password, expected) => {
  expect(await judge(password, each)).toEqual(expected);
});

it('one that everybody knows is refused where that is asked for alone', async () => {
  const known = 'Password is known to be weak and easy to guess, please choose a different one.';
  expect(await judge('password')).toBe('good');
  expect(await judge('password', { rejectLeaked: true })).toEqual(weak(known, 'pwned'));
  expect(await judge('correct horse', { rejectLeaked: true })).toBe('good');
});

it('the operator says how long one must be', async () => {
  const rules = { minLength: 8 };
  expect(await judge('1234567', rules)).toEqual(
    weak('Password should be at least 8 characters.', 'length'),
  );
  expect(await judge('12345678', rules)).toBe('good');
});
