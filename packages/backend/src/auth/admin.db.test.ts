import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from './keys.ts';
import { type AuthHarness, type Client, createAuthHarness } from './testing/auth-harness.ts';
import { bearer, signUp } from './testing/requests.ts';

let harness: AuthHarness;
let admin: Client;

beforeAll(async () => {
  harness = await createAuthHarness({
    mailer: { autoconfirm: true },
    external: { phone: { enabled: true } },
    oauthServer: { enabled: true },
  });
  admin = await harness.createAdmin();
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

describe('the administrator’s calls', () => {
  it('are refused to everybody else', async () => {
    const { session } = await signUp(harness);
    for (const [headers, status, code] of [
      [{}, 401, 'no_authorization'],
      [bearer('x.y.z'), 403, 'bad_jwt'],
      [bearer(session.access_token), 403, 'not_admin'],
    ] as const) {
      for (const [method, path] of [
        ['GET', '/admin/users'],
        ['POST', '/admin/users'],
        ['DELETE', `/admin/users/${session.user.id}`],
        ['POST', '/admin/generate_link'],
        ['GET', '/admin/audit'],
        ['POST', '/invite'],
      ] as const) {
        const response = await harness.request(path, { method, headers });
        expect(response.status).toBe(status);
        expect(await response.json()).toMatchObject({ code });
      }
    }
  });

  it.each(['per_page=-1', 'per_page=x', 'page=1e30'])('name no page by %s', async (query) => {
    const headers = bearer(await harness.serviceRoleKey());
    for (const path of ['/admin/users', '/admin/audit']) {
      const response = await harness.request(`${path}?${query}`, { headers });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'validation_failed' });
    }
  });

  it('make, read, change and delete a person', async () => {
    const { data, error } = await admin.admin.createUser({
      email: 'made@players.example',
      phone: '15550009999',
      password: 'correct horse',
      email_confirm: true,
      user_metadata: { full_name: 'Made' },
      app_metadata: { team: 'red' },
    });
    expect(error).toBeNull();
    const id = data.user?.id ?? '';
    expect(data.user).toMatchObject({
      email: 'made@players.example',
      phone: '15550009999',
      app_metadata: { provider: 'email', providers: ['email', 'phone'], team: 'red' },
      user_metadata: { full_name: 'Made' },
    });
    expect(data.user?.identities).toHaveLength(2);
    expect(data.user?.phone_confirmed_at).toBeUndefined();
    const client = harness.createClient();
    const signIn = () =>
      client.signInWithPassword({ email: 'made@players.example', password: 'correct horse' });
    expect((await signIn()).error).toBeNull();

    const banned = await admin.admin.updateUserById(id, { ban_duration: '1h30m' });
    expect(Date.parse(banned.data.user?.banned_until ?? '')).toBeGreaterThan(
      harness.now().getTime() + 5_000_000,
    );
    expect((await signIn()).error).toMatchObject({ code: 'user_banned' });
    await admin.admin.updateUserById(id, { ban_duration: 'none', app_metadata: { team: null } });
    const free = await admin.admin.getUserById(id);
    expect(free.data.user?.banned_until).toBeUndefined();
    expect(free.data.user?.app_metadata).not.toHaveProperty('team');

    const renamed = await admin.admin.updateUserById(id, {
      email: 'renamed@players.example',
      email_confirm: true,
    });
    expect(renamed.data.user?.email).toBe('renamed@players.example');
    expect((await admin.admin.deleteUser(id)).error).toBeNull();
    expect((await admin.admin.getUserById(id)).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    });
  });

  it('end every session with a new password', async () => {
    const { client, user } = await signUp(harness);
    await admin.admin.updateUserById(user.id, { password: 'given by the admin' });
    expect((await client.refreshSession()).error).not.toBeNull();
  });

  it('take people over with their id and their hash', async () => {
    const id = crypto.randomUUID();
    const { data } = await admin.admin.createUser({
      id,
      email: 'moved@players.example',
      email_confirm: true,
      password_hash:
        '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    });
    expect(data.user?.id).toBe(id);
    const { error } = await harness
      .createClient()
      .signInWithPassword({ email: 'moved@players.example', password: 'password' });
    expect(error).toBeNull();
  });

  it('leave nothing of a softly deleted person but the row', async () => {
    const { client, email, password, user } = await signUp(harness);
    await admin.admin.deleteUser(user.id, true);
    expect((await client.refreshSession()).error).not.toBeNull();
    const [row] = await harness.database.query<Record<string, unknown>>(
      'select email, encrypted_password, raw_user_meta_data, deleted_at from auth.users where id = $1',
      [user.id],
    );
    expect(row?.email).not.toContain('players');
    expect(row).toMatchObject({ encrypted_password: null, raw_user_meta_data: {} });
    expect(row?.deleted_at).not.toBeNull();
    const again = await harness.createClient().signUp({ email, password });
    expect(again.error).toBeNull();
    expect(again.data.user?.id).not.toBe(user.id);
  });

  it('list people by pages', async () => {
    await signUp(harness);
    await signUp(harness);
    const { data, error } = await admin.admin.listUsers({ page: 1, perPage: 2 });
    expect(error).toBeNull();
    expect(data.users).toHaveLength(2);
    expect(data).toMatchObject({ nextPage: 2, aud: 'authenticated' });
    expect(data).toHaveProperty('total');
    const bad = await admin.admin.listUsers({ page: -1 });
    expect(bad.error).toMatchObject({ status: 400, code: 'validation_failed' });
    const sort = await harness.request('/admin/users?sort=id;drop', {
      headers: bearer(await createApiKey(harness.keys, 'service_role')),
    });
    expect(sort.status).toBe(400);
  });

  it('see and delete second factors', async () => {
    const { client, user } = await signUp(harness);
    const factor = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Seen' });
    const id = factor.data?.id ?? '';
    const listed = await admin.admin.mfa.listFactors({ userId: user.id });
    expect(listed.data?.factors).toMatchObject([{ id, friendly_name: 'Seen' }]);
    expect(JSON.stringify(listed.data)).not.toContain('secret');
    await admin.admin.mfa.deleteFactor({ userId: user.id, id });
    expect((await admin.admin.mfa.listFactors({ userId: user.id })).data?.factors).toEqual([]);
  });

  it('invite by mail', async () => {
    const email = 'invited@players.example';
    const { data, error } = await admin.admin.inviteUserByEmail(email, { data: { a: 1 } });
    expect(error).toBeNull();
    expect(data.user?.invited_at).toBeDefined();
    const mail = harness.mails.at(-1);
    expect(mail).toMatchObject({ kind: 'invite', to: email });
    const token = new URL(mail?.link ?? '').searchParams.get('token') ?? '';
    const verified = await harness.createClient().verifyOtp({ token_hash: token, type: 'invite' });
    expect(verified.data.user?.email_confirmed_at).toBeDefined();
    const again = await admin.admin.inviteUserByEmail(email);
    expect(again.error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  it.each([
    ['signup', { password: 'correct horse' }, 'signup'],
    ['invite', {}, 'invite'],
    ['magiclink', {}, 'signup'],
  ] as const)('make a link for somebody new: %s', async (type, extra, verification) => {
    const email = `link-${type}@players.example`;
    const { data, error } = await admin.admin.generateLink({ type, email, ...extra } as never);
    expect(error).toBeNull();
    expect(data.properties).toMatchObject({ verification_type: verification });
    expect(data.properties?.action_link).toContain(`${harness.url}/verify?token=`);
    const { data: verified } = await harness.createClient().verifyOtp({
      email,
      token: data.properties?.email_otp ?? '',
      type: verification,
    });
    expect(verified.user?.email).toBe(email);
  });

  it('make a link for somebody who is there', async () => {
    const { email } = await signUp(harness);
    for (const type of ['magiclink', 'recovery'] as const) {
      const { data } = await admin.admin.generateLink({ type, email });
      const response = await fetch(data.properties?.action_link ?? '', { redirect: 'manual' });
      expect(response.headers.get('location')).toContain('access_token=');
    }
    const unknown = await admin.admin.generateLink({ type: 'recovery', email: 'no@b.example' });
    expect(unknown.error).toMatchObject({ status: 404, code: 'user_not_found' });
    const taken = await admin.admin.generateLink({
      type: 'signup',
      email,
      password: 'correct horse',
    });
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  it.each([
    [{}, 'validation_failed'],
    [{ email: 'x' }, 'validation_failed'],
    [{ email: 'ok@b.example', id: 'x' }, 'validation_failed'],
    [{ email: 'ok@b.example', password: 'a b c d', password_hash: 'x' }, 'validation_failed'],
    [{ email: 'ok@b.example', password_hash: 'plain' }, 'validation_failed'],
    [{ email: 'ok@b.example', ban_duration: 'long' }, 'validation_failed'],
    [{ email: 'ok@b.example', app_metadata: 'x' }, 'bad_json'],
  ])('refuse to make %j', async (json, code) => {
    const response = await harness.request('/admin/users', {
      method: 'POST',
      json,
      headers: bearer(await createApiKey(harness.keys, 'service_role')),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code });
  });
});

describe('the register of applications', () => {
  const redirect = 'https://app.example/back';

  it('is kept by the administrator', async () => {
    const { oauth } = admin.admin;
    const made = await oauth.createClient({ client_name: 'App', redirect_uris: [redirect] });
    expect(made.error).toBeNull();
    expect(made.data).toMatchObject({
      client_name: 'App',
      client_type: 'confidential',
      redirect_uris: [redirect],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_basic',
    });
    const id = made.data?.client_id ?? '';
    const secret = made.data?.client_secret ?? '';
    expect(secret).toMatch(/^[\w-]{43}$/);
    const read = await oauth.getClient(id);
    expect(read.data?.client_id).toBe(id);
    expect(read.data?.client_secret).toBeUndefined();
    const renamed = await oauth.updateClient(id, { client_name: 'Other' });
    expect(renamed.data).toMatchObject({ client_name: 'Other', redirect_uris: [redirect] });
    const renewed = await oauth.regenerateClientSecret(id);
    expect(renewed.data?.client_secret).not.toBe(secret);
    expect((await oauth.listClients()).data.clients).toHaveLength(1);
    const rows = await harness.database.query('select * from auth.oauth_clients');
    expect(JSON.stringify(rows)).not.toContain(renewed.data?.client_secret);
    expect((await oauth.deleteClient(id)).error).toBeNull();
    expect((await oauth.getClient(id)).error).toMatchObject({
      status: 404,
      code: 'oauth_client_not_found',
    });
  });

  it.each([
    [{}, 'redirect_uris is required'],
    [{ redirect_uris: [] }, 'redirect_uris cannot be empty'],
    [{ redirect_uris: ['javascript:alert(1)'] }, "scheme 'javascript' is not allowed"],
    [{ redirect_uris: ['http://app.example/'] }, 'HTTP scheme only allowed for localhost'],
    [{ redirect_uris: [`${redirect}#x`] }, 'fragment not allowed'],
    [{ redirect_uris: Array(11).fill(redirect) }, 'cannot exceed 10 items'],
    [{ redirect_uris: [redirect], grant_types: ['password'] }, 'grant_types must only contain'],
    [{ redirect_uris: [redirect], client_uri: 'x' }, 'client_uri must be a valid URL'],
    [{ redirect_uris: [redirect], client_type: 'secret' }, 'client_type must be'],
    [
      {
        redirect_uris: [redirect],
        client_type: 'public',
        token_endpoint_auth_method: 'client_secret_basic',
      },
      'does not fit a public client',
    ],
  ])('refuses %j', async (json, message) => {
    const response = await harness.request('/admin/oauth/clients', {
      method: 'POST',
      json,
      headers: bearer(await createApiKey(harness.keys, 'service_role')),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining(message),
    });
  });

  it('takes a name of 1,024 characters, and has no secret for a public application', async () => {
    const headers = bearer(await harness.serviceRoleKey());
    const make = (json: object) =>
      harness.request('/admin/oauth/clients', {
        method: 'POST',
        json: { redirect_uris: [redirect], ...json },
        headers,
      });
    const named = (length: number) => make({ client_name: 'x'.repeat(length) });
    expect([(await named(1024)).status, (await named(1025)).status]).toEqual([201, 400]);
    const open = await make({ client_type: 'public', token_endpoint_auth_method: 'none' });
    const { client_id: id } = await open.json();
    const path = `/admin/oauth/clients/${id}/regenerate_secret`;
    const renewed = await harness.request(path, { method: 'POST', headers });
    expect([renewed.status, (await renewed.json()).code]).toEqual([400, 'validation_failed']);
  });

  it('is nobody else’s', async () => {
    const { session } = await signUp(harness);
    const response = await harness.request('/admin/oauth/clients', {
      headers: bearer(session.access_token),
    });
    expect(response.status).toBe(403);
  });
});
