import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthConfigInput } from '../config.ts';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { createFakeIssuer, type FakeIssuer } from '../testing/fake-issuer.ts';
import { bearer, post, signUp, toClaims } from '../testing/requests.ts';

/** What somebody gets for an id_token that their provider gave an app: a session, or an account linked. */

let harness: AuthHarness;
let issuer: FakeIssuer;

type Google = NonNullable<NonNullable<AuthConfigInput['external']>['providers']>[string];

const create = (more: Google = {}, autoconfirm = true) => {
  const google = { clientIds: ['our-client'], clientSecret: 'x', url: issuer.url, ...more };
  return createAuthHarness({ mailer: { autoconfirm }, external: { providers: { google } } });
};

beforeAll(async () => {
  issuer = await createFakeIssuer('our-client');
  harness = await create();
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

let made = 0;
const newPerson = () => {
  made += 1;
  return { sub: `person-${made}`, email: `token${made}@players.example`, email_verified: true };
};

async function grant(json: object, headers: Record<string, string> = {}, of = harness) {
  const answer = await post(of, '/token?grant_type=id_token', json, headers);
  return { status: answer.status, body: await answer.json() };
}

const toJson = async (claims: Record<string, unknown>) => ({
  provider: 'google',
  id_token: await issuer.sign(claims),
});

describe('an account elsewhere', () => {
  it('is linked to whoever is signed in, and to nobody else', async () => {
    const person = newPerson();
    const json = { ...(await toJson(person)), link_identity: true };
    const [mine, theirs] = [await signUp(harness), await signUp(harness)];
    const linked = await grant(json, mine.headers);
    expect([linked.status, linked.body.user.id]).toEqual([200, mine.user.id]);
    expect(linked.body.user.app_metadata.providers).toEqual(['email', 'google']);
    expect(toClaims(linked.body.access_token)).toMatchObject({
      sub: mine.user.id,
      amr: [{ method: 'oauth' }],
    });
    const refused = await grant(json, theirs.headers);
    expect([refused.status, refused.body.code]).toEqual([422, 'identity_already_exists']);
    // From then on it lets its owner in.
    const entered = await grant(await toJson(person));
    expect(entered.body.user.id).toBe(mine.user.id);
  });

  it('is not linked by whoever has not shown their second factor', async () => {
    const { headers, user } = await signUp(harness);
    await harness.database.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [user.id],
    );
    const json = { ...(await toJson(newPerson())), link_identity: true };
    const refused = await grant(json, headers);
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_aal']);
    await harness.database.query(`update auth.sessions set aal = 'aal2' where user_id = $1`, [
      user.id,
    ]);
    expect((await grant(json, headers)).status).toBe(200);
  });

  it('is not linked by a token of nobody', async () => {
    const json = { ...(await toJson(newPerson())), link_identity: true };
    const refused = await grant(json, bearer('x.y.z'));
    expect([refused.status, refused.body.code]).toEqual([403, 'bad_jwt']);
  });

  it('is not linked where nobody asks for it', async () => {
    const { headers, user } = await signUp(harness);
    const json = { ...(await toJson(newPerson())), link_identity: false };
    const { body } = await grant(json, headers);
    expect(body.user.id).not.toBe(user.id);
  });
});

it.each([
  [{ client_id: 'our-client' }, 'provider or client_id and issuer required'],
  [{ issuer: 'https://accounts.example' }, 'provider or client_id and issuer required'],
])('what names its provider by %j names none', async (json, said) => {
  const refused = await grant({ id_token: 'x', ...json });
  expect([refused.status, refused.body.error_description]).toEqual([400, said]);
});

it('a provider that is not known is named in the refusal', async () => {
  const refused = await grant({ id_token: 'x', provider: 'nobody' });
  expect(refused.body).toEqual({
    code: 'provider_disabled',
    message: 'Provider (issuer "nobody") is not enabled',
  });
  const json = { id_token: 'x', client_id: 'other', issuer: issuer.url };
  expect((await grant(json)).body.message).toBe(`Provider (issuer "${issuer.url}") is not enabled`);
});

it.each([
  [true, 200],
  [false, 400],
])('a nonce is not asked for where the operator says so: %s', async (skipNonceCheck, status) => {
  await using own = await create({ skipNonceCheck });
  const nonce = createHash('sha256').update('n').digest('hex');
  const json = await toJson({ ...newPerson(), nonce });
  expect((await grant(json, {}, own)).status).toBe(status);
});

it.each([
  [true, 'ok'],
  [false, 'provider_email_needs_verification'],
])('an address is not asked for where the operator says so: %s', async (emailOptional, code) => {
  await using own = await create({ emailOptional }, false);
  const { sub } = newPerson();
  const { body } = await grant(await toJson({ sub }), {}, own);
  expect(body.code ?? 'ok').toBe(code);
});

it.each([
  ['one of ours', 'second-client', 200],
  ['ours among others', ['other', 'our-client'], 200],
  ['another one', 'other', 400],
  ['ours with more behind it', 'our-client2', 400],
])('a token is for %s', async (_whom, aud, status) => {
  await using own = await create({ clientIds: ['our-client', 'second-client'] });
  expect((await grant(await toJson({ ...newPerson(), aud }), {}, own)).status).toBe(status);
});
