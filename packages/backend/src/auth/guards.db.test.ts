import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuth } from './create-auth.ts';
import { type AuthHarness, clientAddress, createAuthHarness } from './testing/auth-harness.ts';
import { bearer, signUp } from './testing/requests.ts';

/** Who may ask what, and how often: every route stands in one of these lists. */
const open = [
  'GET /health',
  'GET /settings',
  'GET /.well-known/jwks.json',
  'GET /authorize',
  'GET /callback',
  'POST /callback',
  'POST /token',
  'POST /signup',
  'POST /otp',
  'POST /magiclink',
  'POST /recover',
  'POST /resend',
  'POST /sso',
  'GET /sso/saml/metadata',
  'POST /sso/saml/acs',
  'GET /verify',
  'POST /verify',
  'POST /passkeys/authentication/options',
  'POST /passkeys/authentication/verify',
];
const forPeople = [
  'POST /logout',
  'GET /reauthenticate',
  'GET /user',
  'PUT /user',
  'GET /user/identities/authorize',
  'DELETE /user/identities/:identityId',
  'POST /factors',
  'DELETE /factors/:factorId',
  'POST /factors/:factorId/challenge',
  'POST /factors/:factorId/verify',
  'POST /passkeys/registration/options',
  'POST /passkeys/registration/verify',
  'GET /passkeys',
  'PATCH /passkeys/:passkeyId',
  'DELETE /passkeys/:passkeyId',
];
/** Of those, what nobody may who has not said who they are. */
const forNamed = [
  'POST /factors',
  'DELETE /factors/:factorId',
  'POST /factors/:factorId/challenge',
  'POST /factors/:factorId/verify',
  'POST /passkeys/registration/options',
  'POST /passkeys/registration/verify',
];
const forAdmins = [
  'POST /invite',
  'POST /admin/generate_link',
  'GET /admin/audit',
  'GET /admin/users',
  'POST /admin/users',
  'GET /admin/users/:userId',
  'PUT /admin/users/:userId',
  'DELETE /admin/users/:userId',
  'GET /admin/users/:userId/factors',
  'PUT /admin/users/:userId/factors/:factorId',
  'DELETE /admin/users/:userId/factors/:factorId',
  'GET /admin/users/:userId/passkeys',
  'DELETE /admin/users/:userId/passkeys/:passkeyId',
  'GET /admin/oauth/clients',
  'POST /admin/oauth/clients',
  'GET /admin/oauth/clients/:clientId',
  'PUT /admin/oauth/clients/:clientId',
  'DELETE /admin/oauth/clients/:clientId',
  'POST /admin/oauth/clients/:clientId/regenerate_secret',
  'GET /admin/sso/providers',
  'POST /admin/sso/providers',
  'GET /admin/sso/providers/:id',
  'PUT /admin/sso/providers/:id',
  'DELETE /admin/sso/providers/:id',
];

const once = { requests: 1, perSeconds: 3600 };
const often = { requests: 1000, perSeconds: 1 };
let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    mailer: { autoconfirm: true },
    external: { phone: { enabled: true }, anonymousUsers: { enabled: true } },
    security: { manualLinkingEnabled: true },
    passkeys: { enabled: true },
    saml: { enabled: true },
  });
});
afterAll(() => harness[Symbol.asyncDispose]());

async function ask(route: string, headers: Record<string, string> = {}, of = harness) {
  const [method = '', path = ''] = route.split(' ');
  const address = path.replace(/:\w+/g, () => crypto.randomUUID());
  const init = method === 'GET' ? {} : { json: {} };
  const response = await of.request(address, { method, headers, ...init });
  return [response.status, response.headers.get('x-sb-error-code')];
}

it('knows of every route who may ask it', () => {
  const { routes } = createAuth({ database: harness.database, keys: harness.keys });
  const known = new Set(
    routes
      .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'))
      .map(({ method, path }) => `${method} ${path}`),
  );
  expect([...known].sort()).toEqual([...open, ...forPeople, ...forAdmins].sort());
});

