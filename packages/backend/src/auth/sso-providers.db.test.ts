import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSamlHarness, type SamlHarness } from './testing/saml-harness.ts';

let own: SamlHarness;

/** An identity provider as the administration shows it, as far as it is read here. */
interface SavedProvider {
  resource_id?: string;
  saml: Record<string, unknown>;
}

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

describe('what an identity provider is kept with', () => {
  const toXml = (name: string) =>
    own.idp.metadata.replace(/entityID="[^"]*"/, `entityID="https://${name}.example"`);
  const send = async (method: string, path: string, json: unknown) => {
    const answer = await own.sso(method, path, json);
    return { status: answer.status, body: await answer.json() };
  };
  const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
  const keys = { full_name: { name: 'cn' } };
  let places = 0;
  /** Another provider with everything that can be said of one. */
  async function add() {
    places += 1;
    const name = `place${places}`;
    own.publish(() => new Response(toXml(name)));
    const { body } = await send('POST', '', {
      type: 'saml',
      metadata_url: 'https://idp.example/metadata',
      domains: [`${name}.example`],
      resource_id: name,
      disabled: true,
      attribute_mapping: { keys },
      name_id_format: transient,
    });
    return { name, id: String(body.id), before: body };
  }

  it('is all that was said, and nothing where nothing was', async () => {
    const { before, name } = await add();
    expect(before).toMatchObject({
      resource_id: name,
      disabled: true,
      saml: {
        metadata_url: 'https://idp.example/metadata',
        attribute_mapping: { keys },
        name_id_format: transient,
      },
    });
    const bare = await send('POST', '', { type: 'saml', metadata_xml: toXml('bare') });
    expect([bare.status, Object.keys(bare.body).includes('resource_id')]).toEqual([201, false]);
    expect(bare.body).toMatchObject({ disabled: null, domains: [] });
    expect(Object.keys(bare.body.saml).sort()).toEqual([
      'attribute_mapping',
      'entity_id',
      'metadata_xml',
    ]);
    expect(bare.body.saml.attribute_mapping).toEqual({});
  });

  it.each<[string, (name: string) => object, (before: SavedProvider) => object]>([
    ['nothing, but for the format', () => ({}), () => ({})],
    ['another resource', () => ({ resource_id: 'moved' }), () => ({ resource_id: 'moved' })],
    ['no resource', () => ({ resource_id: '' }), () => ({ resource_id: undefined })],
    ['that it is open', () => ({ disabled: false }), () => ({ disabled: false })],
    ['no domains', () => ({ domains: [] }), () => ({ domains: [] })],
    [
      'its own domain and another',
      (name) => ({ domains: [`${name}.example`, `${name}.second`] }),
      ({ resource_id: name }) => ({
        domains: [{ domain: `${name}.example` }, { domain: `${name}.second` }],
      }),
    ],
    [
      'a mapping',
      () => ({ attribute_mapping: { keys: { name: { name: 'cn' } } } }),
      ({ saml }) => ({ saml: { ...saml, attribute_mapping: { keys: { name: { name: 'cn' } } } } }),
    ],
    ['a mapping of nothing', () => ({ attribute_mapping: {} }), () => ({})],
    [
      'its metadata as they are now',
      (name) => ({ metadata_xml: `${toXml(name)}<!-- new -->` }),
      ({ resource_id: name, saml }) => ({
        saml: { ...saml, metadata_xml: `${toXml(String(name))}<!-- new -->` },
      }),
    ],
  ])('is changed by %s', async (_name, toChange, toExpected) => {
    const { id, name, before } = await add();
    const { status, body } = await send('PUT', `/${id}`, toChange(name));
    const expected = { ...before, ...toExpected(before), updated_at: body.updated_at };
    const { name_id_format: _format, ...saml } = expected.saml;
    expect([status, body]).toEqual([200, JSON.parse(JSON.stringify({ ...expected, saml }))]);
  });

  it.each<[string, object]>([
    ['another kind', { type: 'oidc' }],
    ['two sources', { metadata_url: 'https://idp.example/metadata' }],
    ['an unknown format', { name_id_format: 'x' }],
  ])('is not taken with %s, though all else is right', async (_name, json) => {
    own.publish(() => new Response(toXml('refused')));
    const right = { type: 'saml', metadata_xml: toXml('refused') };
    const { status, body } = await send('POST', '', { ...right, ...json });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });

  it('keeps the format that is named again', async () => {
    const { id } = await add();
    const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
    const { body } = await send('PUT', `/${id}`, { name_id_format: format });
    expect(body.saml.name_id_format).toBe(format);
  });

  it.each([
    [{ domains: [''] }, 400, 'validation_failed'],
    [{ domains: ['a.example', ' '] }, 400, 'validation_failed'],
    [{ domains: ['School.Example'] }, 400, 'sso_domain_already_exists'],
    [{ metadata_url: 'http://idp.example/metadata' }, 400, 'validation_failed'],
    [{ name_id_format: 'x' }, 400, 'validation_failed'],
    [{ domains: ['twice.example', 'twice.example'] }, 422, 'conflict'],
  ])('refuses %j as a change, and changes nothing', async (json, status, code) => {
    const { id, before } = await add();
    const refused = await send('PUT', `/${id}`, json);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect(await (await own.sso('GET', `/${id}`)).json()).toEqual(before);
  });

  it('is found by the whole of its resource before the beginning of it', async () => {
    const { name } = await add();
    await send('POST', '', {
      type: 'saml',
      metadata_xml: toXml('longer'),
      resource_id: `${name}-longer`,
    });
    const list = async (query: string) => {
      const { items } = await (await own.sso('GET', query)).json();
      return items.map((item: SavedProvider) => item.resource_id);
    };
    expect(await list(`?resource_id_prefix=${name}`)).toEqual([name, `${name}-longer`]);
    expect(await list(`?resource_id=${name}`)).toEqual([name]);
    expect(await list(`?resource_id=${name}&resource_id_prefix=nothing`)).toEqual([name]);
    expect(await list(`?resource_id_prefix=${name}-longer-still`)).toEqual([]);
    expect((await list('')).length).toBeGreaterThan(3);
    const found = await own.sso('GET', `/resource_${name}-longer`);
    expect((await found.json()).resource_id).toBe(`${name}-longer`);
    expect((await own.sso('GET', `/${name}`)).status).toBe(404);
  });

  it('is written down with who did it and to which', async () => {
    const { id } = await add();
    await send('PUT', `/${id}`, {});
    await own.sso('DELETE', `/${id}`);
    const entries = await own.harness.database.query<{ action: string; actor: string }>(
      `select payload ->> 'action' as action, payload ->> 'actor_username' as actor
       from auth.audit_log_entries where payload -> 'traits' ->> 'sso_provider_id' = $1
       order by created_at`,
      [id],
    );
    expect(entries).toEqual(
      ['created', 'updated', 'deleted'].map((done) => ({
        action: `sso_provider_${done}`,
        actor: 'service_role',
      })),
    );
  });
});

