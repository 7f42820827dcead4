import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { bearer, post, signUp } from '../testing/requests.ts';

/** What a second factor is begun with, and what is left of one that was begun before. */

const fixedPhone = '15550005555';
let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    mailer: { autoconfirm: true },
    external: { phone: { enabled: true } },
    sms: { autoconfirm: true, testOtp: { [fixedPhone]: '123456' } },
    mfa: { phone: { enrollEnabled: true, verifyEnabled: true, otpLength: 8 } },
  });
  harness.stopClock();
});
afterAll(() => harness[Symbol.asyncDispose]());

type Headers = Record<string, string>;

async function enrol(headers: Headers, json: object) {
  const answer = await post(harness, '/factors', json, headers);
  return answer.json();
}

async function list(headers: Headers): Promise<(string | undefined)[]> {
  const { factors = [] } = await (await harness.request('/user', { headers })).json();
  return factors.map((factor: { friendly_name?: string }) => factor.friendly_name).sort();
}

it('a number that was begun with before is begun anew, and no other is', async () => {
  const { headers } = await signUp(harness);
  const byPhone = (friendly_name: string, phone: string) =>
    enrol(headers, { factor_type: 'phone', friendly_name, phone });
  await byPhone('first', '15550001111');
  await byPhone('other', '15550002222');
  await enrol(headers, { factor_type: 'totp', friendly_name: 'app' });
  await byPhone('second', '+1 555 000 1111');
  expect(await list(headers)).toEqual(['app', 'other', 'second']);
});

it('an app shows for whom and of whom its codes are', async () => {
  const person = await signUp(harness);
  const begin = async (headers: Headers, json: object = {}) => {
    const friendly_name = crypto.randomUUID();
    const { totp } = await enrol(headers, { factor_type: 'totp', friendly_name, ...json });
    const { pathname, searchParams } = new URL(totp.uri);
    return [decodeURIComponent(pathname.split(':').at(-1) ?? ''), searchParams.get('issuer')];
  };
  const host = new URL(harness.origin).host;
  expect(await begin(person.headers)).toEqual([person.email, host]);
  expect(await begin(person.headers, { issuer: 'The league' })).toEqual([
    person.email,
    'The league',
  ]);
  const phone = '15550003333';
  const joined = await post(harness, '/signup', { phone, password: 'correct horse' });
  expect(await begin(bearer((await joined.json()).access_token))).toEqual([phone, host]);
});

it('a number is texted as long a code as is said, and one with a fixed code nothing', async () => {
  const { headers } = await signUp(harness);
  const begin = async (phone: string) => {
    const { id } = await enrol(headers, { factor_type: 'phone', friendly_name: phone, phone });
    const asked = await post(harness, `/factors/${id}/challenge`, { channel: 'whatsapp' }, headers);
    return { id, challenge_id: (await asked.json()).id };
  };
  await begin('15550004444');
  expect(harness.texts).toMatchObject([{ phone: '15550004444', channel: 'whatsapp' }]);
  expect(harness.texts[0]?.code).toMatch(/^\d{8}$/);
  const { id, challenge_id } = await begin(fixedPhone);
  expect(harness.texts).toHaveLength(1);
  const show = async (code: string) =>
    (await post(harness, `/factors/${id}/verify`, { challenge_id, code }, headers)).status;
  expect([await show('654321'), await show('123456')]).toEqual([422, 200]);
});

it('one that is given up is written down with what it was', async () => {
  const { headers, user, session } = await signUp(harness);
  const { id, totp } = await enrol(headers, { factor_type: 'totp', friendly_name: 'app' });
  const begun = await enrol(headers, { factor_type: 'totp', friendly_name: 'begun' });
  const remove = (which: string, as = headers) =>
    harness.request(`/factors/${which}`, { method: 'DELETE', headers: as });
  expect(await (await remove(begun.id)).json()).toEqual({ id: begun.id });
  const { id: challenge_id } = await (
    await post(harness, `/factors/${id}/challenge`, {}, headers)
  ).json();
  const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate({
    timestamp: harness.now().getTime(),
  });
  const lifted = await post(harness, `/factors/${id}/verify`, { challenge_id, code }, headers);
  await remove(id, bearer((await lifted.json()).access_token));
  const entries = await harness.database.query<{ action: string; traits: object }>(
    `select payload ->> 'action' as action, payload -> 'traits' as traits
     from auth.audit_log_entries where payload ->> 'actor_id' = $1
       and payload ->> 'log_type' = 'factor' order by ctid`,
    [user.id],
  );
  const [, payload = ''] = session.access_token.split('.');
  const { session_id } = JSON.parse(atob(payload));
  expect(entries.map(({ action, traits }) => [action, traits])).toEqual([
    ['factor_in_progress', { factor_id: id }],
    ['factor_in_progress', { factor_id: begun.id }],
    ['factor_unenrolled', { factor_id: begun.id, factor_status: 'unverified', session_id }],
    ['challenge_created', { factor_id: id, factor_status: 'unverified' }],
    ['verification_attempted', { factor_id: id, challenge_id, factor_type: 'totp' }],
    ['factor_unenrolled', { factor_id: id, factor_status: 'verified', session_id }],
  ]);
});
