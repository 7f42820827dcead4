import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import * as samlify from 'samlify';
import { createCertificate } from '../saml/certificate.ts';

/** What a test may have its identity provider say otherwise than is right. */
export type Claims = Partial<{
  nameId: string;
  nameIdFormat: string;
  audience: string;
  recipient: string;
  inResponseTo: string | null;
  issuer: string;
  notBefore: Date;
  notOnOrAfter: Date;
  /** The end of its conditions, where that is another than the end of what confirms whom it is about. */
  conditionsEnd: Date;
  /** By what the subject is confirmed: `bearer` unless it is said. */
  confirmation: string;
  sessionEnd: Date;
  attributes: Record<string, string[]>;
  assertionId: string;
}>;

/** A form that a browser would send by itself. */
type PostedForm = Record<'SAMLResponse' | 'RelayState', string>;

/** A SAML identity provider over HTTP on loopback, by another library than ours. */
export interface SamlIdentityProvider {
  entityId: string;
  metadata: string;
  /** Where it lets people sign in; what it is asked there must be signed by us. */
  followSignIn(url: string, claims?: Claims): Promise<PostedForm>;
  /** An answer that nobody asked for. */
  answerUnasked(relayState: string, claims?: Claims): Promise<PostedForm>;
  [Symbol.asyncDispose](): Promise<void>;
}

const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const fiveMinutes = 300_000;
const bindings = 'urn:oasis:names:tc:SAML:2.0:bindings';

export async function createSamlIdentityProvider(options: {
  /** Our metadata, as anybody can read them. */
  ourMetadata: string;
}): Promise<SamlIdentityProvider> {
  samlify.setSchemaValidator({ validate: async () => 'not checked by schema' });
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', entityId);
    readRequest(url).then(
      (id) => response.end(JSON.stringify({ id, relayState: url.searchParams.get('RelayState') })),
      (thrown) => response.writeHead(400).end(String(thrown)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('no port was given');
  }
  const entityId = `http://127.0.0.1:${address.port}`;
  const idp = samlify.IdentityProvider({
    entityID: `${entityId}/metadata`,
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    signingCert: createCertificate(privateKey, '127.0.0.1'),
    wantAuthnRequestsSigned: true,
    singleSignOnService: [{ Binding: `${bindings}:HTTP-Redirect`, Location: `${entityId}/sso` }],
    singleLogoutService: [{ Binding: `${bindings}:HTTP-Redirect`, Location: `${entityId}/slo` }],
  });
  const ours = samlify.ServiceProvider({
    metadata: options.ourMetadata,
    authnRequestsSigned: true,
    wantAssertionsSigned: true,
  });

  async function readRequest(url: URL): Promise<string> {
    const query = Object.fromEntries(url.searchParams);
    // The octets that were signed, as they stand in the address.
    const octetString = url.search
      .slice(1)
      .split('&')
      .filter((part) => !part.startsWith('Signature='))
      .join('&');
    const { extract } = await idp.parseLoginRequest(ours, 'redirect', { query, octetString });
    return String(extract.request?.id);
  }

  async function answer(relayState: string, claims: Claims): Promise<PostedForm> {
    const made = await idp.createLoginResponse(
      ours,
      { extract: {} },
      'post',
      {},
      { customTagReplacement: (template) => fill(template, claims) },
    );
    return { SAMLResponse: made.context, RelayState: relayState };
  }

  function fill(template: string, claims: Claims): { id: string; context: string } {
    const now = new Date();
    const end = (claims.notOnOrAfter ?? new Date(now.getTime() + fiveMinutes)).toISOString();
    const acs = String(ours.entityMeta.getAssertionConsumerService('post'));
    const id = `_${crypto.randomUUID()}`;
    const confirmed = template.replace(':cm:bearer"', `:cm:${claims.confirmation ?? 'bearer'}"`);
    const context = samlify.SamlLib.replaceTagsByValue(confirmed, {
      ID: id,
      AssertionID: claims.assertionId ?? `_${crypto.randomUUID()}`,
      IssueInstant: now.toISOString(),
      Destination: acs,
      InResponseTo: claims.inResponseTo ?? null,
      Issuer: claims.issuer ?? idp.entityMeta.getEntityID(),
      StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      NameIDFormat: claims.nameIdFormat ?? emailFormat,
      NameID: claims.nameId ?? 'Ann@School.example',
      SubjectConfirmationDataNotOnOrAfter: end,
      SubjectRecipient: claims.recipient ?? acs,
      ConditionsNotBefore: (claims.notBefore ?? now).toISOString(),
      ConditionsNotOnOrAfter: claims.conditionsEnd?.toISOString() ?? end,
      Audience: claims.audience ?? ours.entityMeta.getEntityID(),
      AuthnStatement: '{AuthnStatement}',
      AttributeStatement: '{AttributeStatement}',
    });
    return {
      id,
      context: context
        .replace('{AuthnStatement}', toAuthnStatement(claims.sessionEnd))
        .replace('{AttributeStatement}', toAttributeStatement(claims.attributes ?? {})),
    };
  }

  return {
    entityId: idp.entityMeta.getEntityID(),
    metadata: idp.getMetadata(),
    followSignIn: async (url, claims = {}) => {
      const asked = await fetch(url);
      if (asked.status !== 200) {
        throw new Error(await asked.text());
      }
      const { id, relayState } = await asked.json();
      return answer(relayState, { inResponseTo: id, ...claims });
    },
    answerUnasked: (relayState, claims = {}) => answer(relayState, claims),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toAuthnStatement(sessionEnd: Date | undefined): string {
  const end = sessionEnd ? ` SessionNotOnOrAfter="${sessionEnd.toISOString()}"` : '';
  return `<saml:AuthnStatement AuthnInstant="${new Date().toISOString()}"${end}/>`;
}

function toAttributeStatement(attributes: Record<string, string[]>): string {
  const entries = Object.entries(attributes).map(([name, values]) => {
    const texts = values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`);
    return `<saml:Attribute Name="${name}">${texts.join('')}</saml:Attribute>`;
  });
  return entries.length === 0
    ? ''
    : `<saml:AttributeStatement>${entries.join('')}</saml:AttributeStatement>`;
}
