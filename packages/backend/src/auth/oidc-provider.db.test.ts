import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';
import {
  browse,
  fetchIdToken,
  type OidcProvider,
  startOidcProvider,
} from './testing/oidc-provider.ts';
import type { OidcClient } from './testing/oidc-provider-process.ts';
import { post } from './testing/requests.ts';

/** Every sign-in here is a real exchange with a real provider, which runs as a process of its own. */
const people = {
  aino: {
    email: 'Aino@players.example',
    email_verified: true,
    name: 'Aino K',
    picture: 'https://pictures.example/aino.png',
  },
  token: { email: 'token@players.example', email_verified: true },
  unproved: { email: 'unproved@players.example', email_verified: false },
  nomail: { name: 'No Mail' },
  elsewhere: { email: 'elsewhere@players.example', email_verified: true },
  joined: { email: 'joined@players.example', email_verified: true },
};

let provider: OidcProvider;
let harness: AuthHarness;
let clubhouse: OidcClient;
let elliptic: OidcClient;
let stranger: OidcClient;

beforeAll(async () => {
  provider = await startOidcProvider();
  harness = await createAuthHarness({
    mailer: { autoconfirm: false },
    security: { manualLinkingEnabled: true },
    external: {
      providers: {
        clubhouse: {
          oidc: true,
          clientIds: ['clubhouse'],
          clientSecret: 'first-secret',
          url: provider.url,
        },
        google: { clientIds: ['elliptic'], clientSecret: 'second-secret', url: provider.url },
        mistaken: {
          oidc: true,
          clientIds: ['clubhouse'],
          clientSecret: 'not-the-secret',
          url: provider.url,
        },
      },
    },
  });
  const redirectUri = `${harness.url}/callback`;
  clubhouse = { id: 'clubhouse', secret: 'first-secret', redirectUri, algorithm: 'RS256' };
  elliptic = { id: 'elliptic', secret: 'second-secret', redirectUri, algorithm: 'ES256' };
  stranger = {
    id: 'stranger',
    secret: 'third-secret',
    redirectUri: 'https://elsewhere.example/back',
    algorithm: 'RS256',
  };
  await provider.register([clubhouse, elliptic, stranger], people);
});

