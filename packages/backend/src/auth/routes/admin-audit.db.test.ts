import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { bearer } from '../testing/requests.ts';

/** How what was written down is read: how much of it, in which order, and what of it. */

let harness: AuthHarness;
let headers: Record<string, string>;

beforeAll(async () => {
  harness = await createAuthHarness();
  headers = bearer(await harness.serviceRoleKey());
});
afterAll(() => harness[Symbol.asyncDispose]());

async function read(query: string) {
  const answer = await harness.request(`/admin/audit${query}`, { headers });
  return answer.status === 200 ? answer.json() : (await answer.json()).code;
}

/** So many entries, one a second, the last of them now. */
async function write(count: number, payload: object = { action: 'login' }) {
  await harness.database.query('truncate auth.audit_log_entries');
  await harness.database.query(
    `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
     select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), $2::json,
       now() - make_interval(secs => i), '192.0.2.1'
     from generate_series(1, $1) i`,
    [count, JSON.stringify(payload)],
  );
}

it.each([
  ['fifty, where nothing is asked', '', 50],
  ['as many as are asked for', '?per_page=51', 51],
  ['a thousand, where more are asked for', '?per_page=1001', 1000],
  ['the thousand and first on its page', '?per_page=1000&page=2', 1],
  ['the default for a number that is empty', '?per_page=&page=', 50],
])('there are %s', async (_what, query, count) => {
  await write(1001);
  expect(await read(query)).toHaveLength(count);
});

it('a number has nine digits at most', async () => {
  await write(1);
  expect(await read('?per_page=999999999')).toHaveLength(1);
  expect(await read('?per_page=1&page=999999999')).toEqual([]);
  for (const query of ['?per_page=1000000000', '?page=1000000000', '?page=1x', '?page=x1']) {
    expect(await read(query)).toBe('validation_failed');
  }
});

it('what happened at once stands in one order on whichever page', async () => {
  await write(20);
  await harness.database.query('update auth.audit_log_entries set created_at = now()');
  const toIds = (entries: { id: string }[]) => entries.map(({ id }) => id);
  const all = toIds(await read(''));
  expect(all).toEqual([...all].sort());
  const pages = [await read('?per_page=10'), await read('?per_page=10&page=2')];
  expect(pages.flatMap(toIds)).toEqual(all);
});

it('an entry says what, when and from where', async () => {
  const payload = { action: 'login', actor_username: 'ann@players.example' };
  await write(1, payload);
  expect(await read('')).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      payload,
      created_at: expect.stringMatching(/^20\d\d-/),
      ip_address: '192.0.2.1',
    },
  ]);
});

describe('an entry is found', () => {
  it.each([
    ['by the name of who did it', '?query=author:ann', 1],
    ['by what they call themselves', '?query=author:of%20the', 1],
    ['by a name with a colon in it', '?query=author:ann:%20of', 1],
    ['not by what stands after the colon alone', '?query=author:ann:nobody', 0],
    ['not by a name that is what was done', '?query=author:login', 0],
    ['by what was done', '?query=action:login', 1],
    ['not by its kind as what was done', '?query=action:account', 0],
    ['by its kind', '?query=type:account', 1],
  ])('%s', async (_how, query, count) => {
    await write(1, {
      action: 'login',
      log_type: 'account',
      actor_username: 'ann@players.example',
      actor_name: 'Ann: of the Reds',
    });
    expect(await read(query)).toHaveLength(count);
  });
});
