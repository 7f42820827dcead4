import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';
import { signUp } from './testing/requests.ts';
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from './testing/software-authenticator.ts';

const site = 'http://localhost:5173';

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    siteUrl: site,
    mailer: { autoconfirm: true },
    passkeys: { enabled: true, maxPerUser: 2 },
    mfa: { webauthn: { enrollEnabled: true, verifyEnabled: true } },
  });
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

type Headers = Record<string, string>;

async function post(path: string, json: unknown = {}, headers: Headers = {}) {
  const response = await harness.request(path, { method: 'POST', json, headers });
  return { status: response.status, body: await response.json() };
}

async function register(headers: Headers, authenticator: SoftwareAuthenticator) {
  const { body } = await post('/passkeys/registration/options', {}, headers);
  const credential = authenticator.create(body.options);
  const json = { challenge_id: body.challenge_id, credential };
  return post('/passkeys/registration/verify', json, headers);
}

async function enter(authenticator: SoftwareAuthenticator) {
  const { body } = await post('/passkeys/authentication/options');
  const credential = authenticator.get(body.options);
  const json = { challenge_id: body.challenge_id, credential };
  return { json, ...(await post('/passkeys/authentication/verify', json)) };
}

describe('passkeys', () => {
  it('let somebody in who says nothing of who they are', async () => {
    const { user, headers } = await signUp(harness);
    const authenticator = createSoftwareAuthenticator(site);
    expect((await register(headers, authenticator)).status).toBe(200);
    const { status, body, json } = await enter(authenticator);
    expect(status).toBe(200);
    expect(body.user.id).toBe(user.id);
    const claims = JSON.parse(atob(body.access_token.split('.')[1]));
    expect(claims.amr[0].method).toBe('passkey');
    const replayed = await post('/passkeys/authentication/verify', json);
    expect(replayed.body.code).toBe('webauthn_challenge_not_found');
  });

  it('are not taken from another site, for another person, or without having been registered', async () => {
    const [mine, yours] = [await signUp(harness), await signUp(harness)];
    const foreign = await register(
      mine.headers,
      createSoftwareAuthenticator('https://evil.example'),
    );
    expect(foreign.body.code).toBe('webauthn_verification_failed');
    expect((await enter(createSoftwareAuthenticator(site))).body.code).toBe(
      'webauthn_verification_failed',
    );
    const options = await post('/passkeys/registration/options', {}, mine.headers);
    const credential = createSoftwareAuthenticator(site).create(options.body.options);
    const stolen = await post(
      '/passkeys/registration/verify',
      { challenge_id: options.body.challenge_id, credential },
      yours.headers,
    );
    expect(stolen.body.code).toBe('webauthn_challenge_not_found');
  });

  it('do not wait for ever', async () => {
    const authenticator = createSoftwareAuthenticator(site);
    await register((await signUp(harness)).headers, authenticator);
    const { body } = await post('/passkeys/authentication/options');
    harness.advance(301);
    const late = await post('/passkeys/authentication/verify', {
      challenge_id: body.challenge_id,
      credential: authenticator.get(body.options),
    });
    expect(late.body.code).toBe('webauthn_challenge_expired');
  });

  it('are listed, renamed and deleted by their owner, and there is an end to them', async () => {
    const [mine, yours] = [await signUp(harness), await signUp(harness)];
    const authenticator = createSoftwareAuthenticator(site);
    const { body: passkey } = await register(mine.headers, authenticator);
    const again = await register(mine.headers, authenticator);
    expect(again.body.code).toBe('webauthn_credential_exists');
    await register(mine.headers, createSoftwareAuthenticator(site));
    const third = await post('/passkeys/registration/options', {}, mine.headers);
    expect(third).toMatchObject({ status: 422, body: { code: 'too_many_passkeys' } });

    const send = (method: string, headers: Headers, json?: unknown) =>
      harness.request(`/passkeys/${passkey.id}`, { method, headers, json });
    expect((await send('PATCH', yours.headers, { friendly_name: 'Mine now' })).status).toBe(404);
    expect((await send('PATCH', mine.headers, { friendly_name: '' })).status).toBe(400);
    expect((await send('PATCH', mine.headers, { friendly_name: 'Desk' })).status).toBe(200);
    const list = await harness.request('/passkeys', { headers: mine.headers });
    expect((await list.json())[0]).toMatchObject({ id: passkey.id, friendly_name: 'Desk' });
    expect((await send('DELETE', yours.headers)).status).toBe(404);
    expect((await send('DELETE', mine.headers)).status).toBe(204);
    expect((await enter(authenticator)).body.code).toBe('webauthn_verification_failed');
  });

  it('are kept with what their authenticator says of them, and when they were used last', async () => {
    const { user, headers } = await signUp(harness);
    const authenticator = createSoftwareAuthenticator(site);
    await register(headers, authenticator);
    const read = async () => {
      const [row] = await harness.database.query(
        `select sign_count::int, aaguid, attestation_type, transports, backup_eligible, backed_up
         from auth.webauthn_credentials where user_id = $1`,
        [user.id],
      );
      const list = await harness.request('/passkeys', { headers });
      const [{ last_used_at: used }] = await list.json();
      return { row, used };
    };
    const kept = {
      ...{ aaguid: '00000000-0000-0000-0000-000000000000', attestation_type: 'none' },
      ...{ transports: [], backup_eligible: false, backed_up: false },
    };
    expect(await read()).toEqual({ row: { ...kept, sign_count: 1 }, used: undefined });
    await enter(authenticator);
    expect(await read()).toEqual({
      row: { ...kept, sign_count: 2 },
      used: expect.stringMatching(/^20\d\d-/),
    });
  });

  it('do not let a banned person in', async () => {
    const { user, headers } = await signUp(harness);
    const authenticator = createSoftwareAuthenticator(site);
    await register(headers, authenticator);
    await (await harness.createAdmin()).admin.updateUserById(user.id, { ban_duration: '1h' });
    expect((await enter(authenticator)).body.code).toBe('user_banned');
  });

  it.each([
    [{}, 'validation_failed'],
    [{ challenge_id: 'x', credential: { id: 'a', response: {} } }, 'validation_failed'],
    [{ challenge_id: crypto.randomUUID() }, 'validation_failed'],
    [{ challenge_id: crypto.randomUUID(), credential: 'x' }, 'bad_json'],
    [
      { challenge_id: crypto.randomUUID(), credential: { id: 'a', response: {} } },
      'webauthn_challenge_not_found',
    ],
  ])('refuse %j', async (json, code) => {
    const answer = await post('/passkeys/authentication/verify', json);
    expect(answer).toMatchObject({ status: 400, body: { code } });
  });

  it('are not there where they are off', async () => {
    await using closed = await createAuthHarness();
    const response = await closed.request('/passkeys/authentication/options', { method: 'POST' });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'passkey_disabled' });
  });
});

