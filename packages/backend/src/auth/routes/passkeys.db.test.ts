import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { bearer, post, signUp } from '../testing/requests.ts';
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from '../testing/software-authenticator.ts';

/** Who may have a passkey, whom one lets in, and what an administrator sees of them. */

const site = 'http://localhost:5173';
let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    siteUrl: site,
    mailer: { autoconfirm: true },
    passkeys: { enabled: true, maxPerUser: 2 },
  });
  harness.stopClock();
});
afterAll(() => harness[Symbol.asyncDispose]());

type Headers = Record<string, string>;

async function send(method: string, path: string, headers: Headers = {}, json?: unknown) {
  const init = json === undefined ? {} : { json };
  const answer = await harness.request(path, { method, headers, ...init });
  return { status: answer.status, body: answer.status === 204 ? null : await answer.json() };
}

/** What would finish a registration that is begun now. */
async function begin(headers: Headers, authenticator = createSoftwareAuthenticator(site)) {
  const { body } = await send('POST', '/passkeys/registration/options', headers, {});
  const json = { challenge_id: body.challenge_id, credential: authenticator.create(body.options) };
  return () => send('POST', '/passkeys/registration/verify', headers, json);
}

const register = async (headers: Headers, authenticator: SoftwareAuthenticator) =>
  (await begin(headers, authenticator))();

async function enter(authenticator: SoftwareAuthenticator, change = (handle: string) => handle) {
  const { body } = await send('POST', '/passkeys/authentication/options', {}, {});
  const credential = authenticator.get(body.options) as {
    response: { userHandle: string };
  };
  const { response } = credential;
  const changed = { ...response, userHandle: change(response.userHandle) };
  const answer = await post(harness, '/passkeys/authentication/verify', {
    challenge_id: body.challenge_id,
    credential: { ...credential, response: changed },
  });
  return { status: answer.status, body: await answer.json() };
}

const set = (id: string, change: string) =>
  harness.database.query(`update auth.users set ${change} where id = $1`, [id]);

