import type { Database } from '@muster/database';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthHarness,
  type Client,
  createAuthHarness,
  followToSite,
  signInWithProvider,
} from './testing/auth-harness.ts';
import { bearer } from './testing/requests.ts';
import { createSamlHarness } from './testing/saml-harness.ts';

/** Whoever reads the tables must come by nothing that lets them in. */

let harness: AuthHarness;
const password = 'correct horse';

beforeAll(async () => {
  // So long that no code stands in a hash or an instant by chance.
  const otpLength = 14;
  harness = await createAuthHarness({
    external: { phone: { enabled: true }, anonymousUsers: { enabled: true } },
    mailer: { otpLength },
    sms: { otpLength },
    mfa: { phone: { enrollEnabled: true, verifyEnabled: true, otpLength } },
    oauthServer: { enabled: true },
  });
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

/** Every row of what the auth service keeps. */
async function dump(database: Database): Promise<string> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('auth', 'private')`,
  );
  const dumps = [];
  for (const { name } of tables) {
    const rows = await database.query<{ row: string }>(`select t::text as row from ${name} t`);
    dumps.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return dumps.join('\n');
}

/** None of the secrets that were given out stands in any row. */
async function expectUnstored(
  secrets: Record<string, string | null | undefined>,
  { database } = harness,
): Promise<void> {
  const stored = await dump(database);
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret?.length ?? 0, name).toBeGreaterThan(10);
    expect(stored.includes(secret ?? ''), `${name} is stored`).toBe(false);
  }
}

const tokenOf = (link: string | undefined) =>
  new URL(link ?? '').searchParams.get('token')?.replace(/^pkce_/, '');

/** The code and the link of the last mail to somebody. */
function lastMail(to: string) {
  const mail = harness.mails.filter((sent) => sent.to === to).at(-1);
  if (mail === undefined) {
    throw new Error(`no mail to ${to}`);
  }
  return mail;
}

/** Follows a mail's link and exchanges the code that it leads to, with a look at the tables after each. */
async function followMail(client: Client, to: string) {
  const { link, code: typed } = lastMail(to);
  await expectUnstored({ typed, link: tokenOf(link) });
  const code = (await followToSite(link)).searchParams.get('code') ?? '';
  await expectUnstored({ code, typed, link: tokenOf(link) });
  const { data, error } = await client.exchangeCodeForSession(code);
  if (error) {
    throw error;
  }
  await expectSession(data.session, { code });
  return data;
}

async function expectSession(
  session: { access_token: string; refresh_token: string } | null | undefined,
  others: Record<string, string> = {},
): Promise<void> {
  const { access_token: access, refresh_token: refresh } = session ?? {};
  await expectUnstored({ access, refresh, ...others });
}

/** Somebody who has proved an address. */
async function signUpByMail(email: string) {
  const client = harness.createClient();
  await client.signUp({ email, password });
  const { session } = await followMail(client, email);
  return { client, session };
}

describe('what the tables hold of', () => {
  it('a sign-up, a forgotten password, a link to sign in and a refresh', async () => {
    const email = 'ann@players.example';
    const { client } = await signUpByMail(email);
    harness.advance(61);
    await client.resetPasswordForEmail(email);
    await followMail(client, email);
    harness.advance(61);
    await client.signInWithOtp({ email });
    await followMail(client, email);
    await expectSession((await client.refreshSession()).data.session);
    await expectSession((await client.signInWithPassword({ email, password })).data.session);
    await expectSession((await harness.createClient().signInAnonymously()).data.session);
  });

  it('a change of address and the code that a new password asks for', async () => {
    const { client } = await signUpByMail('ben@players.example');
    await client.updateUser({ email: 'ben2@players.example' });
    const [old, wanted] = [lastMail('ben@players.example'), lastMail('ben2@players.example')];
    await expectUnstored({
      old: old.code,
      oldLink: tokenOf(old.link),
      wanted: wanted.code,
      wantedLink: tokenOf(wanted.link),
    });
    await client.reauthenticate();
    await expectUnstored({ nonce: lastMail('ben@players.example').code });
  });

  it('a phone’s codes, to sign in and as a second factor', async () => {
    const client = harness.createClient();
    const phone = '15550001111';
    await client.signInWithOtp({ phone });
    const code = harness.texts.at(-1)?.code ?? '';
    await expectUnstored({ code });
    const { data } = await client.verifyOtp({ phone, token: code, type: 'sms' });
    await expectSession(data.session);
    await client.updateUser({ phone: '15550001112' });
    await expectUnstored({ change: harness.texts.at(-1)?.code });
    const factor = await client.mfa.enroll({ factorType: 'phone', phone: '15550001113' });
    const factorId = factor.data?.id ?? '';
    const challenge = await client.mfa.challenge({ factorId, channel: 'sms' });
    const second = harness.texts.at(-1)?.code ?? '';
    await expectUnstored({ second });
    const challengeId = challenge.data?.id ?? '';
    const lifted = await client.mfa.verify({ factorId, challengeId, code: second });
    await expectSession(lifted.data);
  });

  it('an authenticator, before it is shown to work and after', async () => {
    const { client } = await signUpByMail('otto@players.example');
    const { data } = await client.mfa.enroll({ factorType: 'totp' });
    const secret = data?.totp.secret ?? '';
    await expectUnstored({ secret });
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: harness.now().getTime(),
    });
    const lifted = await client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
    expect(lifted.error).toBeNull();
    await expectUnstored({ secret });
  });

  it('a sign-in at a provider, whose tokens are forgotten once they are handed over', async () => {
    harness.provider.add({ id: '7', username: 'cleo', email: 'c@b.example', verified: true });
    const verifier = 'v'.repeat(43);
    const challenge = `code_challenge=${verifier}&code_challenge_method=plain`;
    const back = await followToSite(
      `${harness.url}/authorize?provider=discord&person=cleo&${challenge}`,
    );
    await expectUnstored({ code: back.searchParams.get('code') });
    const { session } = await signInWithProvider(harness, harness.createClient(), 'cleo');
    await expectSession(session, { provider: session.provider_token ?? '' });
  });

  it('an invitation, also while it is accepted by an account elsewhere', async () => {
    const { admin } = await harness.createAdmin();
    const email = 'dora@b.example';
    await admin.inviteUserByEmail(email);
    const { code, link } = lastMail(email);
    const token = tokenOf(link);
    harness.provider.add({ id: '8', username: 'dora', email, verified: true });
    const accept = `/authorize?provider=discord&person=dora&invite_token=${token}`;
    const begun = await harness.request(accept);
    await expectUnstored({ code, token });
    const back = await followToSite(begun.headers.get('location') ?? '');
    const tokens = new URLSearchParams(back.hash.slice(1));
    await expectUnstored({
      access: tokens.get('access_token'),
      refresh: tokens.get('refresh_token'),
    });
  });

  it.each(['magiclink', 'recovery', 'email_change_current', 'email_change_new'] as const)(
    'a link that an administrator asked for: %s',
    async (type) => {
      const email = `${type.replaceAll('_', '-')}@players.example`;
      const { client } = await signUpByMail(email);
      const { admin } = await harness.createAdmin();
      const newEmail = `new-${email}`;
      const { data, error } = await admin.generateLink({ type, email, newEmail });
      if (error) {
        throw error;
      }
      const { email_otp: code, hashed_token: token } = data.properties;
      await expectUnstored({ code, token });
      if (type === 'magiclink' || type === 'recovery') {
        const verified = await client.verifyOtp({ type, token_hash: token });
        await expectSession(verified.data.session);
      }
    },
  );

  it('a link: the hash of it cannot be followed', async () => {
    const email = 'eve@players.example';
    await harness.createClient().signInWithOtp({ email });
    const [row] = await harness.database.query<{ token_hash: string }>(
      'select token_hash from auth.one_time_tokens where relates_to = $1',
      [email],
    );
    for (const token of [row?.token_hash, `pkce_${row?.token_hash}`]) {
      const back = await followToSite(`${harness.url}/verify?type=signup&token=${token}`);
      expect(new URLSearchParams(back.hash.slice(1)).get('error_code')).toBe('otp_expired');
    }
    const back = await followToSite(lastMail(email).link);
    expect(back.searchParams.get('code')).not.toBeNull();
  });

  it('an application’s secret', async () => {
    const { admin } = await harness.createAdmin();
    const { data } = await admin.oauth.createClient({
      client_name: 'App',
      redirect_uris: ['https://app.example/back'],
    });
    await expectUnstored({ secret: data?.client_secret });
  });

  it('a sign-in by one’s own identity provider', async () => {
    await using own = await createSamlHarness();
    const client = own.harness.createClient();
    const { data } = await client.signInWithSSO({
      domain: 'school.example',
      options: { redirectTo: 'http://localhost:5000/app' },
    });
    const back = await own.post(await own.idp.followSignIn(data?.url ?? ''));
    const code = back.searchParams.get('code') ?? '';
    await expectUnstored({ code }, own.harness);
    const { data: opened } = await client.exchangeCodeForSession(code);
    const { access_token: access, refresh_token: refresh } = opened.session ?? {};
    await expectUnstored({ code, access, refresh }, own.harness);
    const who = await own.harness.request('/user', { headers: bearer(access ?? '') });
    expect(who.status).toBe(200);
  });
});
