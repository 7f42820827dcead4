import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AuthHarness,
  type Client,
  createAuthHarness,
  followToSite,
} from './testing/auth-harness.ts';
import { bearer, post } from './testing/requests.ts';
import { createSamlIdentityProvider } from './testing/saml-identity-provider.ts';
import { createSoftwareAuthenticator } from './testing/software-authenticator.ts';

const site = 'http://localhost:5173';
const password = 'correct horse';

let harness: AuthHarness;
let nobody: Client;
let caller: Client;
let passkeyId = '';
let headers: Record<string, string> = {};
const authenticator = createSoftwareAuthenticator(site);

beforeAll(async () => {
  harness = await createAuthHarness({
    external: { anonymousUsers: { enabled: true }, phone: { enabled: true } },
    mailer: { maxFrequencySeconds: 0 },
    sms: { maxFrequencySeconds: 0 },
    security: { manualLinkingEnabled: true },
    passkeys: { enabled: true },
    webauthn: { rpId: 'localhost', rpOrigins: [site] },
    saml: { enabled: true },
    oauthServer: { enabled: true },
  });
  nobody = harness.createClient();
  caller = harness.createClient();
  const owner = { email: 'owner@players.example', password };
  await (await harness.createAdmin()).admin.createUser({ ...owner, email_confirm: true });
  const { data } = await harness.createClient().signInWithPassword(owner);
  headers = bearer(data.session?.access_token ?? '');
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

/** What each call that changes something writes, one after the other; a day in order is in `audit-log.db.test.ts`. */
const events: [string, readonly string[], () => Promise<unknown>][] = [
  ['nobody in particular comes', ['user_signedup'], async () => nobody.signInAnonymously()],
  [
    'they ask for an address',
    ['user_modified'],
    async () => nobody.updateUser({ email: 'named@players.example' }),
  ],
  [
    'they prove it, and have a name from then on',
    ['user_modified'],
    async () =>
      nobody.verifyOtp({
        type: 'email_change',
        email: 'named@players.example',
        token: harness.mails.at(-1)?.code ?? '',
      }),
  ],
  ['they leave', ['logout'], async () => nobody.signOut()],
  [
    'a number signs up',
    ['user_confirmation_requested'],
    async () => caller.signUp({ phone: '15550001234', password }),
  ],
  [
    'its code is sent again',
    ['user_recovery_requested'],
    async () => caller.resend({ type: 'sms', phone: '15550001234' }),
  ],
  [
    'it is proved',
    ['user_signedup'],
    async () =>
      caller.verifyOtp({
        type: 'sms',
        phone: '15550001234',
        token: harness.texts.at(-1)?.code ?? '',
      }),
  ],
  [
    'it asks for a code to sign in',
    ['user_recovery_requested'],
    async () => caller.signInWithOtp({ phone: '15550001234' }),
  ],
  [
    'it wants to be another number',
    ['user_modified'],
    async () => caller.updateUser({ phone: '15550004321' }),
  ],
  [
    'the other number gets its code again',
    ['user_confirmation_requested'],
    async () => caller.resend({ type: 'phone_change', phone: '15550001234' }),
  ],
  [
    'the other number is proved',
    ['user_modified'],
    async () =>
      caller.verifyOtp({
        type: 'phone_change',
        phone: '15550004321',
        token: harness.texts.at(-1)?.code ?? '',
      }),
  ],
  [
    'somebody signs up by mail alone',
    ['user_confirmation_requested'],
    async () => post(harness, '/otp', { email: 'dora@players.example' }),
  ],
  [
    'they follow the link',
    ['user_signedup'],
    async () => fetch(harness.mails.at(-1)?.link ?? '', { redirect: 'manual' }),
  ],
  [
    'they come again by mail',
    ['user_recovery_requested'],
    async () => post(harness, '/magiclink', { email: 'dora@players.example' }),
  ],
  [
    'they follow that link',
    ['login'],
    async () => fetch(harness.mails.at(-1)?.link ?? '', { redirect: 'manual' }),
  ],
  ['a passkey is made', ['passkey_created'], async () => registerPasskey()],
  [
    'it gets a name',
    ['passkey_updated'],
    async () => sendPasskey('PATCH', { friendly_name: 'Desk' }),
  ],
  ['it lets somebody in', ['login'], async () => enterByPasskey()],
  ['it is given up', ['passkey_deleted'], async () => sendPasskey('DELETE')],
  [
    'an account elsewhere is linked, and unlinked',
    ['identity_linked', 'identity_unlinked'],
    async () => linkAndUnlink(),
  ],
  [
    'an admin makes an account',
    ['user_signedup'],
    async () =>
      admin('POST', '/admin/users', { email: 'made@players.example', email_confirm: true }),
  ],
  [
    'an admin makes a link to get in by',
    ['user_recovery_requested'],
    async () => makeLink('magiclink'),
  ],
  [
    'an admin makes a link for a new password',
    ['user_recovery_requested'],
    async () => makeLink('recovery'),
  ],
  [
    'an admin makes a link for a new address',
    ['user_modified'],
    async () => makeLink('email_change_new', { new_email: 'moved@players.example' }),
  ],
  [
    'an admin makes a link to sign up by',
    ['user_confirmation_requested'],
    async () =>
      admin('POST', '/admin/generate_link', {
        type: 'signup',
        email: 'fresh@players.example',
        password,
      }),
  ],
  [
    'an admin keeps an application',
    [
      'oauth_client_created',
      'oauth_client_updated',
      'oauth_client_updated',
      'oauth_client_deleted',
    ],
    async () => keepClient(),
  ],
  [
    'an admin keeps an identity provider',
    ['sso_provider_created', 'sso_provider_updated', 'sso_provider_deleted'],
    async () => keepIdentityProvider(),
  ],
];

it.each(events)('is written when %s', async (_event, expected, happen) => {
  const before = await listActions();
  await happen();
  expect((await listActions()).slice(before.length)).toEqual(expected);
});

async function listActions(): Promise<string[]> {
  const rows = await harness.database.query<{ action: string }>(
    `select payload ->> 'action' as action from auth.audit_log_entries order by ctid`,
  );
  return rows.map(({ action }) => action);
}

async function readJson(answer: Promise<Response>) {
  const response = await answer;
  if (!response.ok) {
    throw new Error(await response.text());
  }
  return response.json();
}

async function admin(method: string, path: string, json?: unknown) {
  const response = await harness.request(path, {
    method,
    headers: bearer(await harness.serviceRoleKey()),
    ...(json === undefined ? {} : { json }),
  });
  if (!response.ok) {
    throw new Error(await response.text());
  }
  return response.status === 204 ? null : response.json();
}

const makeLink = (type: string, more: Record<string, unknown> = {}) =>
  admin('POST', '/admin/generate_link', { type, email: 'made@players.example', ...more });

async function registerPasskey() {
  const asked = await readJson(post(harness, '/passkeys/registration/options', {}, headers));
  const credential = authenticator.create(asked.options);
  const json = { challenge_id: asked.challenge_id, credential };
  passkeyId = (await readJson(post(harness, '/passkeys/registration/verify', json, headers))).id;
}

async function enterByPasskey() {
  const asked = await readJson(post(harness, '/passkeys/authentication/options', {}));
  const credential = authenticator.get(asked.options);
  const json = { challenge_id: asked.challenge_id, credential };
  await readJson(post(harness, '/passkeys/authentication/verify', json));
}

const sendPasskey = (method: string, json?: unknown) =>
  harness.request(`/passkeys/${passkeyId}`, {
    method,
    headers,
    ...(json === undefined ? {} : { json }),
  });

async function linkAndUnlink() {
  harness.provider.add({ id: '8', username: 'elsa', email: 'elsa@b.example', verified: true });
  const path = '/user/identities/authorize?provider=discord&skip_http_redirect=true&person=elsa';
  const { url } = await readJson(harness.request(path, { headers }));
  await followToSite(url);
  const { identities } = await readJson(harness.request('/user', { headers }));
  const linked = identities.find(
    (identity: { provider: string }) => identity.provider === 'discord',
  );
  const unlink = { method: 'DELETE', headers };
  await readJson(harness.request(`/user/identities/${linked.identity_id}`, unlink));
}

async function keepClient() {
  const path = '/admin/oauth/clients';
  const body = { client_name: 'App', redirect_uris: ['https://app.example/back'] };
  const { client_id: id } = await admin('POST', path, body);
  await admin('PUT', `${path}/${id}`, { client_name: 'The app' });
  await admin('POST', `${path}/${id}/regenerate_secret`);
  await admin('DELETE', `${path}/${id}`);
}

async function keepIdentityProvider() {
  const path = '/admin/sso/providers';
  const ourMetadata = await (await harness.request('/sso/saml/metadata')).text();
  await using idp = await createSamlIdentityProvider({ ourMetadata });
  const { id } = await admin('POST', path, { type: 'saml', metadata_xml: idp.metadata });
  await admin('PUT', `${path}/${id}`, { domains: ['school.example'] });
  await admin('DELETE', `${path}/${id}`);
}