describe('nobody has a passkey', () => {
  it('whom their organisation signs in', async () => {
    const { headers, user } = await signUp(harness);
    const finish = await begin(headers);
    await set(user.id, 'is_sso_user = true');
    for (const refused of [
      await send('POST', '/passkeys/registration/options', headers, {}),
      await finish(),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed']);
    }
  });

  it('or gives one up who has not shown their second factor', async () => {
    const { headers, user } = await signUp(harness);
    const { body: passkey } = await register(headers, createSoftwareAuthenticator(site));
    const finish = await begin(headers);
    await harness.database.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [user.id],
    );
    for (const refused of [
      await send('POST', '/passkeys/registration/options', headers, {}),
      await finish(),
      await send('DELETE', `/passkeys/${passkey.id}`, headers),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_aal']);
    }
    await harness.database.query(`update auth.sessions set aal = 'aal2' where user_id = $1`, [
      user.id,
    ]);
    expect((await send('DELETE', `/passkeys/${passkey.id}`, headers)).status).toBe(204);
    expect((await (await begin(headers))()).status).toBe(200);
  });

  it('more than there may be, also where several are begun at once', async () => {
    const { headers } = await signUp(harness);
    const begun = [await begin(headers), await begin(headers), await begin(headers)];
    const outcomes = [];
    for (const finish of begun) {
      const { status, body } = await finish();
      outcomes.push([status, body.code]);
    }
    expect(outcomes).toEqual([
      [200, undefined],
      [200, undefined],
      [422, 'too_many_passkeys'],
    ]);
  });
});

describe('a passkey', () => {
  it.each([
    ['is banned', `banned_until = '2100-01-01'`, 'user_banned'],
    ['has an address that is not proved', 'email_confirmed_at = null', 'email_not_confirmed'],
    [
      'has a number that is not proved',
      `phone = '15559990000', phone_confirmed_at = null`,
      'phone_not_confirmed',
    ],
  ])('lets nobody in who %s', async (_who, change, code) => {
    const { headers, user } = await signUp(harness);
    const authenticator = createSoftwareAuthenticator(site);
    await register(headers, authenticator);
    await set(user.id, change);
    const refused = await enter(authenticator);
    expect([refused.status, refused.body.code]).toEqual([403, code]);
    await set(
      user.id,
      `banned_until = null, phone = null, email_confirmed_at = now(), phone_confirmed_at = null`,
    );
    expect((await enter(authenticator)).status).toBe(200);
  });

  it('lets in whoever has no address', async () => {
    const { headers, user } = await signUp(harness);
    const authenticator = createSoftwareAuthenticator(site);
    await register(headers, authenticator);
    await set(user.id, 'email = null, email_confirmed_at = null');
    expect((await enter(authenticator)).status).toBe(200);
  });

  it('is of the person whom it names and of nobody else', async () => {
    const [mine, theirs] = [await signUp(harness), await signUp(harness)];
    const authenticator = createSoftwareAuthenticator(site);
    await register(mine.headers, authenticator);
    for (const handle of [Buffer.from(theirs.user.id).toString('base64url'), '']) {
      const refused = await enter(authenticator, () => handle);
      expect(refused.body.code).toBe('webauthn_verification_failed');
    }
    expect((await enter(authenticator)).body.user.id).toBe(mine.user.id);
  });

  it('says when it came and was last used, and each use counts once', async () => {
    const { headers } = await signUp(harness);
    const authenticator = createSoftwareAuthenticator(site);
    const { body: made } = await register(headers, authenticator);
    const came = harness.now().toISOString();
    expect(made).toEqual({ id: made.id, created_at: came });
    const read = () =>
      harness.database.query<{ sign_count: string }>(
        'select sign_count from auth.webauthn_credentials where id = $1',
        [made.id],
      );
    const [before] = await read();
    harness.advance(60);
    await enter(authenticator);
    const { body: list } = await send('GET', '/passkeys', headers);
    const last_used_at = harness.now().toISOString();
    expect(list).toEqual([{ id: made.id, created_at: came, last_used_at }]);
    const [after] = await read();
    expect(Number(after?.sign_count)).toBe(Number(before?.sign_count) + 1);
  });

  it.each([
    [120, 200],
    [121, 400],
  ])('has a name of %i characters: %i', async (length, expected) => {
    const { headers } = await signUp(harness);
    const { body } = await register(headers, createSoftwareAuthenticator(site));
    const friendly_name = 'x'.repeat(length);
    const { status } = await send('PATCH', `/passkeys/${body.id}`, headers, { friendly_name });
    expect(status).toBe(expected);
    const { body: list } = await send('GET', '/passkeys', headers);
    expect(list[0].friendly_name).toBe(expected === 200 ? friendly_name : undefined);
  });

  it('is found by its own id', async () => {
    const { headers } = await signUp(harness);
    for (const id of ['one', crypto.randomUUID()]) {
      const refused = await send('PATCH', `/passkeys/${id}`, headers, { friendly_name: 'x' });
      expect([refused.status, refused.body.code]).toEqual([404, 'validation_failed']);
    }
  });

  it('is asked for in five minutes', async () => {
    const { headers } = await signUp(harness);
    const end = Math.floor(harness.now().getTime() / 1000) + 300;
    for (const path of ['/passkeys/registration/options', '/passkeys/authentication/options']) {
      expect((await send('POST', path, headers, {})).body.expires_at).toBe(end);
    }
  });
});

describe('an administrator', () => {
  it('sees somebody’s passkeys and takes one away, which is written down', async () => {
    const key = bearer(await harness.serviceRoleKey());
    const [mine, theirs] = [await signUp(harness), await signUp(harness)];
    const authenticator = createSoftwareAuthenticator(site);
    const { body: passkey } = await register(mine.headers, authenticator);
    const path = `/admin/users/${mine.user.id}/passkeys`;
    expect((await send('GET', path, key)).body).toEqual([passkey]);
    const elsewhere = path.replace(mine.user.id, theirs.user.id);
    expect((await send('GET', elsewhere, key)).body).toEqual([]);
    expect((await send('DELETE', `${elsewhere}/${passkey.id}`, key)).status).toBe(404);
    expect((await send('DELETE', `${path}/${passkey.id}`, key)).status).toBe(204);
    expect((await send('GET', path, key)).body).toEqual([]);
    expect((await enter(authenticator)).body.code).toBe('webauthn_verification_failed');
    const entries = await harness.database.query(
      `select payload ->> 'actor_username' as actor, payload -> 'traits' as traits
       from auth.audit_log_entries where payload ->> 'action' = 'passkey_deleted'
         and payload #>> '{traits,passkey_id}' = $1`,
      [passkey.id],
    );
    expect(entries).toEqual([
      { actor: 'service_role', traits: { user_id: mine.user.id, passkey_id: passkey.id } },
    ]);
  });
});
