import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, type Client, createAuthHarness } from './testing/auth-harness.ts';
import {
  type Claims,
  createSamlIdentityProvider,
  type SamlIdentityProvider,
} from './testing/saml-identity-provider.ts';

let harness: AuthHarness;
let idp: SamlIdentityProvider;
let admin: { Authorization: string };
let providerId: string;

const REDIRECT = 'http://localhost:5000/app';

beforeAll(async () => {
  harness = await createAuthHarness(
    { saml: { enabled: true }, uriAllowList: ['http://localhost:5000/**'] },
    { fetch: (address, init) => fetchPublished(String(address), init) },
  );
  const metadata = await harness.request('/sso/saml/metadata');
  idp = await createSamlIdentityProvider({ ourMetadata: await metadata.text() });
  admin = { Authorization: `Bearer ${await harness.serviceRoleKey()}` };
  const created = await sso('POST', '', {
    type: 'saml',
    metadata_xml: idp.metadata,
    domains: ['school.example'],
    attribute_mapping: {
      keys: {
        full_name: { names: ['displayName', 'cn'] },
        groups: { name: 'groups', array: true },
        guild: { name: 'guild', default: 'none' },
      },
    },
  });
  expect(created.status).toBe(201);
  providerId = (await created.json()).id;
});

afterAll(async () => {
  await idp[Symbol.asyncDispose]();
  await harness[Symbol.asyncDispose]();
});

/** What the identity provider publishes on the web. */
let published: () => Response | Promise<Response> = () => new Response('', { status: 404 });

async function fetchPublished(address: string, init?: RequestInit): Promise<Response> {
  return address.startsWith('https://idp.example/') ? published() : fetch(address, init);
}

function sso(method: string, path: string, json?: unknown): Promise<Response> {
  return harness.request(`/admin/sso/providers${path}`, {
    method,
    headers: admin,
    ...(json === undefined ? {} : { json }),
  });
}

async function beginSignIn(client: Client): Promise<string> {
  const { data, error } = await client.signInWithSSO({
    domain: 'school.example',
    options: { redirectTo: REDIRECT },
  });
  if (error || !data.url) throw error ?? new Error('no address');
  return data.url;
}

