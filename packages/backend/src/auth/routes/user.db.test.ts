import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { bearer, post } from '../testing/requests.ts';

/** What a change of one's own account sends and to whom; who may change what is in `own-account.db.test.ts`. */

const password = 'correct horse';
let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({ external: { phone: { enabled: true } } });
});
afterAll(() => harness[Symbol.asyncDispose]());

let made = 0;

/** Somebody who has proved both contacts. */
async function join(of = harness) {
  const number = String(++made).padStart(4, '0');
  const [email, phone] = [`self${number}@players.example`, `1555700${number}`];
  const json = { email, phone, password, email_confirm: true, phone_confirm: true };
  await post(of, '/admin/users', json, bearer(await of.serviceRoleKey()));
  const answer = await post(of, '/token?grant_type=password', { email, password });
  const headers = bearer((await answer.json()).access_token);
  const put = async (change: object) => {
    const changed = await of.request('/user', { method: 'PUT', headers, json: change });
    return { status: changed.status, body: await changed.json() };
  };
  return { email, phone, headers, put };
}

describe('one’s own account', () => {
  it('is asked nothing about the address and the number that it has', async () => {
    const { email, phone, put } = await join();
    const { status, body } = await put({ email: email.toUpperCase(), phone: `+${phone}` });
    expect(status).toBe(200);
    expect([body.new_email, body.new_phone]).toEqual([undefined, undefined]);
    expect([harness.mails, harness.texts]).toEqual([[], []]);
  });

  it.each([{ password: '' }, { password: null }, {}])(
    'keeps its password with %j',
    async (json) => {
      const { email, put } = await join();
      expect((await put(json)).status).toBe(200);
      const again = await post(harness, '/token?grant_type=password', { email, password });
      expect(again.status).toBe(200);
    },
  );

  it.each(['sms', 'whatsapp'])('is asked about a new number by %s', async (channel) => {
    const { phone, put } = await join();
    const next = `1555800${String(++made).padStart(4, '0')}`;
    const { body } = await put({ phone: next, channel });
    expect(body).toMatchObject({ phone, new_phone: next });
    expect(harness.texts.at(-1)).toMatchObject({ phone: next, channel });
  });

  it('may not be reached in any other way', async () => {
    const { put } = await join();
    const refused = await put({ phone: '15558009999', channel: 'pigeon' });
    expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
  });

  it('takes a number at once where none has to be proved, and is known by it', async () => {
    await using free = await createAuthHarness({
      external: { phone: { enabled: true } },
      sms: { autoconfirm: true },
    });
    const email = 'free@players.example';
    const json = { email, password, email_confirm: true };
    await post(free, '/admin/users', json, bearer(await free.serviceRoleKey()));
    const answer = await post(free, '/token?grant_type=password', { email, password });
    const headers = bearer((await answer.json()).access_token);
    const phone = '15558008888';
    const changed = await free.request('/user', { method: 'PUT', headers, json: { phone } });
    const body = await changed.json();
    expect(body).toMatchObject({ phone, app_metadata: { providers: ['email', 'phone'] } });
    expect(body.phone_confirmed_at).toBeDefined();
    expect(free.texts).toEqual([]);
  });
});

it('a code for a new address is for whoever asked with a challenge', async () => {
  const { put } = await join();
  const short = { code_challenge: 'short', code_challenge_method: 's256' };
  const email = 'next@players.example';
  expect((await put({ email, ...short })).body.code).toBe('validation_failed');
  expect(harness.mails).toEqual([]);
});
