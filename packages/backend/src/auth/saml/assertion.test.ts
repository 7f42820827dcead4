import { describe, expect, it } from 'vitest';
import { findSessionEnd, getSubject, toProviderUser } from './assertion.ts';
import type { AttributeMapping } from './sso-providers.ts';
import { parseXml } from './xml.ts';

const email = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const subjectId = 'urn:oasis:names:tc:SAML:attribute:subject-id';

const toAssertion = (inside: string) =>
  parseXml(`<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion">${inside}</Assertion>`);
const toNameId = (value: string, format: string) =>
  `<Subject><NameID Format="${format}"> ${value} </NameID></Subject>`;
const toAttributes = (attributes: Record<string, string[]>, key = 'Name') => {
  const entries = Object.entries(attributes).map(([name, values]) => {
    const texts = values.map((value) => `<AttributeValue>${value}</AttributeValue>`);
    return `<Attribute ${key}="${name}">${texts.join('')}</Attribute>`;
  });
  return `<AttributeStatement>${entries.join('')}</AttributeStatement>`;
};

describe('who it is about', () => {
  it.each([
    ['an address, in small letters', toNameId('Ann@School.example', email), 'ann@school.example'],
    ['a lasting name, as it is', toNameId('Ann-1', persistent), 'Ann-1'],
    ['a name without a kind', '<Subject><NameID>Ann-1</NameID></Subject>', 'Ann-1'],
    ['a name for today', toNameId('Ann-1', transient), ''],
    ['nobody', '', ''],
    [
      'a subject that is promised to stay, before the name',
      toNameId('Ann-1', persistent) + toAttributes({ [subjectId]: ['7@school.example'] }),
      '7@school.example',
    ],
    [
      'an empty promise',
      toNameId('Ann-1', persistent) + toAttributes({ [subjectId]: [''] }),
      'Ann-1',
    ],
  ])('%s', (_name, inside, subject) => {
    expect(getSubject(toAssertion(inside))).toBe(subject);
  });
});

describe('their address', () => {
  const read = (inside: string, mapping: AttributeMapping | null = null) =>
    toProviderUser(toAssertion(inside), { entityId: 'idp', subject: 's', mapping }).email;

  it.each([
    ['urn:oid:0.9.2342.19200300.100.1.3'],
    ['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'],
    ['http://schemas.xmlsoap.org/claims/EmailAddress'],
    ['mail'],
    ['email'],
    ['EMAIL'],
  ])('is read from %s', (name) => {
    expect(read(toAttributes({ [name]: ['', 'ann@a.example', 'ann@b.example'] }))).toBe(
      'ann@a.example',
    );
  });

  it('is read from the best known place where several have one', () => {
    const names = [
      'urn:oid:0.9.2342.19200300.100.1.3',
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
      'http://schemas.xmlsoap.org/claims/EmailAddress',
      'mail',
      'email',
    ];
    const from = (count: number) => {
      const known = names.slice(names.length - count).reverse();
      const entries = known.map((name): [string, string[]] => [name, [`${names.indexOf(name)}`]]);
      return read(toAttributes(Object.fromEntries(entries)));
    };
    expect([5, 4, 3, 2, 1].map(from)).toEqual(['0', '1', '2', '3', '4']);
  });

  it('is read by a friendly name, and from what a mapping says before anything else', () => {
    expect(read(toAttributes({ Mail: ['ann@a.example'] }, 'FriendlyName'))).toBe('ann@a.example');
    const both = toAttributes({ mail: ['ann@a.example'], work: ['ann@work.example'] });
    const mapping = { keys: { email: { name: 'work' } } };
    expect(read(both, mapping)).toBe('ann@work.example');
    expect(read(toAttributes({ mail: ['ann@a.example'] }), mapping)).toBe('ann@a.example');
    expect(read(both, { keys: { email: { default: '' } } })).toBe('ann@a.example');
    expect(read(both, { keys: { email: { name: 'work', array: true } } })).toBe('ann@a.example');
  });

  it('is their name where that is one, after every attribute', () => {
    const name = toNameId('Ann@a.example', email);
    expect(read(name)).toBe('Ann@a.example');
    expect(read(name + toAttributes({ mail: ['ann@b.example'] }))).toBe('ann@b.example');
    expect(read(toNameId('ann@a.example', persistent))).toBe('');
  });
});

