import { expect, test } from 'vitest';
import { toLoginUrl } from './login-url.ts';

test.each([
  [
    'postgres://owner:pass@db.example:5433/league?sslmode=require',
    'postgres://authenticator@db.example:5433/league?sslmode=require',
  ],
  ['postgres://owner@/league?host=/run/pg', 'postgres://authenticator@/league?host=%2Frun%2Fpg'],
  ['postgres:///league?host=/run/pg', 'postgres://authenticator@/league?host=%2Frun%2Fpg'],
  ['postgres://h/league?user=owner&password=x', 'postgres://authenticator@h/league'],
  ['postgresql://[::1]:5432/league', 'postgresql://authenticator@[::1]:5432/league'],
])('%s keeps its place under another login', (address, expected) => {
  expect(toLoginUrl(address, { user: 'authenticator' })).toBe(expected);
});

test('a password is escaped', () => {
  expect(toLoginUrl('postgres://owner@h/league', { user: 'rest', password: 'a/b@c:d' })).toBe(
    'postgres://rest:a%2Fb%40c%3Ad@h/league',
  );
});
