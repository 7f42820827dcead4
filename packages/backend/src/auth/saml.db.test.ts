import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, type Client, createAuthHarness } from './testing/auth-harness.ts';
import { createSamlHarness, type SamlHarness } from './testing/saml-harness.ts';
import {
  type Claims,
  createSamlIdentityProvider,
  type SamlIdentityProvider,
} from './testing/saml-identity-provider.ts';

const redirect = 'http://localhost:5000/app';

let own: SamlHarness;
let harness: AuthHarness;
let idp: SamlIdentityProvider;
let providerId: string;

beforeAll(async () => {
  own = await createSamlHarness();
  ({ harness, idp, providerId } = own);
});
afterAll(() => own[Symbol.asyncDispose]());

async function beginSignIn(client: Client): Promise<string> {
  const { data, error } = await client.signInWithSSO({
    domain: 'school.example',
    options: { redirectTo: redirect },
  });
  if (error || !data.url) {
    throw error ?? new Error('no address');
  }
  return data.url;
}

async function signIn(claims?: Claims) {
  const client = harness.createClient();
  const back = await own.post(await idp.followSignIn(await beginSignIn(client), claims));
  const code = back.searchParams.get('code');
  if (code === null) {
    throw new Error(back.search);
  }
  const { data, error } = await client.exchangeCodeForSession(code);
  if (error) {
    throw error;
  }
  return { client, back, session: data.session, user: data.user };
}

async function codeOf(answer: Promise<URL>): Promise<string | null> {
  return (await answer).searchParams.get('error_code');
}

async function countSessions(): Promise<number> {
  const [row] = await harness.database.query<{ count: number }>(
    'select count(*)::int as count from auth.sessions',
  );
  return row?.count ?? 0;
}