/** Posts as a browser does and returns where it is sent. */
async function post(form: Record<string, string>): Promise<URL> {
  const response = await harness.request('/sso/saml/acs', {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`${response.status}: ${await response.text()}`);
  return new URL(location);
}

async function signIn(claims?: Claims) {
  const client = harness.createClient();
  const back = await post(await idp.followSignIn(await beginSignIn(client), claims));
  const code = back.searchParams.get('code');
  if (code === null) throw new Error(back.search);
  const { data, error } = await client.exchangeCodeForSession(code);
  if (error) throw error;
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
    expect(`${back.origin}${back.pathname}`).toBe(REDIRECT);
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
    const own = await (await harness.createAdmin()).admin.createUser({
      email: 'bea@school.example',
      password: 'correct horse',
      email_confirm: true,
    });
    const { user, client } = await signIn({ nameId: 'bea@school.example' });
    expect(user.id).not.toBe(own.data.user?.id);
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
      json: { provider_id: providerId, redirect_to: REDIRECT },
    });
    expect(begun.status).toBe(303);
    const sessionEnd = new Date(Date.now() + 3_600_000);
    const form = await idp.followSignIn(begun.headers.get('location') ?? '', { sessionEnd });
    const hash = new URLSearchParams((await post(form)).hash.slice(1));
    expect(hash.get('access_token')).toMatch(/^ey/);
    expect(hash.get('sb')).toBe('');
    const [row] = await harness.database.query<{ not_after: Date }>(
      'select not_after from auth.sessions where not_after is not null',
    );
    expect(row?.not_after.getTime()).toBe(sessionEnd.getTime());
  });

  it('may begin at the provider', async () => {
    const back = await post(await idp.answerUnasked(REDIRECT, { nameId: 'cleo@school.example' }));
    expect(back.href).toMatch(/^http:\/\/localhost:5000\/app#access_token=ey/);
    const elsewhere = await post(await idp.answerUnasked('https://evil.example/'));
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
    expect(await codeOf(post(await idp.followSignIn(url, claims)))).toBe(code);
    expect(await countSessions()).toBe(before);
  });

  it('changed after it was signed, without a signature, or signed by somebody else', async () => {
    const change = async (edit: (xml: string) => string) => {
      const form = await idp.followSignIn(await beginSignIn(harness.createClient()));
      const xml = Buffer.from(form.SAMLResponse, 'base64').toString();
      expect(edit(xml)).not.toBe(xml);
      return codeOf(post({ ...form, SAMLResponse: Buffer.from(edit(xml)).toString('base64') }));
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
    expect(await codeOf(post(forged))).toBe('validation_failed');
    expect(await codeOf(post(await other.answerUnasked('')))).toBe('saml_idp_not_found');
  });

  it('a second time', async () => {
    const asked = await idp.followSignIn(await beginSignIn(harness.createClient()));
    await post(asked);
    expect(await codeOf(post(asked))).toBe('saml_relay_state_not_found');

    const unasked = await idp.answerUnasked('');
    await post(unasked);
    expect(await codeOf(post(unasked))).toBe('validation_failed');
    // An answer to a question is good with its question only.
    expect(await codeOf(post({ ...asked, RelayState: '' }))).toBe('validation_failed');
  });

  it.each([
    [{ RelayState: 'nonsense', SAMLResponse: 'x' }, 'validation_failed'],
    [{ RelayState: '', SAMLResponse: '' }, 'validation_failed'],
    [{ RelayState: '', SAMLResponse: '%%' }, 'validation_failed'],
    [{ RelayState: '', SAMLResponse: 'bm8=' }, 'validation_failed'],
    [{ RelayState: '', SAMLart: 'AAQ' }, 'validation_failed'],
    [{ RelayState: crypto.randomUUID(), SAMLResponse: 'x' }, 'saml_relay_state_not_found'],
  ])('a form like %j', async (form: Record<string, string>, code) => {
    expect(await codeOf(post(form))).toBe(code);
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

  it('is a matter of two minutes', async () => {
    const url = await beginSignIn(harness.createClient());
    await harness.database.query(
      "update auth.saml_relay_states set created_at = created_at - interval '121 seconds'",
    );
    expect(await codeOf(post(await idp.followSignIn(url)))).toBe('saml_relay_state_expired');
  });

  it('is nowhere while the provider is switched off', async () => {
    const url = await beginSignIn(harness.createClient());
    await sso('PUT', `/${providerId}`, { disabled: true });
    const answer = await harness.request('/sso', {
      method: 'POST',
      json: { provider_id: providerId },
    });
    expect(answer.headers.get('x-sb-error-code')).toBe('sso_provider_disabled');
    expect(await codeOf(post(await idp.followSignIn(url)))).toBe('sso_provider_disabled');
    await sso('PUT', `/${providerId}`, { disabled: false });
  });

  it('says what we are', async () => {
    const answer = await harness.request('/sso/saml/metadata?download=true');
    expect(answer.headers.get('content-type')).toBe('application/xml');
    expect(answer.headers.get('content-disposition')).toContain('metadata.xml');
    expect(await answer.text()).toMatch(/validUntil="20\d\d-/);
  });
});

describe('the administration of identity providers', () => {
  it('lists, shows, changes and removes them', async () => {
    const xml = idp.metadata.replace(/entityID="[^"]*"/, 'entityID="https://second.example"');
    published = () => new Response(xml);
    const created = await sso('POST', '', {
      type: 'saml',
      metadata_url: 'https://idp.example/metadata',
      domains: ['second.example', 'third.example'],
      resource_id: 'guild',
    });
    const provider = await created.json();
    expect(provider).toMatchObject({
      resource_id: 'guild',
      disabled: null,
      saml: { entity_id: 'https://second.example', metadata_xml: xml },
      domains: [{ domain: 'second.example' }, { domain: 'third.example' }],
    });
    expect(await (await sso('GET', '/resource_guild')).json()).toEqual(provider);
    const { items } = await (await sso('GET', '?resource_id_prefix=gui')).json();
    expect(items).toHaveLength(1);
    expect(items[0].saml.metadata_xml).toBeUndefined();

    const changed = await sso('PUT', `/${provider.id}`, { domains: ['third.example'] });
    expect((await changed.json()).domains).toEqual([{ domain: 'third.example' }]);
    expect((await sso('DELETE', `/${provider.id}`)).status).toBe(200);
    expect((await sso('GET', `/${provider.id}`)).status).toBe(404);
  });

  it.each<[string, unknown, number, string]>([
    ['another kind', { type: 'oidc' }, 400, 'validation_failed'],
    ['no metadata', { type: 'saml' }, 400, 'validation_failed'],
    ['not XML', { type: 'saml', metadata_xml: '<a' }, 400, 'validation_failed'],
    ['not an entity', { type: 'saml', metadata_xml: '<a/>' }, 400, 'validation_failed'],
    [
      'two sources',
      { type: 'saml', metadata_xml: '<a/>', metadata_url: 'x' },
      400,
      'validation_failed',
    ],
    ['plain HTTP', { type: 'saml', metadata_url: 'http://a.example' }, 400, 'validation_failed'],
    ['no address', { type: 'saml', metadata_url: 'nowhere' }, 400, 'validation_failed'],
    ['an unknown format', { type: 'saml', name_id_format: 'x' }, 400, 'validation_failed'],
    [
      'nothing there',
      { type: 'saml', metadata_url: 'https://idp.example/none' },
      400,
      'saml_metadata_fetch_failed',
    ],
  ])('refuses %s', async (_name, json, status, code) => {
    published = () => new Response('', { status: 404 });
    const answer = await sso('POST', '', json);
    expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([status, code]);
  });

  it('lets nobody take another’s place', async () => {
    const code = async (answer: Promise<Response>) => (await answer).headers.get('x-sb-error-code');
    const xml = idp.metadata.replace(/entityID="[^"]*"/, 'entityID="https://fourth.example"');
    expect(await code(sso('POST', '', { type: 'saml', metadata_xml: idp.metadata }))).toBe(
      'saml_idp_already_exists',
    );
    const domains = ['SCHOOL.example'];
    expect(await code(sso('POST', '', { type: 'saml', metadata_xml: xml, domains }))).toBe(
      'sso_domain_already_exists',
    );
    expect(await code(sso('PUT', `/${providerId}`, { metadata_xml: xml }))).toBe(
      'saml_entity_id_mismatch',
    );
    expect(await code(sso('GET', '/nobody'))).toBe('sso_provider_not_found');
    const stranger = await harness.request('/admin/sso/providers');
    expect(stranger.status).toBe(401);
  });

  it('reads metadata again when they are a day old, and goes on with what it has if it cannot', async () => {
    const xml = idp.metadata.replace(/entityID="[^"]*"/, 'entityID="https://fifth.example"');
    published = () => new Response(xml);
    const created = await sso('POST', '', {
      type: 'saml',
      metadata_url: 'https://idp.example/metadata',
    });
    const { id } = await created.json();
    const read = async () => {
      await harness.database.query(
        "update auth.saml_providers set updated_at = updated_at - interval '25 hours'",
      );
      await post(await idp.answerUnasked('', { issuer: 'https://fifth.example' }));
      return (await (await sso('GET', `/${id}`)).json()).saml.metadata_xml;
    };
    published = () => new Response('', { status: 500 });
    expect(await read()).toBe(xml);
    published = () => new Response(`${xml}<!-- renewed -->`);
    expect(await read()).toBe(`${xml}<!-- renewed -->`);
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
