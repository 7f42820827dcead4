import { inflateRawSync } from 'node:zlib';
import * as samlify from 'samlify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { bearer, post } from '../testing/requests.ts';
import { createSamlHarness, type SamlHarness } from '../testing/saml-harness.ts';
import { createSamlIdentityProvider } from '../testing/saml-identity-provider.ts';
import { assertionNs, getText, listPath, parseXml, protocolNs } from './xml.ts';

/** What we ask an identity provider, and how long its answer is good. */

let own: SamlHarness;

beforeAll(async () => {
  own = await createSamlHarness();
  own.harness.stopClock();
});
afterAll(() => own[Symbol.asyncDispose]());

describe('a question', () => {
  const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
  const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

  it.each([
    ['a name that lasts, where nothing else is said', undefined, persistent],
    ['the kind of name that the provider was kept with', transient, transient],
  ])('asks for %s, and not how somebody has to show who they are', async (_what, format, asked) => {
    const json = { ...(format === undefined ? {} : { name_id_format: format }) };
    await own.sso('PUT', `/${own.providerId}`, json);
    const begun = await own.harness.request('/sso', {
      method: 'POST',
      json: { provider_id: own.providerId },
    });
    const { searchParams } = new URL(begun.headers.get('location') ?? '');
    expect(searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    const deflated = Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64');
    const request = parseXml(inflateRawSync(deflated).toString());
    const [policy] = listPath(request, protocolNs, ['NameIDPolicy']);
    expect(policy?.getAttribute('Format')).toBe(asked);
    expect(listPath(request, protocolNs, ['RequestedAuthnContext'])).toEqual([]);
    const [issuer] = listPath(request, assertionNs, ['Issuer']);
    expect(getText(issuer)).toBe(`${own.harness.url}/sso/saml/metadata`);
    expect(request.getAttribute('AssertionConsumerServiceURL')).toBe(
      `${own.harness.url}/sso/saml/acs`,
    );
    expect(request.getAttribute('ID')).toMatch(/^id-[0-9a-f-]{36}$/);
    await own.sso('PUT', `/${own.providerId}`, {});
  });
});

describe('an answer', () => {
  const minute = 60_000;

  /** An answer that is good for another minute by the league's clock, with its end. */
  async function answer() {
    const end = new Date(own.harness.now().getTime() + minute);
    const assertionId = `_${crypto.randomUUID()}`;
    const form = await own.idp.answerUnasked('', { notOnOrAfter: end, assertionId });
    return { form, assertionId, end };
  }

  it.each([
    ['just before', 239.999, true],
    ['at', 240, false],
    ['after', 240.001, false],
  ])(
    'is good for three minutes after its end, since clocks differ: %s',
    async (_when, after, isGood) => {
      const { form } = await answer();
      own.harness.advance(after);
      const back = await own.post(form);
      own.harness.advance(-after);
      expect(back.hash.includes('access_token')).toBe(isGood);
      expect(back.searchParams.get('error_code')).toBe(isGood ? null : 'validation_failed');
    },
  );

  it.each([
    ['bearer', true],
    ['holder-of-key', false],
    ['sender-vouches', false],
  ])(
    'is taken of whoever brings it where that is what confirms it: %s',
    async (confirmation, isTaken) => {
      const back = await own.post(await own.idp.answerUnasked('', { confirmation }));
      expect(back.hash.includes('access_token')).toBe(isTaken);
      expect(back.searchParams.get('error_code')).toBe(isTaken ? null : 'validation_failed');
    },
  );

  it.each([
    ['conditions', 1, 2],
    ['confirmation', 2, 1],
  ])(
    'is known as used until the later of its ends: that of its %s',
    async (_which, first, second) => {
      const at = (minutes: number) => new Date(own.harness.now().getTime() + minutes * minute);
      const assertionId = `_${crypto.randomUUID()}`;
      const claims = { assertionId, notOnOrAfter: at(first), conditionsEnd: at(second) };
      const back = await own.post(await own.idp.answerUnasked('', claims));
      expect(back.hash).toContain('access_token');
      const used = await own.harness.database.query(
        'select usable_until from private.auth_saml_assertions where assertion_id = $1',
        [assertionId],
      );
      expect(used).toEqual([{ usable_until: at(2 + 3) }]);
    },
  );

  it('is known as used for as long as it could be shown again', async () => {
    const { form, assertionId, end } = await answer();
    await own.post(form);
    const used = await own.harness.database.query(
      `select entity_id, usable_until from private.auth_saml_assertions where assertion_id = $1`,
      [assertionId],
    );
    expect(used).toEqual([
      { entity_id: own.idp.entityId, usable_until: new Date(end.getTime() + 3 * minute) },
    ]);
  });
});

describe('an answer that nobody else can read', () => {
  async function open(allowEncryptedAssertions: boolean): Promise<AuthHarness> {
    return createAuthHarness({ saml: { enabled: true, allowEncryptedAssertions } });
  }

  /** The same answer with what it says of somebody locked up for whoever has our key. */
  async function lock(form: Record<string, string>, ourMetadata: string) {
    // A service that takes none says nothing of a key for that; a provider may still use the one it knows.
    const metadata = ourMetadata.includes('use="encryption"')
      ? ourMetadata
      : ourMetadata.replace('use="signing"', 'use="encryption"');
    const service = {
      Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
      Location: 'https://idp.example/',
    };
    const sender = samlify.IdentityProvider({
      entityID: 'https://idp.example',
      isAssertionEncrypted: true,
      singleSignOnService: [service],
      singleLogoutService: [service],
    });
    const xml = Buffer.from(form.SAMLResponse ?? '', 'base64').toString();
    const receiver = samlify.ServiceProvider({ metadata });
    return { ...form, SAMLResponse: await samlify.SamlLib.encryptAssertion(sender, receiver, xml) };
  }

  it.each([
    ['is taken where the operator says so', true],
    ['is not taken otherwise', false],
  ])('%s', async (_what, isTaken) => {
    await using harness = await open(isTaken);
    const ourMetadata = await (await harness.request('/sso/saml/metadata')).text();
    await using idp = await createSamlIdentityProvider({ ourMetadata });
    const provider = { type: 'saml', metadata_xml: idp.metadata };
    await post(harness, '/admin/sso/providers', provider, bearer(await harness.serviceRoleKey()));
    const come = async (form: Record<string, string>) => {
      const body = new URLSearchParams(form);
      const answer = await harness.request('/sso/saml/acs', { method: 'POST', body });
      return new URL(answer.headers.get('location') ?? '');
    };
    const locked = await come(await lock(await idp.answerUnasked(''), ourMetadata));
    expect(locked.hash.includes('access_token')).toBe(isTaken);
    expect(locked.searchParams.get('error_code')).toBe(isTaken ? null : 'validation_failed');
    // One that is open is taken in either case.
    expect((await come(await idp.answerUnasked(''))).hash).toContain('access_token');
  });
});
