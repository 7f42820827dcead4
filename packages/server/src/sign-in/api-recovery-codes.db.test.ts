import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import type { Viewer } from '../context.ts';
import { createApi } from '../create-api.ts';
import { createFixedSettings } from '../page/settings.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { askTimes } from '../testing/ask-times.ts';
import { keepRefusals } from '../testing/keep-refusals.ts';

let own: ApiLeague;
let person: Viewer;

beforeAll(async () => {
  own = await createApiLeague();
  person = await own.addPerson('Safe');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

async function addFactor(): Promise<void> {
  await own.database.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
     values ($1, $2, $3, 'totp', 'verified', now(), now())`,
    [randomUUID(), person.user_id, randomUUID()],
  );
}

async function makeCodes(): Promise<string[]> {
  const answer = await own.send(person, { path: '/me/recovery-codes' });
  expect(answer.status).toBe(200);
  return (answer.body.data as { codes: string[] }).codes;
}

/** The answer to a code by somebody who owes the second step; null for nobody at all. */
async function recover(userId: string | null, code: unknown, origin = 'http://localhost:3000') {
  const api = createApi({
    config: parseConfig({}),
    settings: createFixedSettings(parseConfig({})),
    league: own.league,
    resolveContext: async () => ({
      database: own.database,
      viewer: null,
      ...(userId === null ? {} : { first_step: userId }),
      locale: 'en',
      zone: 'UTC',
      now: own.league.now(),
    }),
    log: { error: (entry: unknown) => own.failures.push(entry), warn: () => undefined },
  });
  const response = await new Hono()
    .use(keepRefusals)
    .route('/api', api)
    .fetch(
      new Request('http://localhost:3000/api/second-step/recovery', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, host: 'localhost:3000' },
        body: JSON.stringify({ code }),
      }),
    );
  const body = (await response.json()) as { error?: { code: string; params: object } };
  return { status: response.status, code: body.error?.code, params: body.error?.params };
}

const count = async (table: string) =>
  (
    await own.database.query<{ count: number }>(
      `select count(*)::int as count from ${table} where user_id = $1`,
      [person.user_id],
    )
  )[0]?.count;

it('gives no codes to somebody without a second step, and none to nobody', async () => {
  const answer = await own.send(person, { path: '/me/recovery-codes' });
  expect(answer).toMatchObject({ status: 422, body: { error: { code: 'second_factor_missing' } } });
  expect((await own.send(null, { path: '/me/recovery-codes' })).status).toBe(401);
});

it('gives none for a second factor that was begun and never proved', async () => {
  await addFactor();
  await own.database.query(`update auth.mfa_factors set status = 'unverified'`);
  expect((await own.send(person, { path: '/me/recovery-codes' })).status).toBe(422);
  await own.database.query('delete from auth.mfa_factors');
});

it('keeps no code as it is, not even for a repetition of the request', async () => {
  await addFactor();
  const codes = await makeCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    // Nothing that is taken for something else on paper.
    expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/);
  }
  const [kept] = await own.database.query<{ text: string }>(
    `select coalesce(json_agg(c)::text, '') || (select coalesce(json_agg(k)::text, '') from private.commands k) as text
     from private.recovery_codes c`,
  );
  for (const code of codes) {
    expect(kept?.text).not.toContain(code);
    expect(kept?.text).not.toContain(code.replace('-', ''));
  }
});

it('takes a code once, however it was written down, and the older set never again', async () => {
  const older = await makeCodes();
  const [code = ''] = await makeCodes();
  expect(await recover(person.user_id, older[0])).toMatchObject({ code: 'recovery_code_wrong' });
  expect(await recover(null, code)).toMatchObject({ status: 401 });
  expect(await recover(randomUUID(), code)).toMatchObject({ code: 'recovery_code_wrong' });
  expect(await recover(person.user_id, code, 'https://evil.example')).toMatchObject({
    code: 'origin_not_allowed',
  });
  expect(await count('auth.mfa_factors')).toBe(1);
  const written = ` ${code.toUpperCase().replace('-', ' ')}`;
  const both = await Promise.all([
    recover(person.user_id, written),
    recover(person.user_id, written),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(await count('auth.mfa_factors')).toBe(0);
  expect(await count('private.recovery_codes')).toBe(0);
});

it('tells the owner by mail, in their language, and writes it into their log', async () => {
  await own.database.query(
    `update auth.users set email = 'safe@league.test', email_confirmed_at = now() where id = $1`,
    [person.user_id],
  );
  await own.database.query(`update public.profiles set locale = 'fi' where user_id = $1`, [
    person.user_id,
  ]);
  await addFactor();
  const [code] = await makeCodes();
  expect(await recover(person.user_id, 'aaaaa-aaaaa')).toMatchObject({ status: 422 });
  const listMails = () =>
    own.database.query<{ kind: string; text_body: string }>(
      'select kind, recipient, locale, subject, text_body from private.mails',
    );
  expect(await listMails()).toEqual([]);
  expect(await recover(person.user_id, code)).toMatchObject({ status: 200 });
  const [mail, ...others] = await listMails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    kind: 'auth.second_step_recovered',
    recipient: 'safe@league.test',
    locale: 'fi',
    subject: 'Palautuskoodia käytettiin',
  });
  expect(mail?.text_body).toContain('http://localhost:3000/account\n');
  const entries = await own.database.query(
    `select payload ->> 'action' as action, payload -> 'traits' ->> 'by' as by
     from auth.audit_log_entries where payload ->> 'actor_id' = $1
     order by created_at desc limit 1`,
    [person.user_id],
  );
  expect(entries).toEqual([{ action: 'factor_unenrolled', by: 'recovery_code' }]);
});

it('lets somebody try ten times an hour', async () => {
  await own.database.query('delete from private.rate_limits');
  for (let time = 0; time < 10; time += 1) {
    expect((await recover(person.user_id, 'aaaaa-aaaaa')).code).not.toBe('rate_limited');
  }
  const refused = { status: 429, code: 'rate_limited', params: { seconds: 360 } };
  expect(await recover(person.user_id, 'aaaaa-aaaaa')).toEqual(refused);
});

it('takes a code of forty characters at most, and none that is empty', async () => {
  await own.database.query('delete from private.rate_limits');
  for (const [code, status] of [
    ['', 400],
    ['a', 422],
    ['a'.repeat(40), 422],
    ['a'.repeat(41), 400],
    [7, 400],
  ] as const) {
    expect([code, (await recover(person.user_id, code)).status]).toEqual([code, status]);
  }
});

it('makes ten sets an hour, each person for themselves', async () => {
  await own.database.query('delete from private.rate_limits');
  await addFactor();
  const ask = (who: Viewer) => own.send(who, { path: '/me/recovery-codes' });
  expect(await askTimes(11, () => ask(person))).toEqual([...Array(10).fill(200), 429]);
  expect((await ask(await own.addPerson('Other'))).status).toBe(422);
});
