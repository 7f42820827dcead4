import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { bearer } from '../testing/requests.ts';
import {
  createSamlIdentityProvider,
  type SamlIdentityProvider,
} from '../testing/saml-identity-provider.ts';

/** When an identity provider's metadata are fetched, how, and what is kept of it. */

let harness: AuthHarness;
let idp: SamlIdentityProvider;
let publish: (init?: RequestInit) => Response | Promise<Response>;
const asked: (RequestInit | undefined)[] = [];
const logged: string[] = [];
const metadataUrl = 'https://idp.example/metadata';

beforeAll(async () => {
  harness = await createAuthHarness(
    { saml: { enabled: true }, external: { timeoutSeconds: 0.2 } },
    {
      fetch: async (_address, init) => {
        asked.push(init);
        return publish(init);
      },
      log: (message) => logged.push(message),
    },
  );
  harness.stopClock();
  const metadata = await harness.request('/sso/saml/metadata');
  idp = await createSamlIdentityProvider({ ourMetadata: await metadata.text() });
});
afterAll(async () => {
  await idp[Symbol.asyncDispose]();
  await harness[Symbol.asyncDispose]();
});
beforeEach(() => {
  asked.length = 0;
  logged.length = 0;
});

async function sso(method: string, path: string, json?: unknown) {
  const answer = await harness.request(`/admin/sso/providers${path}`, {
    method,
    headers: bearer(await harness.serviceRoleKey()),
    ...(json === undefined ? {} : { json }),
  });
  return { status: answer.status, body: await answer.json() };
}

let made = 0;

/** A provider that publishes its metadata with these attributes. */
async function create(attributes = '', more: object = {}) {
  const entity = `https://place${++made}.example`;
  const xml = idp.metadata.replace(/entityID="[^"]*"/, `entityID="${entity}" ${attributes}`);
  publish = () => new Response(xml);
  const { body } = await sso('POST', '', { type: 'saml', metadata_url: metadataUrl, ...more });
  asked.length = 0;
  const age = (seconds: number) =>
    harness.database.query(
      `update auth.saml_providers set updated_at = $2::timestamptz - make_interval(secs => $3)
       where sso_provider_id = $1`,
      [body.id, harness.now(), seconds],
    );
  /** Somebody of theirs signs in: whether that went well. */
  const enter = async () => {
    const form = new URLSearchParams(await idp.answerUnasked('', { issuer: entity }));
    const answer = await harness.request('/sso/saml/acs', { method: 'POST', body: form });
    return (answer.headers.get('location') ?? '').includes('access_token');
  };
  return { entity, xml, provider: body, age, enter };
}

describe('metadata are fetched again', () => {
  it.each([
    ['a day after the last time, where they say nothing', '', 86_400],
    ['after the time that they name', 'cacheDuration="PT2H"', 7200],
  ])('%s, and no moment before', async (_when, attributes, seconds) => {
    const { age, enter } = await create(attributes);
    await age(seconds);
    expect([await enter(), asked.length]).toEqual([true, 0]);
    await age(seconds + 0.001);
    expect([await enter(), asked.length]).toEqual([true, 1]);
    // What was just fetched is new again.
    expect([await enter(), asked.length]).toEqual([true, 1]);
  });

  it('after the last instant that they name, and not at it', async () => {
    for (const [after, times] of [
      [0, 0],
      [-1, 1],
    ] as const) {
      const last = new Date(harness.now().getTime() + after).toISOString();
      const { enter } = await create(`validUntil="${last}"`);
      expect([await enter(), asked.length]).toEqual([true, times]);
    }
  });

  it('and all else that is kept of the provider stays', async () => {
    const more = {
      domains: ['kept.example'],
      resource_id: 'kept',
      attribute_mapping: { keys: { guild: { name: 'guild' } } },
      name_id_format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
    };
    const { provider, xml, age, enter } = await create('', more);
    await age(100_000);
    publish = () => new Response(`${xml}<!-- new -->`);
    expect(await enter()).toBe(true);
    const { body } = await sso('GET', `/${provider.id}`);
    const saml = { ...provider.saml, metadata_xml: `${xml}<!-- new -->` };
    expect(body).toEqual({ ...provider, saml, updated_at: body.updated_at });
  });

  it.each<[string, (xml: string) => Response | Promise<Response>]>([
    ['nobody answers', () => Promise.reject(new Error('gone'))],
    ['they say no', () => new Response('', { status: 404 })],
    ['they say something else', () => new Response('<html></html>')],
    ['they are of somebody else', (xml) => new Response(xml.replace('://place', '://other'))],
  ])('and where %s, what is known goes on, and the operator reads of it', async (_what, answer) => {
    const { entity, xml, provider, age, enter } = await create();
    await age(100_000);
    publish = () => answer(xml);
    expect(await enter()).toBe(true);
    expect(logged).toEqual([`the metadata of ${entity} could not be read again`]);
    expect((await sso('GET', `/${provider.id}`)).body.saml.metadata_xml).toBe(xml);
  });
});

describe('where metadata are published', () => {
  it('is asked for XML', async () => {
    await create();
    await sso('POST', '', { type: 'saml', metadata_url: metadataUrl });
    expect(asked.map((init) => new Headers(init?.headers).get('accept'))).toEqual([
      'application/xml;charset=UTF-8',
    ]);
  });

  it.each<[string, (init?: RequestInit) => Response | Promise<Response>]>([
    ['nobody answers', () => Promise.reject(new Error('gone'))],
    ['they say no', () => new Response('', { status: 404 })],
    ['something else than an answer comes', () => new Response(null, { status: 204 })],
    [
      'they take longer than the limit',
      (init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    ],
  ])('and where %s, nothing is kept', async (_what, answer) => {
    publish = answer;
    const before = (await sso('GET', '')).body;
    const { status, body } = await sso('POST', '', { type: 'saml', metadata_url: metadataUrl });
    expect([status, body.code]).toEqual([400, 'saml_metadata_fetch_failed']);
    expect((await sso('GET', '')).body).toEqual(before);
  });
});
