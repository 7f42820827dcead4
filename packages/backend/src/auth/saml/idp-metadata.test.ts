import { describe, expect, it } from 'vitest';
import { parseIdpMetadata } from './idp-metadata.ts';

const bindings = 'urn:oasis:names:tc:SAML:2.0:bindings';
const namespaces =
  'xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';

const toKey = (certificate: string, use = 'use="signing"') =>
  `<KeyDescriptor ${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`;
const toService = (location: string, binding = 'HTTP-Redirect') =>
  `<SingleSignOnService Binding="${bindings}:${binding}" Location="${location}"/>`;
const toDescriptor = (inside: string) => `<IDPSSODescriptor>${inside}</IDPSSODescriptor>`;
const toEntity = (descriptors: string, attributes = 'entityID="https://idp.example"') =>
  `<EntityDescriptor ${namespaces} ${attributes}>${descriptors}</EntityDescriptor>`;

const usual = toKey('AAAA') + toService('https://idp.example/in');

it('reads who it is, where one signs in and by what it signs', () => {
  expect(parseIdpMetadata(toEntity(toDescriptor(usual)))).toEqual({
    entityId: 'https://idp.example',
    signInUrl: 'https://idp.example/in',
    certificates: ['AAAA'],
    validUntil: null,
    cacheSeconds: null,
  });
});

it.each<[string, string, string]>([
  ['no name', toEntity(toDescriptor(usual), ''), 'an EntityID'],
  ['an empty name', toEntity(toDescriptor(usual), 'entityID=""'), 'an EntityID'],
  ['nobody signing in', toEntity(''), 'any IDPSSODescriptor'],
  ['two of them', toEntity(toDescriptor(usual).repeat(2)), 'multiple IDPSSODescriptors'],
  ['no key', toEntity(toDescriptor(toService('https://idp.example'))), 'certificate'],
  [
    'an empty key',
    toEntity(toDescriptor(toKey(' ') + toService('https://i.example'))),
    'certificate',
  ],
  [
    'a key for encryption alone',
    toEntity(toDescriptor(toKey('AAAA', 'use="encryption"') + toService('https://idp.example'))),
    'certificate',
  ],
  ['nowhere to go', toEntity(toDescriptor(toKey('AAAA'))), 'HTTP-Redirect'],
  [
    'only where forms are posted',
    toEntity(toDescriptor(toKey('AAAA') + toService('https://idp.example', 'HTTP-POST'))),
    'HTTP-Redirect',
  ],
  ['no address', toEntity(toDescriptor(toKey('AAAA') + toService('nowhere'))), 'HTTP-Redirect'],
  [
    'an address that runs something',
    toEntity(toDescriptor(toKey('AAAA') + toService('javascript:alert(1)'))),
    'HTTP-Redirect',
  ],
  ['no end', '<EntityDescriptor', 'not valid XML'],
  ['no element', 'nothing', 'not valid XML'],
  ['a document type', `<!DOCTYPE a>${toEntity(toDescriptor(usual))}`, 'not valid XML'],
])('refuses metadata with %s', (_name, xml, message) => {
  const refusal = { code: 'validation_failed', message: expect.stringContaining(message) };
  expect(() => parseIdpMetadata(xml)).toThrow(expect.objectContaining(refusal));
});

it('takes every key that is for signing or for anything, without its line breaks', () => {
  const keys = toKey(' AA\n AA ') + toKey('BBBB', '') + toKey('CCCC', 'use="encryption"');
  const xml = toEntity(toDescriptor(keys + toService('http://idp.example/in')));
  expect(parseIdpMetadata(xml)).toMatchObject({
    certificates: ['AAAA', 'BBBB'],
    signInUrl: 'http://idp.example/in',
  });
});

it('takes of a federation’s document the first that signs people in', () => {
  const entities = [
    toEntity('<SPSSODescriptor/>', 'entityID="https://shop.example"'),
    toEntity(toDescriptor(usual), 'entityID="https://first.example"'),
    toEntity(toDescriptor(usual), 'entityID="https://second.example"'),
  ].join('');
  const xml = `<EntitiesDescriptor ${namespaces}>${entities}</EntitiesDescriptor>`;
  expect(parseIdpMetadata(xml).entityId).toBe('https://first.example');
  expect(() => parseIdpMetadata(`<EntitiesDescriptor ${namespaces}/>`)).toThrow();
});

describe('how long they are good', () => {
  const read = (attributes: string) =>
    parseIdpMetadata(toEntity(toDescriptor(usual), `entityID="i" ${attributes}`));

  it('is said by a day', () => {
    expect(read('validUntil="2030-01-02T03:04:05Z"').validUntil).toEqual(
      new Date('2030-01-02T03:04:05Z'),
    );
    expect(read('validUntil=""').validUntil).toBeNull();
  });

  it('is not said by what is no day', () => {
    const message = 'SAML Metadata has a validUntil that is no instant';
    expect(() => read('validUntil="2030-13-02"')).toThrow(
      expect.objectContaining({ code: 'validation_failed', message }),
    );
  });

  it.each([
    ['PT1S', 1],
    ['PT1.5S', 1],
    ['PT2M', 120],
    ['PT3H', 10_800],
    ['P4D', 345_600],
    ['P1DT2H3M4S', 93_784],
    ['P1Y', null],
    ['4D', null],
    ['', null],
  ])('%s is %s seconds', (duration, seconds) => {
    expect(read(`cacheDuration="${duration}"`).cacheSeconds).toBe(seconds);
  });
});