describe('who may ask', () => {
  it.each([...forPeople, ...forAdmins])('%s: nobody without a token', async (route) => {
    expect(await ask(route)).toEqual([401, 'no_authorization']);
    expect(await ask(route, bearer('no.token.atall'))).toEqual([403, 'bad_jwt']);
  });

  it('what is an administrator’s: nobody who is only signed in', async () => {
    const { headers } = await signUp(harness);
    for (const route of forAdmins) {
      expect([route, await ask(route, headers)]).toEqual([route, [403, 'not_admin']]);
    }
    for (const route of forPeople.slice(1)) {
      const [status] = await ask(route, headers);
      expect([route, status]).not.toEqual([route, 401]);
    }
    expect(await ask('POST /logout', headers)).toEqual([204, null]);
  });

  it('what is somebody’s with a name: nobody without', async () => {
    const client = harness.createClient();
    const { data } = await client.signInAnonymously();
    for (const route of forNamed) {
      const outcome = await ask(route, bearer(data.session?.access_token ?? ''));
      expect([route, outcome]).toEqual([route, [403, 'no_authorization']]);
    }
  });

  it('who was banned, or whose session has ended: no more', async () => {
    const banned = await signUp(harness);
    const gone = await signUp(harness);
    const set = (until: Date) =>
      harness.database.query('update auth.users set banned_until = $2 where id = $1', [
        banned.user.id,
        until,
      ]);
    await set(new Date(harness.now().getTime() + 60_000));
    await harness.database.query('delete from auth.sessions where user_id = $1', [gone.user.id]);
    expect(await ask('GET /user', banned.headers)).toEqual([403, 'user_banned']);
    expect(await ask('GET /user', gone.headers)).toEqual([403, 'session_not_found']);
    await set(new Date(harness.now().getTime() - 1000));
    expect(await ask('GET /user', banned.headers)).toEqual([200, null]);
  });
});

describe('how often', () => {
  let limited: AuthHarness;
  let person: Record<string, string>;

  beforeAll(async () => {
    limited = await createAuthHarness({
      mailer: { autoconfirm: true },
      security: { manualLinkingEnabled: true },
      passkeys: { enabled: true },
      saml: { enabled: true },
      external: { anonymousUsers: { enabled: true } },
      rateLimits: {
        ...{ enabled: true, countLoopback: false, burst: 1000, contact: often },
        callback: once,
        ...{ authorize: once, token: once, verify: once, otp: once, signup: once, recover: once },
        ...{ resend: once, user: once, anonymous: once, mfa: once, sso: once, samlAssertion: once },
      },
    });
    // From this machine nothing is counted.
    person = (await signUp(limited)).headers;
  });
  afterAll(() => limited[Symbol.asyncDispose]());

  it.each([
    'GET /authorize',
    'GET /user/identities/authorize',
    'GET /callback',
    'POST /callback',
    'POST /token?grant_type=password',
    'POST /token?grant_type=refresh_token',
    'POST /token?grant_type=pkce',
    'POST /token?grant_type=id_token',
    'POST /signup',
    'POST /otp',
    'POST /magiclink',
    'POST /recover',
    'POST /resend',
    'POST /sso',
    'POST /sso/saml/acs',
    'GET /verify',
    'POST /verify',
    'PUT /user',
    'POST /factors/:factorId/challenge',
    'POST /factors/:factorId/verify',
    'POST /passkeys/authentication/options',
    'POST /passkeys/authentication/verify',
  ])('%s: each address as often as it may, and others all the same', async (route) => {
    const place = [...route].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 60_000, 7);
    const toAddress = (last: number) => `10.${place % 250}.${Math.floor(place / 250)}.${last}`;
    const send = async (last: number) =>
      (await ask(route, { ...person, [clientAddress]: toAddress(last) }, limited))[0];
    expect(await send(1)).not.toBe(429);
    expect(await send(1)).toBe(429);
    expect(await send(2)).not.toBe(429);
  });
});

describe('guesses at a password', () => {
  it('are counted for the account, from wherever they come', async () => {
    await using limited = await createAuthHarness({
      rateLimits: {
        enabled: true,
        burst: 3,
        token: often,
        contact: { requests: 3, perSeconds: 3600 },
      },
    });
    let last = 0;
    const guess = async (email: string) => {
      last += 1;
      const response = await limited.request('/token?grant_type=password', {
        method: 'POST',
        json: { email, password: 'x' },
        headers: { [clientAddress]: `10.0.${last}.1` },
      });
      return response.status;
    };
    const target = () => guess('Target@players.example');
    expect([await target(), await target(), await target()]).toEqual([400, 400, 400]);
    expect(await guess('target@players.example')).toBe(429);
    expect(await guess('other@players.example')).toBe(400);
  });
});
