import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';
import { bearer, signUp } from './testing/requests.ts';

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    mailer: { autoconfirm: true },
    sms: { autoconfirm: true },
    external: { phone: { enabled: true }, anonymousUsers: { enabled: true } },
  });
});
afterAll(() => harness[Symbol.asyncDispose]());

async function put(headers: Record<string, string>, json: object) {
  const response = await harness.request('/user', { method: 'PUT', json, headers });
  const body = (await response.json()) as { code?: string };
  return response.status === 200 ? 'obeyed' : body.code;
}

describe('somebody changes their own account', () => {
  it('takes an address or a number that nobody has', async () => {
    const [one, other] = [await signUp(harness), await signUp(harness)];
    expect(await put(one.headers, { phone: '15550002222' })).toBe('obeyed');
    expect(await put(other.headers, { phone: '15550002222' })).toBe('phone_exists');
    expect(await put(other.headers, { phone: '15550002223' })).toBe('obeyed');
    expect(await put(other.headers, { email: one.email })).toBe('email_exists');
    // One's own again is no change.
    expect(await put(other.headers, { email: other.email, phone: '15550002223' })).toBe('obeyed');
  });

  it('gives themselves no rights', async () => {
    const { headers } = await signUp(harness);
    expect(await put(headers, { app_metadata: { role: 'admin' } })).toBe('not_admin');
    expect(await put(headers, { data: { full_name: 'New' } })).toBe('obeyed');
  });

  it('has no password without a name', async () => {
    const { data } = await harness.createClient().signInAnonymously();
    const headers = bearer(data.session?.access_token ?? '');
    expect(await put(headers, { password: 'correct horse' })).toBe('validation_failed');
    const email = 'named@players.example';
    expect(await put(headers, { password: 'correct horse', email })).toBe('obeyed');
  });

  it.each([
    { email: 'moved@players.example' },
    { phone: '15550003333' },
    { password: 'new horses' },
  ])('who has a second factor shows it before %o changes', async (change) => {
    const { headers, user } = await signUp(harness);
    const setFactor = (status: string) =>
      harness.database.query(
        `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
           values ($1, $1, 'phone', 'totp', $2, now(), now(), 'x')
           on conflict (id) do update set status = excluded.status`,
        [user.id, status],
      );
    await setFactor('verified');
    expect(await put(headers, change)).toBe('insufficient_aal');
    expect(await put(headers, { data: { full_name: 'Free' } })).toBe('obeyed');
    await harness.database.query(`update auth.sessions set aal = 'aal2' where user_id = $1`, [
      user.id,
    ]);
    expect(await put(headers, change)).toBe('obeyed');
    await harness.database.query(`delete from auth.users where id = $1`, [user.id]);
  });

  it('whom their organisation signs in changes nothing of that here', async () => {
    const { headers, user } = await signUp(harness);
    await harness.database.query('update auth.users set is_sso_user = true where id = $1', [
      user.id,
    ]);
    for (const change of [
      { email: 'own@players.example' },
      { phone: '15550004444' },
      { password: 'new horses' },
      { nonce: '123456' },
    ]) {
      expect(await put(headers, change)).toBe('user_sso_managed');
    }
    expect(await put(headers, { data: { full_name: 'Free' } })).toBe('obeyed');
  });
});