describe('a security key as second factor', () => {
  it('is registered by the first answer and asked for by the next', async () => {
    const { headers } = await signUp(harness);
    const authenticator = createSoftwareAuthenticator(site);
    const factor = await post(
      '/factors',
      { factor_type: 'webauthn', friendly_name: 'Key' },
      headers,
    );
    const path = `/factors/${factor.body.id}`;
    const challenge = await post(`${path}/challenge`, {}, headers);
    expect(challenge.body.webauthn.type).toBe('create');
    const created = await post(
      `${path}/verify`,
      {
        challenge_id: challenge.body.id,
        webauthn: {
          type: 'create',
          credential_response: authenticator.create(
            challenge.body.webauthn.credential_options.publicKey,
          ),
        },
      },
      headers,
    );
    expect(created.status).toBe(200);
    const claims = JSON.parse(atob(created.body.access_token.split('.')[1]));
    expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/webauthn' }, {}] });

    const next = await post(`${path}/challenge`, {}, headers);
    expect(next.body.webauthn.type).toBe('request');
    const options = next.body.webauthn.credential_options.publicKey;
    const [made] = await harness.database.query<{ kept: { id: string; counter: number } }>(
      'select web_authn_credential as kept from auth.mfa_factors where id = $1',
      [factor.body.id],
    );
    expect(made?.kept.counter).toBe(1);
    // No other key of theirs is asked for.
    expect(options.allowCredentials).toMatchObject([{ id: made?.kept.id }]);
    const answer = (credential: Record<string, unknown>, type = 'request') =>
      post(
        `${path}/verify`,
        { challenge_id: next.body.id, webauthn: { type, credential_response: credential } },
        headers,
      );
    for (const type of ['create', 'other']) {
      const wrong = await answer(authenticator.get(options), type);
      expect([wrong.status, wrong.body.code]).toEqual([400, 'validation_failed']);
    }
    const other = createSoftwareAuthenticator(site);
    expect((await answer(other.get(options))).body.code).toBe('mfa_verification_failed');
    expect((await answer(authenticator.get(options))).status).toBe(200);
    const [used] = await harness.database.query<{ counter: number }>(
      `select (web_authn_credential ->> 'counter')::int as counter from auth.mfa_factors where id = $1`,
      [factor.body.id],
    );
    // Counted as far as the last answer that was good: a copy of the key that lags behind is found out.
    expect(used?.counter).toBe(4);
  });

  it.each([
    [{}, 'WebAuthn config required'],
    [{ webauthn: { type: 'create' } }, 'credential_response required'],
  ])('refuses %j', async (extra, message) => {
    const { headers } = await signUp(harness);
    const factor = await post('/factors', { factor_type: 'webauthn' }, headers);
    const path = `/factors/${factor.body.id}`;
    const challenge = await post(`${path}/challenge`, {}, headers);
    const answer = await post(
      `${path}/verify`,
      { challenge_id: challenge.body.id, ...extra },
      headers,
    );
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', message } });
  });
});
