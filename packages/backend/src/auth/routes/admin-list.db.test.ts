import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { bearer, post } from '../testing/requests.ts';

/** The numbers by which an administrator turns pages; the pages themselves are in `admin-users.db.test.ts` above. */

let harness: AuthHarness;
let headers: Record<string, string>;

beforeAll(async () => {
  harness = await createAuthHarness();
  headers = bearer(await harness.serviceRoleKey());
  for (const name of ['ann', 'bea']) {
    await post(harness, '/admin/users', { email: `${name}@players.example` }, headers);
  }
});
afterAll(() => harness[Symbol.asyncDispose]());

async function list(query: string) {
  const answer = await harness.request(`/admin/users${query}`, { headers });
  const body = await answer.json();
  return answer.status === 200 ? body.users.length : [answer.status, body.code];
}

it.each([
  ['?per_page=&page=', 2],
  ['?per_page=999999999', 2],
  ['?per_page=1&page=999999999', 0],
  ['?per_page=0', 0],
])('%s shows %i', async (query, count) => {
  expect(await list(query)).toBe(count);
});

it.each([
  '?per_page=1000000000',
  '?page=1000000000',
  '?page=1x',
  '?page=x1',
  '?page=+1',
  '?page=1.5',
  '?sort=email',
])('%s is no page', async (query) => {
  expect(await list(query)).toEqual([400, 'validation_failed']);
});