describe('metadata are read again', () => {
  const day = 86_400;
  it.each([
    ['with no word about it, when they are a day old', '', day],
    ['after the time that they name', 'cacheDuration="PT2H"', 7200],
    ['after their last day', 'validUntil="{hour}"', 3600],
    ['whichever comes first', 'validUntil="{hour}" cacheDuration="P2D"', 3600],
    ['whichever comes first', 'validUntil="{year}" cacheDuration="PT2H"', 7200],
    ['not for a day where they name their last', 'validUntil="{year}"', null],
  ])('%s: %s', async (_name, attributes, seconds) => {
    const { harness } = own;
    const entity = `https://${crypto.randomUUID()}.example`;
    const at = (after: number) => new Date(harness.now().getTime() + after * 1000).toISOString();
    const said = attributes.replace('{hour}', at(3600)).replace('{year}', at(400 * day));
    const xml = own.idp.metadata.replace(/entityID="[^"]*"/, `entityID="${entity}" ${said}`);
    let asked = 0;
    own.publish(() => {
      asked += 1;
      return new Response(xml);
    });
    const metadata_url = 'https://idp.example/metadata';
    const { id } = await (await own.sso('POST', '', { type: 'saml', metadata_url })).json();
    const askedAfter = async (age: number) => {
      // The clock stands still for the provider, so the metadata are made older instead.
      const older = (iso: string) => new Date(Date.parse(iso) - age * 1000).toISOString();
      const aged = xml.replace(/validUntil="([^"]*)"/, (_, iso) => `validUntil="${older(iso)}"`);
      await harness.database.query(
        `update auth.saml_providers set metadata_xml = $2,
           updated_at = $3::timestamptz - make_interval(secs => $4) where sso_provider_id = $1`,
        [id, aged, harness.now(), age],
      );
      asked = 0;
      await own.post(await own.idp.answerUnasked('', { issuer: entity }));
      return asked;
    };
    expect(await askedAfter((seconds ?? 300 * day) - 60)).toBe(0);
    if (seconds !== null) {
      expect(await askedAfter(seconds + 60)).toBe(1);
    }
  });

  it('never of another provider, and never of one whose metadata were given', async () => {
    const { harness } = own;
    const toXml = (name: string) =>
      own.idp.metadata.replace(/entityID="[^"]*"/, `entityID="https://${name}.example"`);
    const create = async (json: object) =>
      String((await (await own.sso('POST', '', { type: 'saml', ...json })).json()).id);
    own.publish(() => new Response(toXml('honest')));
    const published = await create({ metadata_url: 'https://idp.example/metadata' });
    const given = await create({ metadata_xml: toXml('given') });
    await harness.database.query(
      "update auth.saml_providers set updated_at = updated_at - interval '30 days'",
    );
    own.publish(() => new Response(toXml('hijacked')));
    for (const [id, name] of [
      [published, 'honest'],
      [given, 'given'],
    ] as const) {
      await own.post(await own.idp.answerUnasked('', { issuer: `https://${name}.example` }));
      const { saml } = await (await own.sso('GET', `/${id}`)).json();
      expect([saml.entity_id, saml.metadata_xml]).toEqual([`https://${name}.example`, toXml(name)]);
    }
  });
});
