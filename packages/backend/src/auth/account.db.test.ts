import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MailKind } from './messages.ts';
import {
  type AuthHarness,
  type Client,
  createAuthHarness,
  followToSite,
  signInWithProvider,
} from './testing/auth-harness.ts';
import { bearer, signUp, toClaims } from './testing/requests.ts';

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    mailer: { autoconfirm: true },
    external: { phone: { enabled: true }, anonymousUsers: { enabled: true } },
    sms: { autoconfirm: true },
    security: { manualLinkingEnabled: true },
    mfa: { phone: { enrollEnabled: true, verifyEnabled: true } },
  });
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

describe('accounts elsewhere', () => {
  async function link(client: Client, person: string) {
    const { data, error } = await client.linkIdentity({
      provider: 'discord',
      options: {
        redirectTo: `${harness.origin}/account`,
        skipBrowserRedirect: true,
        queryParams: { person },
      },
    });
    if (error) {
      throw error;
    }
    return followToSite(data.url);
  }

  it('are linked to whoever asks while signed in, and unlinked again', async () => {
    harness.provider.add({ id: '501', username: 'linked', email: 'x@y.example', verified: true });
    const { client, user, email } = await signUp(harness);
    const back = await link(client, 'linked');
    await client.exchangeCodeForSession(back.searchParams.get('code') ?? '');
    const { data } = await client.getUserIdentities();
    expect(data?.identities.map((identity) => identity.provider)).toEqual(['email', 'discord']);
    const current = await client.getUser();
    expect(current.data.user).toMatchObject({
      id: user.id,
      email,
      app_metadata: { providers: ['email', 'discord'] },
    });
    const discord = data?.identities[1];
    if (discord === undefined) {
      throw new Error('not linked');
    }
    expect((await client.unlinkIdentity(discord)).error).toBeNull();
    const last = data?.identities[0];
    if (last === undefined) {
      throw new Error('no identity');
    }
    expect((await client.unlinkIdentity(last)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    });
  });

  it('belong to one person', async () => {
    harness.provider.add({ id: '502', username: 'taken', email: 't@y.example', verified: true });
    await signInWithProvider(harness, harness.createClient(), 'taken');
    const { client } = await signUp(harness);
    const back = await link(client, 'taken');
    expect(back.searchParams.get('error_code')).toBe('identity_already_exists');
  });

  it('give the account their address when its own goes', async () => {
    harness.provider.add({ id: '503', username: 'heir', email: 'heir@y.example', verified: true });
    const { client } = await signUp(harness);
    await link(client, 'heir');
    const { data } = await client.getUserIdentities();
    const own = data?.identities.find((identity) => identity.provider === 'email');
    if (own === undefined) {
      throw new Error('no identity');
    }
    await client.unlinkIdentity(own);
    expect((await client.getUser()).data.user?.email).toBe('heir@y.example');
  });

  it('make a nameless account a named one', async () => {
    harness.provider.add({
      id: '504',
      username: 'namer',
      email: 'namer@y.example',
      verified: true,
    });
    const client = harness.createClient();
    const { data } = await client.signInAnonymously();
    await link(client, 'namer');
    expect((await client.getUser()).data.user).toMatchObject({
      id: data.user?.id,
      email: 'namer@y.example',
      is_anonymous: false,
    });
  });

  let renamed = 0;

  it.each([
    ['an unknown one', crypto.randomUUID(), 422, 'identity_not_found'],
    ['what is no id', 'nothing', 404, 'validation_failed'],
  ])('cannot be unlinked by %s', async (_case, id, status, code) => {
    harness.provider.add({ id: '505', username: 'two', email: 'two@y.example', verified: true });
    const client = harness.createClient();
    const { session } = await signInWithProvider(harness, client, 'two');
    await client.updateUser({ email: 'second@y.example' });
    harness.provider.add({
      id: `9${renamed}`,
      username: 'two',
      email: 'two@y.example',
      verified: true,
    });
    await signInWithProvider(harness, harness.createClient(), 'two');
    renamed += 1;
    const response = await harness.request(`/user/identities/${id}`, {
      method: 'DELETE',
      headers: bearer(session.access_token),
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  it('are linked only in the browser in which that began', async () => {
    await using bound = await createAuthHarness({
      mailer: { autoconfirm: true },
      security: { manualLinkingEnabled: true, bindLinkingToBrowser: true },
    });
    bound.provider.add({ id: '1', username: 'victim', email: 'v@b.example', verified: true });
    const client = bound.createClient();
    const { data } = await client.signUp({ email: 'a@b.example', password: 'correct horse' });
    const begun = await bound.request(
      '/user/identities/authorize?provider=discord&skip_http_redirect=true&person=victim',
      { headers: bearer(data.session?.access_token ?? '') },
    );
    const cookie = begun.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^muster-linking=[\w-]{43}; .*Path=\/auth\/v1; HttpOnly; SameSite=Lax$/);
    const { url } = await begun.json();
    const atProvider = await fetch(url, { redirect: 'manual' });
    const back = atProvider.headers.get('location') ?? '';
    const finish = async (headers: Record<string, string>) => {
      const response = await fetch(back, { redirect: 'manual', headers });
      return new URL(response.headers.get('location') ?? '');
    };
    expect((await finish({})).searchParams.get('error_code')).toBe('bad_oauth_state');
    const other = { cookie: 'muster-linking=x' };
    expect((await finish(other)).searchParams.get('error_code')).toBe('bad_oauth_state');
    expect((await finish({ cookie: cookie.split(';')[0] ?? '' })).hash).toContain('access_token=');
    const { data: now } = await client.getUser();
    expect(now.user?.identities).toHaveLength(2);
  });

  it('are nobody’s business where linking by hand is off', async () => {
    await using closed = await createAuthHarness({ mailer: { autoconfirm: true } });
    const client = closed.createClient();
    await client.signUp({ email: 'a@b.example', password: 'correct horse' });
    const { error } = await client.linkIdentity({ provider: 'discord' });
    expect(error).toMatchObject({ status: 404, code: 'manual_linking_disabled' });
  });
});

describe('a second factor by an app', () => {
  const toCode = (secret: string, { now } = harness) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() });

  async function enrol(client: Client, friendlyName = 'Phone') {
    const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
    if (error) {
      throw error;
    }
    return data;
  }

  it('lifts the session, ends the others, and is needed from then on', async () => {
    const { client, email, password } = await signUp(harness);
    const other = harness.createClient();
    await other.signInWithPassword({ email, password });
    const factor = await enrol(client);
    expect(factor.totp.qr_code).toContain('<svg');
    expect(factor.totp.uri).toContain('otpauth://totp/');
    expect(factor.totp.uri).toContain(`issuer=${encodeURIComponent(new URL(harness.origin).host)}`);
    const { data, error } = await client.mfa.challengeAndVerify({
      factorId: factor.id,
      code: toCode(factor.totp.secret),
    });
    expect(error).toBeNull();
    expect(toClaims(data?.access_token ?? '')).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'totp' }, { method: 'password' }],
    });
    expect((await other.refreshSession()).error).not.toBeNull();
    expect((await client.refreshSession()).data.session?.access_token).toSatisfy(
      (token: string) => toClaims(token).aal === 'aal2',
    );

    const weak = harness.createClient();
    await weak.signInWithPassword({ email, password });
    const level = await weak.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    expect((await weak.updateUser({ password: 'another horse' })).error).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
    });
    const second = await weak.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' });
    expect(second.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    expect((await weak.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    });
    expect((await client.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
    const after = await client.refreshSession();
    expect(toClaims(after.data.session?.access_token ?? '').aal).toBe('aal1');
  });

  it('is not added or given up without a word to its owner, whoever does it', async () => {
    await using telling = await createAuthHarness({
      mailer: { autoconfirm: true, notifications: { factorAdded: true, factorRemoved: true } },
    });
    const { client, user, email } = await signUp(telling);
    const count = (wanted: MailKind) => telling.mails.filter(({ kind }) => kind === wanted).length;
    const told = () => count('factor_removed');
    const enrolAndVerify = async () => {
      const factor = await enrol(client, crypto.randomUUID());
      const code = toCode(factor.totp.secret, telling);
      await client.mfa.challengeAndVerify({ factorId: factor.id, code });
      return factor;
    };
    // One that never counted may go as it came.
    await client.mfa.unenroll({ factorId: (await enrol(client)).id });
    expect(telling.mails).toEqual([]);
    const first = await enrolAndVerify();
    expect(count('factor_added')).toBe(1);
    expect(telling.mails.at(-1)).toMatchObject({ to: email, code: '', siteUrl: telling.origin });
    // Using it adds nothing.
    telling.advance(30);
    const code = toCode(first.totp.secret, telling);
    const used = await client.mfa.challengeAndVerify({ factorId: first.id, code });
    expect(used.error).toBeNull();
    expect(count('factor_added')).toBe(1);
    await client.mfa.unenroll({ factorId: first.id });
    expect(told()).toBe(1);
    expect(telling.mails.at(-1)).toMatchObject({ to: email, code: '', siteUrl: telling.origin });
    const { id } = await enrolAndVerify();
    const admin = await telling.createAdmin();
    const removed = await admin.admin.mfa.deleteFactor({ id, userId: user.id });
    expect(removed.error).toBeNull();
    expect(told()).toBe(2);
  });

  it('is not added by whoever began theirs before the owner had one', async () => {
    await using open = await createAuthHarness({
      mailer: { autoconfirm: true },
      external: { phone: { enabled: true } },
      mfa: { phone: { enrollEnabled: true, verifyEnabled: true } },
    });
    const { client, email, password } = await signUp(open);
    const thief = open.createClient();
    await thief.signInWithPassword({ email, password });
    const { data: begun } = await thief.mfa.enroll({ factorType: 'phone', phone: '15550007777' });
    const factor = await enrol(client);
    const own = toCode(factor.totp.secret, open);
    await client.mfa.challengeAndVerify({ factorId: factor.id, code: own });
    await thief.signInWithPassword({ email, password });
    const factorId = begun?.id ?? '';
    const { data: challenge } = await thief.mfa.challenge({ factorId });
    const code = open.texts.at(-1)?.code ?? '';
    expect(code).not.toBe('');
    const lifted = await thief.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code });
    expect(lifted.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    expect((await thief.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal1');
  });

  it('is shown before accounts elsewhere come or go', async () => {
    const { client, email, password } = await signUp(harness);
    const factor = await enrol(client);
    const code = toCode(factor.totp.secret);
    await client.mfa.challengeAndVerify({ factorId: factor.id, code });
    const weak = harness.createClient();
    const { data } = await weak.signInWithPassword({ email, password });
    const refused = { status: 403, code: 'insufficient_aal' };
    const linking = { provider: 'discord', options: { skipBrowserRedirect: true } } as const;
    expect((await weak.linkIdentity(linking)).error).toMatchObject(refused);
    const [identity] = data.user?.identities ?? [];
    if (identity === undefined) {
      throw new Error('no identity');
    }
    expect((await weak.unlinkIdentity(identity)).error).toMatchObject(refused);
    expect((await client.linkIdentity(linking)).error).toBeNull();
  });

  it('takes a code once', async () => {
    const { client } = await signUp(harness);
    const factor = await enrol(client);
    const code = toCode(factor.totp.secret);
    expect((await client.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull();
    const again = await client.mfa.challengeAndVerify({ factorId: factor.id, code });
    expect(again.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    harness.advance(30);
    const fresh = toCode(factor.totp.secret);
    const next = await client.mfa.challengeAndVerify({ factorId: factor.id, code: fresh });
    expect(next.error).toBeNull();
  });

  it('takes a challenge once, and not for ever', async () => {
    const { client } = await signUp(harness);
    const factor = await enrol(client);
    const challenge = await client.mfa.challenge({ factorId: factor.id });
    const challengeId = challenge.data?.id ?? '';
    const verify = (id: string) =>
      client.mfa.verify({ factorId: factor.id, challengeId: id, code: toCode(factor.totp.secret) });
    expect((await verify(crypto.randomUUID())).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_not_found',
    });
    expect((await verify(challengeId)).error).toBeNull();
    expect((await verify(challengeId)).error).toMatchObject({ code: 'mfa_ip_address_mismatch' });
    const late = await client.mfa.challenge({ factorId: factor.id });
    harness.advance(301);
    expect((await verify(late.data?.id ?? '')).error).toMatchObject({
      code: 'mfa_challenge_expired',
    });
    expect((await verify(late.data?.id ?? '')).error).toMatchObject({
      code: 'mfa_factor_not_found',
    });
  });

  it('has a name of its own, and there is an end to them', async () => {
    const { client } = await signUp(harness);
    await enrol(client, 'Same');
    const same = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Same' });
    expect(same.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
    for (let number = 1; number < 10; number += 1) {
      await enrol(client, `Number ${number}`);
    }
    const full = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Eleventh' });
    expect(full.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
  });

  it('cannot be answered by somebody else', async () => {
    const [mine, yours] = [await signUp(harness), await signUp(harness)];
    const factor = await enrol(mine.client);
    const response = await yours.client.mfa.challenge({ factorId: factor.id });
    expect(response.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
  });

  it.each([
    [{ factor_type: 'smell' }, 400, 'validation_failed'],
    [{ factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
    [{ factor_type: 'phone' }, 400, 'validation_failed'],
    [{ factor_type: 'phone', phone: 'x' }, 400, 'validation_failed'],
  ])('refuses %j', async (json, status, code) => {
    const { session } = await signUp(harness);
    const response = await harness.request('/factors', {
      method: 'POST',
      json,
      headers: bearer(session.access_token),
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  it('is not for people without a name', async () => {
    const client = harness.createClient();
    await client.signInAnonymously();
    const { error } = await client.mfa.enroll({ factorType: 'totp' });
    expect(error).toMatchObject({ status: 403, code: 'no_authorization' });
  });
});

describe('a second factor by text message', () => {
  it('sends a code and takes it', async () => {
    const { client } = await signUp(harness);
    const { data: factor, error } = await client.mfa.enroll({
      factorType: 'phone',
      phone: '+15550003333',
      friendlyName: 'Text',
    });
    if (error) {
      throw error;
    }
    expect(factor).toMatchObject({ type: 'phone', phone: '15550003333' });
    const challenge = await client.mfa.challenge({ factorId: factor.id, channel: 'sms' });
    const code = harness.texts.at(-1)?.code ?? '';
    const challengeId = challenge.data?.id ?? '';
    const empty = await client.mfa.verify({ factorId: factor.id, challengeId, code: '' });
    expect(empty.error).toMatchObject({ status: 400, code: 'validation_failed' });
    const wrong = await client.mfa.verify({ factorId: factor.id, challengeId, code: '000000x' });
    expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    const right = await client.mfa.verify({ factorId: factor.id, challengeId, code });
    expect(toClaims(right.data?.access_token ?? '').amr[0].method).toBe('mfa/phone');
  });
});