afterEach(() => {
  vi.useRealTimers();
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

/** Where somebody stands who has gone through the provider's pages. */
function comeBack(query: string): Promise<URL> {
  const to = `${harness.origin}/confirm`;
  return browse(`${harness.url}/authorize?redirect_to=${encodeURIComponent(to)}&${query}`, to);
}

async function signIn(person: string, name = 'clubhouse') {
  const client = harness.createClient();
  const { data, error } = await client.signInWithOAuth({
    provider: name as 'google',
    options: {
      redirectTo: `${harness.origin}/confirm`,
      skipBrowserRedirect: true,
      queryParams: { login_hint: person },
    },
  });
  if (error) {
    throw error;
  }
  const back = await browse(data.url, `${harness.origin}/confirm`);
  const exchanged = await client.exchangeCodeForSession(back.searchParams.get('code') ?? '');
  if (exchanged.error) {
    throw exchanged.error;
  }
  return { client, ...exchanged.data };
}

const grant = (json: Record<string, unknown>) =>
  post(harness, '/token?grant_type=id_token', { provider: 'clubhouse', ...json });

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('signing in at an OpenID Connect provider', () => {
  it('makes an account of somebody new, and finds it again', async () => {
    const first = await signIn('aino');
    expect(first.user).toMatchObject({
      email: 'aino@players.example',
      app_metadata: { provider: 'clubhouse', providers: ['clubhouse'] },
      user_metadata: {
        full_name: 'Aino K',
        avatar_url: 'https://pictures.example/aino.png',
        iss: provider.url,
        provider_id: 'aino',
        email_verified: true,
      },
    });
    expect(first.session.provider_token).toEqual(expect.any(String));
    const second = await signIn('aino');
    expect(second.user.id).toBe(first.user.id);
    expect(second.user.identities).toHaveLength(1);
  });

  it('takes keys of either kind', async () => {
    const { user } = await signIn('aino', 'google');
    // The same verified address: the account of before, with one more way in.
    expect(user.app_metadata.providers).toEqual(['clubhouse', 'google']);
  });

  it('joins the account that has proved the same address', async () => {
    const email = 'joined@players.example';
    const admin = await harness.createAdmin();
    const made = await admin.admin.createUser({
      email,
      password: 'correct horse',
      email_confirm: true,
    });
    const { user } = await signIn('joined');
    expect(user.id).toBe(made.data.user?.id);
    expect(user.identities?.map((identity) => identity.provider).sort()).toEqual([
      'clubhouse',
      'email',
    ]);
  });

  it('lets nobody in by an address that is not verified there', async () => {
    const back = await comeBack('provider=clubhouse&login_hint=unproved');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
    });
    const rows = await harness.database.query(
      `select email_confirmed_at, (select count(*)::int from auth.sessions where user_id = users.id) as sessions
       from auth.users where email = 'unproved@players.example'`,
    );
    expect(rows).toEqual([{ email_confirmed_at: null, sessions: 0 }]);
  });

  it('says that the provider gave no address', async () => {
    const back = await comeBack('provider=clubhouse&login_hint=nomail');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error_code: 'unexpected_failure',
      error_description: 'Error getting user email from external provider',
    });
  });

  it('says that the person refused', async () => {
    const back = await comeBack('provider=clubhouse');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      error_description: 'The person said no',
    });
    expect(back.searchParams.has('code')).toBe(false);
  });

  it('says that the provider does not take our secret', async () => {
    const back = await comeBack('provider=mistaken&login_hint=aino');
    expect(back.searchParams.get('error_description')).toMatch(/^Unable to exchange external code/);
  });

  it('takes no code of a sign-in that another browser began', async () => {
    // Somebody lays the code of their own sign-in into the flow of another person.
    const begin = async () => {
      const response = await fetch(`${harness.url}/authorize?provider=clubhouse&login_hint=aino`, {
        redirect: 'manual',
      });
      return browse(response.headers.get('location') ?? '', `${harness.url}/callback`);
    };
    const [own, victims] = [await begin(), await begin()];
    victims.searchParams.set('code', own.searchParams.get('code') ?? '');
    const response = await fetch(victims, { redirect: 'manual' });
    const back = new URL(response.headers.get('location') ?? '');
    expect(back.searchParams.get('error_description')).toMatch(/^Unable to exchange external code/);
    expect(back.hash).not.toContain('access_token');
  });

  it('links an account there to somebody who is signed in, and leaves their address', async () => {
    const admin = await harness.createAdmin();
    const person = { email: 'linker@players.example', password: 'correct horse' };
    await admin.admin.createUser({ ...person, email_confirm: true });
    const client = harness.createClient();
    await client.signInWithPassword(person);
    const to = `${harness.origin}/account`;
    const { data, error } = await client.linkIdentity({
      provider: 'clubhouse' as 'google',
      options: {
        redirectTo: to,
        skipBrowserRedirect: true,
        queryParams: { login_hint: 'elsewhere' },
      },
    });
    expect(error).toBeNull();
    await browse(data?.url ?? '', to);
    const { user } = (await client.getUser()).data;
    expect(user?.email).toBe(person.email);
    expect(user?.app_metadata.providers).toEqual(['email', 'clubhouse']);
    const again = await comeBack('provider=clubhouse&login_hint=elsewhere');
    expect(new URLSearchParams(again.hash.slice(1)).get('access_token')).toEqual(
      expect.any(String),
    );
  });
});