describe('what is said of them', () => {
  const attributes = toAttributes({
    mail: ['ann@a.example'],
    cn: ['Ann'],
    displayName: ['Ann A.'],
    groups: ['red', 'blue'],
  });
  const toClaims = (keys: AttributeMapping['keys']) =>
    toProviderUser(toAssertion(attributes), {
      entityId: 'https://idp.example',
      subject: 'ann-1',
      mapping: { keys },
    }).user.claims;
  const always = { iss: 'https://idp.example', sub: 'ann-1', email: 'ann@a.example' };

  it.each<[string, AttributeMapping['keys'], Record<string, unknown>]>([
    ['nothing without a mapping', undefined, {}],
    [
      'the first of the names that is there',
      { name: { names: ['no', 'cn', 'mail'] } },
      { name: 'Ann' },
    ],
    [
      'one name before several',
      { name: { name: 'displayName', names: ['cn'] } },
      { name: 'Ann A.' },
    ],
    ['the first value', { name: { name: 'groups' } }, { name: 'red' }],
    ['all values', { name: { name: 'groups', array: true } }, { name: ['red', 'blue'] }],
    ['what is to be said otherwise', { name: { name: 'no', default: 'none' } }, { name: 'none' }],
    ['what is there instead', { name: { name: 'cn', default: 'none' } }, { name: 'Ann' }],
    ['nothing where null is to be said', { name: { name: 'no', default: null } }, {}],
    ['nothing otherwise', { name: { name: 'no' } }, {}],
    ['our own words apart', { guild: { name: 'cn' } }, { custom_claims: { guild: 'Ann' } }],
    [
      'never who they are',
      { sub: { name: 'cn' }, iss: { name: 'cn' } },
      { custom_claims: { sub: 'Ann', iss: 'Ann' } },
    ],
  ])('%s', (_name, keys, claims) => {
    expect(toClaims(keys)).toEqual({ ...always, ...claims });
  });

  it('stands by itself where everybody knows the word', () => {
    const words = [
      ...['name', 'family_name', 'given_name', 'middle_name', 'nickname', 'preferred_username'],
      ...['profile', 'picture', 'website', 'gender', 'birthdate', 'zoneinfo', 'locale'],
      ...['updated_at', 'phone', 'avatar_url', 'full_name', 'provider_id', 'user_name', 'slug'],
    ];
    const said = Object.fromEntries(words.map((word) => [word, 'Ann']));
    const keys = Object.fromEntries(words.map((word) => [word, { name: 'cn' }]));
    expect(toClaims(keys)).toEqual({ ...always, ...said });
  });

  it('is believed: the provider stands for the address', () => {
    const { user } = toProviderUser(toAssertion(attributes), {
      entityId: 'i',
      subject: 's',
      mapping: null,
    });
    expect(user.emails).toEqual([{ email: 'ann@a.example', verified: true, primary: true }]);
  });
});

describe('when they want it to be over', () => {
  it.each([
    ['no word', '<AuthnStatement/>', null],
    ['no statement', '', null],
    [
      'the first end that is said',
      '<AuthnStatement/><AuthnStatement SessionNotOnOrAfter="2030-01-01T00:00:00Z"/><AuthnStatement SessionNotOnOrAfter="2031-01-01T00:00:00Z"/>',
      new Date('2030-01-01T00:00:00Z'),
    ],
  ])('%s', (_name, inside, end) => {
    expect(findSessionEnd(toAssertion(inside))).toEqual(end);
  });
});
