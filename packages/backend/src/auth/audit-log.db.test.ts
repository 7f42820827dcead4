import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { logAudit } from './audit-log.ts';
import type { AuditActor } from './rows.ts';
import { type AuthHarness, createAuthHarness, signInWithProvider } from './testing/auth-harness.ts';
import { bearer, post, refresh } from './testing/requests.ts';

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    mailer: { maxFrequencySeconds: 0 },
    security: { manualLinkingEnabled: true },
  });
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

let seen = 0;

/** What was logged since the last look, in the order in which it happened. */
async function listNew(): Promise<string[]> {
  const rows = await harness.database.query<{ action: string }>(
    `select payload ->> 'action' as action from auth.audit_log_entries order by ctid`,
  );
  const fresh = rows.slice(seen).map(({ action }) => action);
  seen = rows.length;
  return fresh;
}

const email = 'ann@players.example';
const password = 'correct horse';
const lastMail = () => harness.mails.filter((mail) => mail.to === email).at(-1);

it('holds what a person does, from their first day to their last', async () => {
  const client = harness.createClient();
  await client.signUp({ email, password });
  expect(await listNew()).toEqual(['user_confirmation_requested']);
  await post(harness, '/signup', { email, password });
  expect(await listNew()).toEqual(['user_confirmation_requested']);
  await client.verifyOtp({ email, token: lastMail()?.code ?? '', type: 'signup' });
  expect(await listNew()).toEqual(['user_signedup']);
  await post(harness, '/signup', { email, password });
  expect(await listNew()).toEqual(['user_repeated_signup']);
  const { data } = await client.signInWithPassword({ email, password });
  expect(await listNew()).toEqual(['login']);
  await client.refreshSession();
  expect(await listNew()).toEqual(['token_refreshed']);
  await client.resetPasswordForEmail(email);
  await client.reauthenticate();
  expect(await listNew()).toEqual(['user_recovery_requested', 'user_reauthenticate_requested']);
  await client.updateUser({ password: 'another horse' });
  expect(await listNew()).toEqual(['user_updated_password', 'user_modified']);

  const { data: factor } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  const secret = Secret.fromBase32(factor?.totp.secret ?? '');
  const code = new TOTP({ secret }).generate({ timestamp: harness.now().getTime() });
  await client.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code });
  await client.mfa.unenroll({ factorId: factor?.id ?? '' });
  expect(await listNew()).toEqual([
    'factor_in_progress',
    'challenge_created',
    'verification_attempted',
    'factor_unenrolled',
  ]);

  const stolen = data.session?.refresh_token ?? '';
  harness.advance(60);
  const { data: next } = await client.refreshSession();
  await refresh(harness, next.session?.refresh_token ?? '');
  await listNew();
  harness.advance(60);
  await refresh(harness, stolen);
  expect(await listNew()).toEqual(['token_revoked']);
  await client.signInWithPassword({ email, password: 'another horse' });
  await client.signOut();
  expect(await listNew()).toEqual(['login', 'logout']);
});

it('holds what is done for people, and by whom', async () => {
  const admin = await harness.createAdmin();
  const { data: invited } = await admin.admin.inviteUserByEmail('bea@players.example');
  await admin.admin.updateUserById(invited.user?.id ?? '', { user_metadata: { colour: 'red' } });
  await admin.admin.deleteUser(invited.user?.id ?? '');
  expect(await listNew()).toEqual(['user_invited', 'user_modified', 'user_deleted']);
  const [entry] = await harness.database.query<{ payload: Record<string, unknown> }>(
    `select payload from auth.audit_log_entries where payload ->> 'action' = 'user_deleted'`,
  );
  expect(entry?.payload).toMatchObject({ log_type: 'team', actor_username: 'service_role' });
});

it('names the person whose token an admin call came with', async () => {
  const { admin } = await harness.createAdmin();
  const keeper = { email: 'keeper@players.example', password };
  const { data } = await admin.createUser({ ...keeper, email_confirm: true, role: 'service_role' });
  const { data: entered } = await harness.createClient().signInWithPassword(keeper);
  const headers = bearer(entered.session?.access_token ?? '');
  const made = await post(harness, '/admin/users', { email: 'dan@players.example' }, headers);
  expect(made.status).toBe(200);
  const [entry] = await harness.database.query<{ payload: Record<string, unknown> }>(
    `select payload from auth.audit_log_entries
     where payload #>> '{traits,user_email}' = 'dan@players.example'`,
  );
  const actor = { actor_id: data.user?.id, actor_username: keeper.email };
  expect(entry?.payload).toMatchObject({ action: 'user_signedup', ...actor });
  expect(await listNew()).toEqual(['user_signedup', 'login', 'user_signedup']);
});

it('holds accounts elsewhere', async () => {
  harness.provider.add({ id: '7', username: 'cleo', email: 'cleo@b.example', verified: true });
  await signInWithProvider(harness, harness.createClient(), 'cleo');
  expect(await listNew()).toEqual(['user_signedup', 'login']);
});

it.each<[string, Partial<AuditActor>, object]>([
  [
    'their number',
    { phone: '15550001111', email: 'a@b.example' },
    { actor_username: '15550001111' },
  ],
  [
    'their address, where they have no number',
    { email: 'a@b.example' },
    { actor_username: 'a@b.example' },
  ],
  ['nothing, where they have neither', {}, { actor_username: '' }],
  [
    '255 characters of what they call themselves',
    { raw_user_meta_data: { full_name: 'x'.repeat(256) } },
    { actor_username: '', actor_name: 'x'.repeat(255) },
  ],
  [
    'no name that is none',
    { raw_user_meta_data: { full_name: 7 }, is_sso_user: true },
    { actor_username: '', actor_via_sso: true },
  ],
])('names somebody by %s', async (_what, known, named) => {
  const nobody = { email: null, phone: null, is_sso_user: false, raw_user_meta_data: null };
  const actor = { ...nobody, id: crypto.randomUUID(), ...known };
  const now = harness.now();
  await logAudit(harness.database, { actor, action: 'login', address: '192.0.2.1', now });
  const [entry] = await harness.database.query(
    `select payload, created_at, ip_address from auth.audit_log_entries
     where payload ->> 'actor_id' = $1`,
    [actor.id],
  );
  const payload = {
    actor_id: actor.id,
    actor_via_sso: false,
    action: 'login',
    log_type: 'account',
  };
  expect(entry).toEqual({
    payload: { ...payload, ...named },
    created_at: now,
    ip_address: '192.0.2.1',
  });
});
