import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createSessionReader } from './session.ts';

let own: TestDatabase;
const userId = randomUUID();
const sessionId = randomUUID();

beforeAll(async () => {
  own = await createTestDatabase();
  await own.database.query(
    `insert into auth.users (id, aud, role, raw_user_meta_data)
     values ($1, 'authenticated', 'authenticated', '{"full_name":"Safe"}')`,
    [userId],
  );
  await own.database.query(
    `insert into auth.sessions (id, user_id, aal, created_at) values ($1, $2, 'aal1', now())`,
    [sessionId, userId],
  );
});
afterAll(() => own[Symbol.asyncDispose]());

/** Who the server takes somebody for whose token says so much. */
function read(aal: string, change: Record<string, unknown> = {}) {
  const claims = {
    sub: userId,
    session_id: sessionId,
    aal,
    exp: Date.now() / 1000 + 600,
    ...change,
  };
  const reader = createSessionReader(own.database, async () => claims);
  return reader(new Request('http://localhost/', { headers: { authorization: 'Bearer token' } }));
}

async function rename(aal: string): Promise<string> {
  const claims = { sub: userId, role: 'authenticated', aal };
  try {
    await own.database.transaction(
      (transaction) =>
        transaction.query(`update public.profiles set username = $2 where user_id = $1`, [
          userId,
          `Safe ${randomUUID().slice(0, 8)}`,
        ]),
      { scope: { role: 'authenticated', claims } },
    );
    return 'renamed';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

it('takes the first step for all, where no second is asked for', async () => {
  expect(await read('aal1')).toMatchObject({ viewer: { user_id: userId, session_id: sessionId } });
  expect(await rename('aal1')).toBe('renamed');
});

it('knows an office from the next request on, and no more from the next after it is gone', async () => {
  const claims = { sub: userId, session_id: sessionId, aal: 'aal1', exp: Date.now() / 1000 + 600 };
  const reader = createSessionReader(own.database, async () => claims);
  const request = new Request('http://localhost/', { headers: { authorization: 'Bearer token' } });
  const ask = async () => {
    const { is_site_admin, is_editor } = (await reader(request)).viewer ?? {};
    return [is_site_admin, is_editor];
  };
  const change = (statement: string) => own.database.query(statement, [userId]);
  const person = '(select id from public.profiles where user_id = $1)';
  expect(await ask()).toEqual([false, false]);
  await change(`insert into public.editors (person_id, granted_at) values (${person}, now())`);
  expect(await ask()).toEqual([false, true]);
  await change(`delete from public.editors where person_id = ${person}`);
  expect(await ask()).toEqual([false, false]);
  await change(`insert into public.admins (person_id) values (${person})`);
  expect(await ask()).toEqual([true, true]);
  await change(`delete from public.admins where person_id = ${person}`);
  expect(await ask()).toEqual([false, false]);
});

it.each([
  ['once it has ended', -1, 0],
  ['until it ends', 3600, null],
])('counts the desk of an office, and none while that rests: %s', async (_when, seconds, desk) => {
  const person = '(select id from public.profiles where user_id = $1)';
  const change = (statement: string, values: unknown[] = []) =>
    own.database.query(statement, [userId, ...values]);
  expect((await read('aal1')).desk).toBeNull();
  await change(`insert into public.editors (person_id, granted_at) values (${person}, now())`);
  expect((await read('aal1')).desk).toBe(0);
  await change(
    `insert into public.sanctions (id, person_id, kind, starts_at, ends_at, text_id)
     values (gen_random_uuid(), ${person}, 'ban', now() - interval '1 hour', now() + $2 * interval '1 second', gen_random_uuid())`,
    [seconds],
  );
  expect((await read('aal1')).desk).toBe(desk);
  await change(`delete from public.sanctions where person_id = ${person}`);
  await change(`delete from public.editors where person_id = ${person}`);
});

it('counts as unread what is for the page, not read, and one’s own', async () => {
  const otherId = randomUUID();
  await own.database.query(
    `insert into auth.users (id, aud, role, raw_user_meta_data)
     values ($1, 'authenticated', 'authenticated', '{"full_name":"Other"}')`,
    [otherId],
  );
  const tell = (of: string, inPage: boolean, readAt: string | null) =>
    own.database.query(
      `insert into private.notices
         (id, person_id, kind, origin, data, in_page, by_mail, created_at, read_at)
       select gen_random_uuid(), p.id, 'rest_ended', gen_random_uuid()::text, '{}', $2, false, now(), $3
       from public.profiles p where p.user_id = $1`,
      [of, inPage, readAt],
    );
  const count = async () => (await read('aal1')).unread;
  await tell(otherId, true, null);
  await tell(userId, false, null);
  await tell(userId, true, '2026-01-01');
  expect(await count()).toBe(0);
  await tell(userId, true, null);
  expect(await count()).toBe(1);
});

it('takes a token for expired ten seconds before it is, and not earlier', async () => {
  const expiring = (seconds: number) => read('aal1', { exp: Date.now() / 1000 + seconds });
  vi.useFakeTimers({ toFake: ['Date'] });
  expect((await expiring(10.001)).viewer).not.toBeNull();
  expect((await expiring(10)).viewer).toBeNull();
  expect((await expiring(9.999)).viewer).toBeNull();
  vi.useRealTimers();
});

it('counts somebody who owes the second step as a visitor, whatever only the token or only the session says', async () => {
  await own.database.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values ($1, $2, 'totp', 'verified', now(), now())`,
    [randomUUID(), userId],
  );
  const owes = { viewer: null, hasSession: false, firstStep: userId };
  expect(await read('aal1')).toMatchObject(owes);
  expect(await read('aal2')).toMatchObject(owes);
  await own.database.query(`update auth.sessions set aal = 'aal2' where id = $1`, [sessionId]);
  expect(await read('aal1')).toMatchObject(owes);
  expect(await read('aal2')).toMatchObject({ viewer: { user_id: userId }, firstStep: null });
  expect(await rename('aal1')).toBe('42501');
  expect(await rename('aal2')).toBe('renamed');
});

it('knows nobody by the session of somebody else, or by one that has ended', async () => {
  expect(await read('aal2', { sub: randomUUID() })).toMatchObject({
    viewer: null,
    firstStep: null,
  });
  await own.database.query('delete from auth.sessions where id = $1', [sessionId]);
  expect(await read('aal2')).toMatchObject({ viewer: null, firstStep: null });
});