describe('signing in by one’s own identity provider', () => {
  it('leads there and back by the official client', async () => {
    const { back, user, client } = await signIn({
      attributes: { displayName: ['Ann A.'], groups: ['red', 'blue'] },
    });
    expect(`${back.origin}${back.pathname}`).toBe(redirect);
    expect(user).toMatchObject({
      email: 'ann@school.example',
      app_metadata: { provider: `sso:${providerId}`, providers: [`sso:${providerId}`] },
      user_metadata: {
        iss: idp.entityId,
        sub: 'ann@school.example',
        full_name: 'Ann A.',
        email_verified: true,
        custom_claims: { groups: ['red', 'blue'], guild: 'none' },
      },
    });
    const { data } = await client.getClaims();
    expect(data?.claims.amr).toMatchObject([{ method: 'sso/saml' }]);
    const again = await signIn();
    expect(again.user.id).toBe(user.id);
  });

  it('keeps its people apart from those who have the same address here', async () => {
    const bea = await (await harness.createAdmin()).admin.createUser({
      email: 'bea@school.example',
      password: 'correct horse',
      email_confirm: true,
    });
    const { user, client } = await signIn({ nameId: 'bea@school.example' });
    expect(user.id).not.toBe(bea.data.user?.id);
    const [row] = await harness.database.query('select is_sso_user from auth.users where id = $1', [
      user.id,
    ]);
    expect(row).toEqual({ is_sso_user: true });
    const { error } = await client.updateUser({ email: 'other@school.example' });
    expect(error).toMatchObject({ code: 'user_sso_managed', status: 422 });
  });

  it('without a challenge hands the tokens over in the fragment', async () => {
    const begun = await harness.request('/sso', {
      method: 'POST',
      json: { provider_id: providerId, redirect_to: redirect },
    });
    expect(begun.status).toBe(303);
    const sessionEnd = new Date(Date.now() + 3_600_000);
    const form = await idp.followSignIn(begun.headers.get('location') ?? '', { sessionEnd });
    const hash = new URLSearchParams((await own.post(form)).hash.slice(1));
    expect(hash.get('access_token')).toMatch(/^ey/);
    expect(hash.get('sb')).toBe('');
    const [row] = await harness.database.query<{ not_after: Date }>(
      'select not_after from auth.sessions where not_after is not null',
    );
    expect(row?.not_after.getTime()).toBe(sessionEnd.getTime());
  });

  it('sends the browser on from the provider’s form, also where it is refused', async () => {
    const answer = async (form: Record<string, string>) => {
      const body = new URLSearchParams(form);
      return (await harness.request('/sso/saml/acs', { method: 'POST', body })).status;
    };
    const form = await idp.followSignIn(await beginSignIn(harness.createClient()));
    expect([await answer(form), await answer(form)]).toEqual([302, 303]);
  });

  it('may begin at the provider', async () => {
    const back = await own.post(
      await idp.answerUnasked(redirect, { nameId: 'cleo@school.example' }),
    );
    expect(back.href).toMatch(/^http:\/\/localhost:5000\/app#access_token=ey/);
    const elsewhere = await own.post(await idp.answerUnasked('https://evil.example/'));
    expect(elsewhere.origin).toBe(harness.origin);
    expect(elsewhere.hash).toContain('access_token');
  });

  it('takes the subject that the provider promises to keep', async () => {
    const subject = 'urn:oasis:names:tc:SAML:attribute:subject-id';
    const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    const { user } = await signIn({
      nameId: 'today',
      nameIdFormat: transient,
      attributes: { [subject]: ['dora-1'], mail: ['dora@school.example'] },
    });
    expect(user.user_metadata).toMatchObject({ sub: 'dora-1', email: 'dora@school.example' });
  });
});

describe('an answer that is not right opens no session', () => {
  const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
  const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
  const past = new Date(Date.now() - 3_600_000);
  const future = new Date(Date.now() + 3_600_000);

  it.each<[string, Claims, string]>([
    ['for another audience', { audience: 'https://other.example' }, 'validation_failed'],
    ['for another address', { recipient: 'https://other.example/acs' }, 'validation_failed'],
    ['to another question', { inResponseTo: 'id-other' }, 'validation_failed'],
    ['to no question', { inResponseTo: null }, 'validation_failed'],
    ['of another issuer', { issuer: 'https://other.example' }, 'validation_failed'],
    ['that is over', { notOnOrAfter: past }, 'validation_failed'],
    ['that has not begun', { notBefore: future }, 'validation_failed'],
    [
      'about nobody in particular',
      { nameId: 'x', nameIdFormat: transient },
      'saml_assertion_no_user_id',
    ],
    [
      'about somebody without an address',
      { nameId: 'x', nameIdFormat: persistent },
      'saml_assertion_no_email',
    ],
  ])('%s', async (_name, claims, code) => {
    const before = await countSessions();
    const url = await beginSignIn(harness.createClient());
    expect(await codeOf(own.post(await idp.followSignIn(url, claims)))).toBe(code);
    expect(await countSessions()).toBe(before);
  });

  it('changed after it was signed, without a signature, or signed by somebody else', async () => {
    const change = async (edit: (xml: string) => string) => {
      const form = await idp.followSignIn(await beginSignIn(harness.createClient()));
      const xml = Buffer.from(form.SAMLResponse, 'base64').toString();
      expect(edit(xml)).not.toBe(xml);
      return codeOf(own.post({ ...form, SAMLResponse: Buffer.from(edit(xml)).toString('base64') }));
    };
    const codes = await Promise.all([
      change((xml) => xml.replaceAll('Ann@School.example', 'admin@school.example')),
      change((xml) => xml.replaceAll(/<ds:Signature[\s\S]*?<\/ds:Signature>/g, '')),
      // The signed assertion stays whole, and another one stands before it.
      change((xml) => {
        const [assertion = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? [];
        const forged = assertion
          .replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/, '')
          .replace(/ID="[^"]*"/, 'ID="_forged"')
          .replaceAll('Ann@School.example', 'admin@school.example');
        return xml.replace(assertion, forged + assertion);
      }),
    ]);
    expect(codes).toEqual(Array(3).fill('validation_failed'));

    const metadata = await harness.request('/sso/saml/metadata');
    await using other = await createSamlIdentityProvider({ ourMetadata: await metadata.text() });
    const forged = await other.answerUnasked('', { issuer: idp.entityId });
    expect(await codeOf(own.post(forged))).toBe('validation_failed');
    expect(await codeOf(own.post(await other.answerUnasked('')))).toBe('saml_idp_not_found');
  });

  it('a second time', async () => {
    const asked = await idp.followSignIn(await beginSignIn(harness.createClient()));
    await own.post(asked);
    expect(await codeOf(own.post(asked))).toBe('saml_relay_state_not_found');

    const unasked = await idp.answerUnasked('');
    await own.post(unasked);
    expect(await codeOf(own.post(unasked))).toBe('validation_failed');
    // An answer to a question is good with its question only.
    expect(await codeOf(own.post({ ...asked, RelayState: '' }))).toBe('validation_failed');
  });

  it.each([
    [{ RelayState: 'nonsense', SAMLResponse: 'x' }, 'validation_failed'],
    [{ RelayState: '', SAMLResponse: '' }, 'validation_failed'],
    [{ RelayState: '', SAMLResponse: '%%' }, 'validation_failed'],
    [{ RelayState: '', SAMLResponse: 'bm8=' }, 'validation_failed'],
    [{ RelayState: '', SAMLart: 'AAQ' }, 'validation_failed'],
    [{ RelayState: crypto.randomUUID(), SAMLResponse: 'x' }, 'saml_relay_state_not_found'],
  ])('a form like %j', async (form: Record<string, string>, code) => {
    expect(await codeOf(own.post(form))).toBe(code);
  });
});

describe('where to sign in', () => {
  it.each<[unknown, number, string]>([
    [{}, 400, 'validation_failed'],
    [{ domain: 'a.example', provider_id: crypto.randomUUID() }, 400, 'validation_failed'],
    [{ domain: 'unknown.example' }, 404, 'sso_provider_not_found'],
    [{ provider_id: crypto.randomUUID() }, 404, 'sso_provider_not_found'],
    [{ provider_id: 'one' }, 400, 'bad_json'],
    [{ domain: 'school.example', code_challenge: 'short' }, 400, 'validation_failed'],
  ])('%j is refused', async (json, status, code) => {
    const answer = await harness.request('/sso', { method: 'POST', json });
    expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([status, code]);
  });

  it('is nowhere while the provider is switched off', async () => {
    const url = await beginSignIn(harness.createClient());
    await own.sso('PUT', `/${providerId}`, { disabled: true });
    const answer = await harness.request('/sso', {
      method: 'POST',
      json: { provider_id: providerId },
    });
    expect(answer.headers.get('x-sb-error-code')).toBe('sso_provider_disabled');
    expect(await codeOf(own.post(await idp.followSignIn(url)))).toBe('sso_provider_disabled');
    await own.sso('PUT', `/${providerId}`, { disabled: false });
  });

  it('says what we are', async () => {
    const answer = await harness.request('/sso/saml/metadata?download=true');
    expect(answer.headers.get('content-type')).toBe('application/xml');
    expect(answer.headers.get('content-disposition')).toContain('metadata.xml');
    expect(await answer.text()).toMatch(/validUntil="20\d\d-/);
  });
});

it('while it is switched off, all of it says so', async () => {
  await using off = await createAuthHarness();
  for (const [method, path] of [
    ['POST', '/sso'],
    ['GET', '/sso/saml/metadata'],
    ['POST', '/sso/saml/acs'],
  ] as const) {
    const answer = await off.request(path, { method });
    expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([
      404,
      'saml_provider_disabled',
    ]);
  }
});

it.each([
  ['just before', 119, null],
  ['at', 120, 'saml_relay_state_expired'],
  ['after', 121, 'saml_relay_state_expired'],
])('signing in is a matter of two minutes: %s', async (_when, seconds, code) => {
  await using fresh = await createSamlHarness();
  fresh.harness.stopClock();
  const client = fresh.harness.createClient();
  const { data } = await client.signInWithSSO({
    domain: 'school.example',
    options: { redirectTo: redirect },
  });
  fresh.harness.advance(seconds);
  const back = fresh.post(await fresh.idp.followSignIn(data?.url ?? ''));
  expect(await codeOf(back)).toBe(code);
  expect((await back).searchParams.has('code')).toBe(code === null);
});
