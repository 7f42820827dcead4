import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSamlHarness, type SamlHarness } from './testing/saml-harness.ts';

let own: SamlHarness;

beforeAll(async () => {
  own = await createSamlHarness();
});
afterAll(() => own[Symbol.asyncDispose]());

describe('the administration of identity providers', () => {
  it('lists, shows, changes and removes them', async () => {
    const xml = own.idp.metadata.replace(/entityID="[^"]*"/, 'entityID="https://second.example"');
    own.publish(() => new Response(xml));
    const created = await own.sso('POST', '', {
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
    expect(await (await own.sso('GET', '/resource_guild')).json()).toEqual(provider);
    const { items } = await (await own.sso('GET', '?resource_id_prefix=gui')).json();
    expect(items).toHaveLength(1);
    expect(items[0].saml.metadata_xml).toBeUndefined();

    const changed = await own.sso('PUT', `/${provider.id}`, { domains: ['third.example'] });
    expect((await changed.json()).domains).toEqual([{ domain: 'third.example' }]);
    expect((await own.sso('DELETE', `/${provider.id}`)).status).toBe(200);
    expect((await own.sso('GET', `/${provider.id}`)).status).toBe(404);
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
    own.publish(() => new Response('', { status: 404 }));
    const answer = await own.sso('POST', '', json);
    expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([status, code]);
  });

  it('lets nobody take another’s place', async () => {
    const code = async (answer: Promise<Response>) => (await answer).headers.get('x-sb-error-code');
    const xml = own.idp.metadata.replace(/entityID="[^"]*"/, 'entityID="https://fourth.example"');
    expect(await code(own.sso('POST', '', { type: 'saml', metadata_xml: own.idp.metadata }))).toBe(
      'saml_idp_already_exists',
    );
    const domains = ['SCHOOL.example'];
    expect(await code(own.sso('POST', '', { type: 'saml', metadata_xml: xml, domains }))).toBe(
      'sso_domain_already_exists',
    );
    expect(await code(own.sso('PUT', `/${own.providerId}`, { metadata_xml: xml }))).toBe(
      'saml_entity_id_mismatch',
    );
    expect(await code(own.sso('GET', '/nobody'))).toBe('sso_provider_not_found');
    const stranger = await own.harness.request('/admin/sso/providers');
    expect(stranger.status).toBe(401);
  });

  it('reads metadata again when they are a day old, and goes on with what it has if it cannot', async () => {
    const xml = own.idp.metadata.replace(/entityID="[^"]*"/, 'entityID="https://fifth.example"');
    own.publish(() => new Response(xml));
    const created = await own.sso('POST', '', {
      type: 'saml',
      metadata_url: 'https://idp.example/metadata',
    });
    const { id } = await created.json();
    const read = async () => {
      await own.harness.database.query(
        "update auth.saml_providers set updated_at = updated_at - interval '25 hours'",
      );
      await own.post(await own.idp.answerUnasked('', { issuer: 'https://fifth.example' }));
      return (await (await own.sso('GET', `/${id}`)).json()).saml.metadata_xml;
    };
    own.publish(() => new Response('', { status: 500 }));
    expect(await read()).toBe(xml);
    own.publish(() => new Response(`${xml}<!-- renewed -->`));
    expect(await read()).toBe(`${xml}<!-- renewed -->`);
  });
});
