import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSamlHarness, type SamlHarness } from '../testing/saml-harness.ts';

/** The register of identity providers; what one is kept with is tested in `sso-providers.db.test.ts`. */

let own: SamlHarness;

beforeAll(async () => {
  own = await createSamlHarness();
  own.harness.stopClock();
});
afterAll(() => own[Symbol.asyncDispose]());

let made = 0;
const newName = () => `name${++made}`;
const toXml = (name: string) =>
  own.idp.metadata.replace(/entityID="[^"]*"/, `entityID="https://${name}.example"`);

async function send(method: string, path: string, json?: unknown) {
  const answer = await own.sso(method, path, json);
  return { status: answer.status, body: await answer.json() };
}

const create = (json: object = {}) =>
  send('POST', '', { type: 'saml', metadata_xml: toXml(newName()), ...json });

describe('an identity provider', () => {
  it.each([
    'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
    'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  ])('may be asked for names of the kind %s', async (format) => {
    const { status, body } = await create({ name_id_format: format });
    expect([status, body.saml.name_id_format]).toEqual([201, format]);
  });

  it.each<[string, () => object, number, string]>([
    ['its name', () => ({ metadata_xml: own.idp.metadata }), 422, 'saml_idp_already_exists'],
    ['its domain', () => ({ domains: ['School.example'] }), 400, 'sso_domain_already_exists'],
    ['nothing for a domain', () => ({ domains: ['a.example', ''] }), 400, 'validation_failed'],
  ])('that has of another %s is not taken', async (_what, toJson, status, code) => {
    const { body: before } = await send('GET', '');
    const refused = await create(toJson());
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect((await send('GET', '')).body).toEqual(before);
  });

  it('never becomes another one', async () => {
    const { body } = await create();
    const changed = await send('PUT', `/${body.id}`, { metadata_xml: toXml(newName()) });
    expect([changed.status, changed.body.code]).toEqual([400, 'saml_entity_id_mismatch']);
    expect((await send('GET', `/${body.id}`)).body).toEqual(body);
  });

  it('is read from a new address, which is kept', async () => {
    const name = newName();
    own.publish(() => new Response(toXml(name)));
    const { body } = await create({ metadata_xml: '', metadata_url: 'https://idp.example/old' });
    const metadata_url = 'https://idp.example/new';
    own.publish(() => new Response(`${toXml(name)}<!-- new -->`));
    const changed = await send('PUT', `/${body.id}`, { metadata_url });
    expect(changed.body.saml).toMatchObject({
      metadata_url,
      metadata_xml: `${toXml(name)}<!-- new -->`,
    });
  });

  it('has its domains as they came, and those that came at once by their names', async () => {
    const { body } = await create({ domains: ['z.example', 'm.example'] });
    own.harness.advance(1);
    const domains = ['z.example', 'a.example', 'm.example'];
    const changed = await send('PUT', `/${body.id}`, { domains });
    expect(changed.body.domains.map(({ domain }: { domain: string }) => domain)).toEqual([
      'm.example',
      'z.example',
      'a.example',
    ]);
  });

  it('says when it came and when it was last changed', async () => {
    const came = own.harness.now().toISOString();
    const { body } = await create();
    expect([body.created_at, body.updated_at]).toEqual([came, came]);
    own.harness.advance(60);
    const changed = own.harness.now().toISOString();
    await send('PUT', `/${body.id}`, { disabled: true });
    const { body: now } = await send('GET', `/${body.id}`);
    expect([now.created_at, now.updated_at]).toEqual([came, changed]);
  });

  it('that goes is shown once more, and takes its domains with it', async () => {
    const domains = ['gone.example'];
    const { body } = await create({ domains });
    expect(await send('DELETE', `/${body.id}`)).toEqual({ status: 200, body });
    expect((await send('DELETE', `/${body.id}`)).body.code).toBe('sso_provider_not_found');
    expect((await create({ domains })).status).toBe(201);
  });
});
