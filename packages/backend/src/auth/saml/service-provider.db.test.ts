import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuth } from '../create-auth.ts';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';

/** What identity providers are told of us, and by which key they know us. */

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({ saml: { enabled: true } });
  harness.stopClock();
});
afterAll(() => harness[Symbol.asyncDispose]());

const read = async (of: AuthHarness, query = '') =>
  (await of.request(`/sso/saml/metadata${query}`)).text();

function toCertificate(metadata: string): X509Certificate {
  const [, text = ''] = /<X509Certificate>([^<]+)</.exec(metadata) ?? [];
  return new X509Certificate(Buffer.from(text, 'base64'));
}

const toKey = (use: string, certificate: X509Certificate) =>
  `<KeyDescriptor use="${use}"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate.raw.toString('base64')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;

/** The whole document of a service at this address. */
const toDocument = (base: string, keys: string, until = '') =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${base}/sso/saml/metadata"${until}>`,
    '<SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" WantAssertionsSigned="true">',
    keys,
    '<NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>',
    '<NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>',
    `<AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${base}/sso/saml/acs" index="1" isDefault="true"/>`,
    '</SPSSODescriptor></EntityDescriptor>',
  ].join('');

describe('what we are', () => {
  it('is said to whoever asks, with a key for signing alone, and may be kept for ten minutes', async () => {
    const answer = await harness.request('/sso/saml/metadata');
    const { headers } = answer;
    expect([
      answer.status,
      headers.get('cache-control'),
      headers.get('content-disposition'),
    ]).toEqual([200, 'public, max-age=600', null]);
    const text = await answer.text();
    const certificate = toCertificate(text);
    expect(text).toBe(toDocument(harness.url, toKey('signing', certificate)));
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
    expect(certificate.subjectAltName).toBe('DNS:_samlsp.127.0.0.1');
  });

  it('is good for five years as a file, and says nothing of that otherwise', async () => {
    const until = harness.now();
    until.setUTCFullYear(until.getUTCFullYear() + 5);
    const answer = await harness.request('/sso/saml/metadata?download=true');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="metadata.xml"');
    const text = await answer.text();
    expect(text).toContain(` validUntil="${until.toISOString()}">`);
    expect(await read(harness, '?download=1')).not.toContain('validUntil');
  });

  it('takes a key for secrets with it only where secret answers are taken', async () => {
    await using open = await createAuthHarness({
      saml: { enabled: true, allowEncryptedAssertions: true },
    });
    const text = await read(open);
    const certificate = toCertificate(text);
    const keys = toKey('signing', certificate) + toKey('encryption', certificate);
    expect(text).toBe(toDocument(open.url, keys));
  });
});

describe('our key', () => {
  it('is made once, and is the same for another process and after a start', async () => {
    const before = await read(harness);
    const { database, keys, url, origin } = harness;
    const other = createAuth({ database, keys, config: { saml: { enabled: true } } });
    expect(url).toBe(`${origin}/auth/v1`);
    expect(await (await other.request(`${origin}/sso/saml/metadata`)).text()).toBe(before);
    const kept = await database.query(
      `select from private.secrets where name = 'saml_private_key'`,
    );
    expect(kept).toHaveLength(1);
  });

  it('is the operator’s where they gave one, at the address that they gave', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const der = privateKey.export({ format: 'der', type: 'pkcs1' });
    await using own = await createAuthHarness({
      saml: {
        enabled: true,
        privateKey: der.toString('base64'),
        externalUrl: 'https://league.example/a"b&c//',
      },
    });
    const text = await read(own);
    const certificate = toCertificate(text);
    expect(certificate.verify(createPublicKey(privateKey))).toBe(true);
    expect(certificate.subject).toBe('CN=SAML 2.0 Certificate for league.example');
    const base = 'https://league.example/a&quot;b&amp;c';
    expect(text).toBe(toDocument(base, toKey('signing', certificate)));
    expect(
      await own.database.query(`select from private.secrets where name = 'saml_private_key'`),
    ).toEqual([]);
  });

  it('that could not be read once is read the next time', async () => {
    await using own = await createAuthHarness({ saml: { enabled: true } });
    await own.database.query('alter table private.secrets rename to secrets_away');
    expect((await own.request('/sso/saml/metadata')).status).toBe(500);
    await own.database.query('alter table private.secrets_away rename to secrets');
    expect((await own.request('/sso/saml/metadata')).status).toBe(200);
  });
});
