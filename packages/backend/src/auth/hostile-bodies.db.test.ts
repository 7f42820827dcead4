import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';

let harness: AuthHarness;
let token: string;
let serviceKey: string;

beforeAll(async () => {
  harness = await createAuthHarness({ mailer: { autoconfirm: true } });
  const signedUp = await harness.request('/signup', {
    method: 'POST',
    json: { email: 'ann@example.org', password: 'a long enough password' },
  });
  token = ((await signedUp.json()) as { access_token: string }).access_token;
  serviceKey = await harness.serviceRoleKey();
});
afterAll(() => harness[Symbol.asyncDispose]());

const nest = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Nested without end: for the fields that take an object of any form, else for a call's first one. */
const endless = [nest(100_000), '['.repeat(400_000) + ']'.repeat(400_000)];

/** Values as they stand in JSON: nested deep, no text that a database holds, numbers out of every range. */
const odd = [
  nest(1_000),
  '"\\u0000"',
  '{"a":"b\\u0000"}',
  '{"a\\u0000":1}',
  '"\\ud800"',
  '{"a":"\\udfff"}',
  '1e400',
  '-99999999999999999999999',
  '{"__proto__":{"a":1}}',
  'null',
  '[]',
];

const calls = [
  { path: '/signup', fields: ['email', 'password', 'data', 'phone', 'code_challenge'] },
  { path: '/token?grant_type=password', fields: ['email', 'password', 'phone'] },
  { path: '/token?grant_type=refresh_token', fields: ['refresh_token'] },
  { path: '/token?grant_type=pkce', fields: ['auth_code', 'code_verifier'] },
  { path: '/otp', fields: ['email', 'phone', 'data', 'create_user', 'code_challenge'] },
  { path: '/magiclink', fields: ['email', 'data'] },
  { path: '/recover', fields: ['email', 'code_challenge', 'gotrue_meta_security'] },
  { path: '/resend', fields: ['email', 'type', 'phone'] },
  { path: '/verify', fields: ['email', 'token', 'token_hash', 'type', 'redirect_to'] },
  { path: '/user', method: 'PUT', fields: ['data', 'email', 'phone', 'password', 'nonce'] },
  { path: '/factors', fields: ['friendly_name', 'factor_type', 'issuer', 'phone'] },
  {
    path: '/admin/users',
    fields: ['email', 'user_metadata', 'app_metadata', 'ban_duration', 'id'],
  },
  { path: '/invite', fields: ['email', 'data', 'redirect_to'] },
  { path: '/admin/generate_link', fields: ['email', 'type', 'data', 'new_email', 'redirect_to'] },
] as const;

test.each(calls)('answers whatever stands in a body: $path', async (call) => {
  const isAdmins = call.path.startsWith('/admin') || call.path === '/invite';
  const authorization = `Bearer ${isAdmins ? serviceKey : token}`;
  const wrong: string[] = [];
  const open = call.fields.filter((field) => /data|meta/.test(field));
  const deep: readonly string[] = open.length > 0 ? open : call.fields.slice(0, 1);
  for (const field of call.fields) {
    for (const value of deep.includes(field) ? [...endless, ...odd] : odd) {
      const rest = { email: 'new@example.org', type: 'signup', password: 'a long enough password' };
      const others = Object.entries(rest).filter(([name]) => name !== field);
      const members = [
        ...others.map(([name, text]) => `"${name}":"${text}"`),
        `"${field}":${value}`,
      ];
      const answer = await harness.request(call.path, {
        method: 'method' in call ? call.method : 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: `{${members.join(',')}}`,
      });
      if (answer.status >= 500) {
        wrong.push(`${field} ${value.slice(0, 40)} ${answer.status} ${await answer.text()}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

const oddQueries = [
  '%00',
  '%FF',
  '%ED%A0%80',
  '99999999999999999999',
  '-1',
  '1e9',
  `${'a'.repeat(3_000)}`,
];

test.each([
  { path: '/verify', names: ['token', 'type', 'redirect_to', 'email'] },
  { path: '/authorize', names: ['provider', 'redirect_to', 'code_challenge', 'scopes'] },
  { path: '/callback', names: ['state', 'code', 'error'] },
  { path: '/admin/users', names: ['page', 'per_page', 'filter', 'sort'] },
  { path: '/admin/audit', names: ['page', 'per_page', 'query'] },
])('answers whatever stands in a query: $path', async ({ path, names }) => {
  const wrong: string[] = [];
  for (const name of names) {
    for (const value of oddQueries) {
      const answer = await harness.request(`${path}?${name}=${value}`, {
        redirect: 'manual',
        headers: { authorization: `Bearer ${serviceKey}` },
      });
      if (answer.status >= 500) {
        wrong.push(`${name}=${value.slice(0, 40)} ${answer.status}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