describe('an id_token of an OpenID Connect provider', () => {
  it.each([
    ['RSA', 'clubhouse', () => clubhouse],
    ['an elliptic curve', 'google', () => elliptic],
  ])('is taken, signed by %s', async (_kind, name, client) => {
    const { idToken, accessToken } = await fetchIdToken(provider, {
      client: client(),
      person: 'token',
    });
    const { data, error } = await harness.createClient().signInWithIdToken({
      provider: name as 'google',
      token: idToken,
      access_token: accessToken,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: 'token@players.example' });
  });

  it('is taken by its issuer and client alone', async () => {
    const { idToken } = await fetchIdToken(provider, { client: clubhouse, person: 'token' });
    const response = await post(harness, '/token?grant_type=id_token', {
      id_token: idToken,
      client_id: 'clubhouse',
      issuer: provider.url,
    });
    expect(response.status).toBe(200);
  });

  it.each([
    ['the nonce it was made for', 'n', 'n', 200, undefined],
    ['another nonce', 'm', 'n', 400, 'Nonces mismatch'],
    ['a nonce that it lacks', undefined, 'n', 400, 'should either both exist or not'],
    ['none, where it has one', 'n', undefined, 400, 'should either both exist or not'],
  ])('with %s', async (_case, inside, sent, status, description) => {
    const { idToken } = await fetchIdToken(provider, {
      client: clubhouse,
      person: 'token',
      ...(inside === undefined ? {} : { nonce: sha256(inside) }),
    });
    const response = await grant({ id_token: idToken, nonce: sent });
    expect(response.status).toBe(status);
    const body = await response.json();
    if (description !== undefined) {
      expect(body.error_description).toContain(description);
    }
  });

  it('is refused if it was made for somebody else', async () => {
    const { idToken } = await fetchIdToken(provider, { client: stranger, person: 'token' });
    const response = await grant({ id_token: idToken });
    expect(response.status).toBe(400);
    expect((await response.json()).error_description).toBe(
      'Unacceptable audience in id_token: [stranger]',
    );
  });

  it('is refused if another provider made it', async () => {
    await using other = await startOidcProvider();
    await other.register([clubhouse], people);
    const { idToken } = await fetchIdToken(other, { client: clubhouse, person: 'token' });
    const response = await grant({ id_token: idToken });
    expect(response.status).toBe(400);
    expect((await response.json()).error_description).toBe('Bad ID token');
  });

  it('is verified by the keys that its issuer has now', async () => {
    const before = await fetchIdToken(provider, { client: clubhouse, person: 'token' });
    expect((await grant({ id_token: before.idToken })).status).toBe(200);
    await provider.rotate();
    const after = await fetchIdToken(provider, { client: clubhouse, person: 'token' });
    // Keys that were just fetched are not asked for again because of any token that comes along.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    expect((await grant({ id_token: after.idToken })).status).toBe(200);
    const late = await grant({ id_token: before.idToken });
    expect((await late.json()).error_description).toBe('Bad ID token');
  });
});

describe('a provider that does not answer', () => {
  const withOne = (url: string, timeoutSeconds: number) =>
    createAuthHarness({
      external: {
        timeoutSeconds,
        providers: {
          clubhouse: { oidc: true, clientIds: ['clubhouse'], clientSecret: 'first-secret', url },
        },
      },
    });

  it('holds nobody up for longer than the limit', async () => {
    await using own = await startOidcProvider();
    await using service = await withOne(own.url, 0.2);
    own.pause();
    const asked = await service.request('/authorize?provider=clubhouse');
    expect(asked.status).toBe(502);
    expect(await asked.json()).toMatchObject({ code: 'provider_unreachable' });
  });

  it('ends the sign-in of whoever comes back from it, once and for all', async () => {
    const own = await startOidcProvider();
    await using service = await withOne(own.url, 30);
    const redirectUri = `${service.url}/callback`;
    await own.register([{ ...clubhouse, redirectUri }], people);
    const begin = `${service.url}/authorize?provider=clubhouse&login_hint=aino`;
    const back = await browse(begin, redirectUri);
    await own[Symbol.asyncDispose]();
    const outcome = async () => {
      const response = await fetch(back, { redirect: 'manual' });
      return new URL(response.headers.get('location') ?? '').searchParams.get('error_code');
    };
    expect(await outcome()).toBe('unexpected_failure');
    // The verifier of this sign-in has been used; whoever tries again begins anew.
    expect(await outcome()).toBe('oauth_client_state_not_found');
  });
});
