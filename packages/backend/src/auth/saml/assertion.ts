import type { ProviderUser } from '../providers/provider.ts';
import type { AttributeMapping } from './sso-providers.ts';
import { assertionNs, getText, listChildren, listPath } from './xml.ts';

const nameIdFormat = {
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
} as const;
const subjectIdName = 'urn:oasis:names:tc:SAML:attribute:subject-id';
const emailAttributes = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'email',
];

/** Claims that stand by themselves; others that a mapping makes go under `custom_claims`. */
const standardClaims = new Set([
  'name',
  'family_name',
  'given_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'updated_at',
  'email',
  'phone',
  'avatar_url',
  'full_name',
  'provider_id',
  'user_name',
  'slug',
]);

/** The values of an attribute, by its name or its friendly name in whatever case. */
function listValues(assertion: Element, name: string): string[] {
  const wanted = name.toLowerCase();
  return listPath(assertion, assertionNs, ['AttributeStatement', 'Attribute'])
    .filter((attribute) =>
      ['Name', 'FriendlyName'].some((key) => attribute.getAttribute(key)?.toLowerCase() === wanted),
    )
    .flatMap((attribute) => listChildren(attribute, assertionNs, 'AttributeValue').map(getText))
    .filter((value) => value !== '');
}

function findNameId(assertion: Element): { value: string; format: string } {
  const [nameId] = listPath(assertion, assertionNs, ['Subject', 'NameID']);
  return { value: getText(nameId), format: nameId?.getAttribute('Format') ?? '' };
}

/** What identifies a person at their provider for good; '' when all they have changes each time. */
export function getSubject(assertion: Element): string {
  const [subjectId] = listValues(assertion, subjectIdName);
  if (subjectId !== undefined) {
    return subjectId;
  }
  const { value, format } = findNameId(assertion);
  if (format === nameIdFormat.transient) {
    return '';
  }
  return format === nameIdFormat.email ? value.toLowerCase() : value;
}

function findEmail(assertion: Element): string {
  const [email] = emailAttributes.flatMap((name) => listValues(assertion, name));
  if (email !== undefined) {
    return email;
  }
  const { value, format } = findNameId(assertion);
  return format === nameIdFormat.email ? value : '';
}

/** The claims that a provider's mapping makes of an assertion. */
function toMappedClaims(
  assertion: Element,
  mapping: AttributeMapping | null,
): Record<string, unknown> {
  const entries = Object.entries(mapping?.keys ?? {}).map(([key, rule]) => {
    const names = [rule.name ?? '', ...(rule.names ?? [])].filter(Boolean);
    const values = names
      .map((name) => listValues(assertion, name))
      .find((found) => found.length > 0);
    if (values === undefined) {
      return [key, rule.default ?? undefined];
    }
    return [key, rule.array ? values : values[0]];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Somebody as their identity provider describes them; `email` is '' when it gives none. */
export function toProviderUser(
  assertion: Element,
  input: { entityId: string; subject: string; mapping: AttributeMapping | null },
): { email: string; user: ProviderUser } {
  const claims = toMappedClaims(assertion, input.mapping);
  const mapped = claims.email;
  const email = typeof mapped === 'string' && mapped !== '' ? mapped : findEmail(assertion);
  const isStandard = ([key]: [string, unknown]) => standardClaims.has(key);
  const standard = Object.entries(claims).filter(isStandard);
  const custom = Object.entries(claims).filter((entry) => !isStandard(entry));
  return {
    email,
    user: {
      emails: [{ email, verified: true, primary: true }],
      claims: {
        ...Object.fromEntries(standard),
        iss: input.entityId,
        sub: input.subject,
        email,
        ...(custom.length > 0 ? { custom_claims: Object.fromEntries(custom) } : {}),
      },
    },
  };
}

/** When the provider wants the session to be over, if it says so. */
export function findSessionEnd(assertion: Element): Date | null {
  const [end] = listChildren(assertion, assertionNs, 'AuthnStatement')
    .map((statement) => statement.getAttribute('SessionNotOnOrAfter') ?? '')
    .filter(Boolean);
  return end === undefined ? null : new Date(end);
}
