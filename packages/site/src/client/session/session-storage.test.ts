import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readAllCookies } from '../cookies.ts';
import { cookieStorage, hasBegunSignIn } from './session-storage.ts';

/** What the browser was told to keep, by name, and for how many seconds. */
let jar: Map<string, string>;
let ages: Map<string, number>;
let isSecure: boolean;

beforeEach(() => {
  jar = new Map();
  ages = new Map();
  isSecure = false;
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal('document', {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      const [pair = '', ...marks] = text.split('; ');
      const [name = '', value = ''] = pair.split('=');
      const age = Number(marks.find((mark) => mark.startsWith('Max-Age='))?.slice(8));
      isSecure = marks.includes('Secure');
      expect(marks).toEqual(expect.arrayContaining(['Path=/', 'SameSite=Lax']));
      ages.set(name, age);
      if (age === 0) {
        jar.delete(name);
      } else {
        jar.set(name, value);
      }
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

it('keeps what it is given, in as many cookies as it takes, and forgets those of before', async () => {
  const long = 'ä+/=?'.repeat(2_000);
  await cookieStorage.setItem('key', long);
  expect(jar.size).toBeGreaterThan(2);
  expect(jar.get('key.0')).toMatch(/^base64-[\w-]+$/);
  expect(await cookieStorage.getItem('key')).toBe(long);
  expect(Math.min(...ages.values())).toBeGreaterThanOrEqual(400 * 24 * 3600);
  jar.set('key.x', 'another’s');
  jar.set('key2', 'another’s');
  await cookieStorage.setItem('key', 'short');
  expect([...jar.keys()]).toEqual(['key.x', 'key2', 'key']);
  expect(await cookieStorage.getItem('key')).toBe('short');
  await cookieStorage.removeItem('key');
  expect([...jar.keys()]).toEqual(['key.x', 'key2']);
});

it('reads what is written plainly, and nothing where there is nothing', async () => {
  expect(await cookieStorage.getItem('key')).toBeNull();
  jar.set('key', '');
  expect(await cookieStorage.getItem('key')).toBeNull();
  jar.set('key', encodeURIComponent('{"a":1}'));
  expect(await cookieStorage.getItem('key')).toBe('{"a":1}');
  jar.set('key', 'base64-*');
  expect(await cookieStorage.getItem('key')).toBeNull();
});

it('knows for five minutes that this browser began to sign in, and not after it came back', async () => {
  await cookieStorage.setItem('muster-auth-token', 'x');
  expect(hasBegunSignIn()).toBe(false);
  await cookieStorage.setItem('muster-auth-token-code-verifier', 'x');
  expect(hasBegunSignIn()).toBe(true);
  expect(ages.get('muster-sign-in-begun')).toBe(300);
  await cookieStorage.removeItem('muster-auth-token');
  expect(hasBegunSignIn()).toBe(true);
  await cookieStorage.removeItem('muster-auth-token-code-verifier');
  expect(hasBegunSignIn()).toBe(false);
});

it('sends cookies over https alone where the page came so', async () => {
  await cookieStorage.setItem('key', 'x');
  expect(isSecure).toBe(false);
  vi.stubGlobal('location', { protocol: 'https:' });
  await cookieStorage.setItem('key', 'x');
  expect(isSecure).toBe(true);
});

it('reads cookies by their names: the first of a name, decoded where that can be', () => {
  const cookies = readAllCookies('a=1; b = %C3%A4=; a=2; nothing;c=%');
  expect([...cookies]).toEqual([
    ['a', '1'],
    ['b', 'ä='],
    ['c', '%'],
  ]);
});
