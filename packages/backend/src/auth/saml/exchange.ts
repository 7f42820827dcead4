import { parseIdpMetadata } from './idp-metadata.ts';
import type { ServiceProvider } from './service-provider.ts';
import type { SsoProvider } from './sso-providers.ts';
import { assertionNs, listPath, parseXml } from './xml.ts';

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
/** How far a provider's clock may be from ours. */
const clockSkewMs = 180_000;

/** The library is loaded when somebody first signs in so; most leagues never need it. */
async function createSaml(
  ours: ServiceProvider,
  input: { provider: SsoProvider; requestId: string; allowsEncryption: boolean },
) {
  const { SAML: samlLibrary } = await import('@node-saml/node-saml');
  const { provider } = input;
  const { signInUrl, certificates } = parseIdpMetadata(provider.metadata_xml);
  const privateKey = ours.key.export({ format: 'pem', type: 'pkcs8' }).toString();
  return new samlLibrary({
    issuer: ours.entityId,
    audience: ours.entityId,
    callbackUrl: ours.acsUrl,
    entryPoint: signInUrl,
    idpCert: certificates,
    privateKey,
    ...(input.allowsEncryption ? { decryptionPvk: privateKey } : {}),
    signatureAlgorithm: 'sha256',
    identifierFormat: provider.name_id_format ?? persistent,
    disableRequestedAuthnContext: true,
    // One of the two must be signed by the provider, the whole answer or the assertion in it.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: clockSkewMs,
    generateUniqueId: () => input.requestId,
  });
}

/** Where to send a browser so that its person signs in at their provider. */
export async function toSignInUrl(
  ours: ServiceProvider,
  input: { provider: SsoProvider; requestId: string; relayState: string },
): Promise<string> {
  const saml = await createSaml(ours, { ...input, allowsEncryption: false });
  return saml.getAuthorizeUrlAsync(input.relayState, undefined, {});
}

/** An assertion that its provider signed for us, and until when it could be shown again. */
export interface VerifiedAssertion {
  element: Element;
  id: string;
  usableUntil: Date;
}

/**
 * Verifies an answer: the signature, the audience and the times by the library; and on what was signed
 * alone, never on what stands around it, who issued it, that it was made for this address, and that it
 * answers the request given, or none at all where the provider began.
 */
export async function verifyResponse(
  ours: ServiceProvider,
  input: {
    provider: SsoProvider;
    response: string;
    requestId: string | null;
    allowsEncryption: boolean;
    now: Date;
  },
): Promise<VerifiedAssertion> {
  const { provider, requestId } = input;
  const saml = await createSaml(ours, { ...input, requestId: requestId ?? '' });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: input.response });
  const signed = profile?.getAssertionXml?.();
  if (signed === undefined) {
    throw new Error('the answer holds no assertion');
  }
  const element = parseXml(signed);
  const [issuer] = listPath(element, assertionNs, ['Issuer']);
  if (issuer?.textContent !== provider.entity_id) {
    throw new Error('another provider issued it');
  }
  const id = element.getAttribute('ID') ?? '';
  if (id === '') {
    throw new Error('the assertion has no ID');
  }
  const [confirmed] = listPath(element, assertionNs, ['Subject', 'SubjectConfirmation'])
    .filter((confirmation) => confirmation.getAttribute('Method') === bearer)
    .flatMap((confirmation) => listPath(confirmation, assertionNs, ['SubjectConfirmationData']))
    .filter((data) => isConfirmedFor(data, { acsUrl: ours.acsUrl, requestId, now: input.now }));
  if (confirmed === undefined) {
    throw new Error('the assertion is not for this sign-in');
  }
  const until = Math.max(
    ...[confirmed, ...listPath(element, assertionNs, ['Conditions'])].map(toEnd),
  );
  return { element, id, usableUntil: new Date(until + clockSkewMs) };
}

function isConfirmedFor(
  data: Element,
  input: { acsUrl: string; requestId: string | null; now: Date },
): boolean {
  return (
    data.getAttribute('Recipient') === input.acsUrl &&
    (data.getAttribute('InResponseTo') || null) === input.requestId &&
    toEnd(data) + clockSkewMs > input.now.getTime()
  );
}

/** Its NotOnOrAfter; an assertion that never ends is over. */
function toEnd(element: Element): number {
  const end = Date.parse(element.getAttribute('NotOnOrAfter') ?? '');
  return Number.isNaN(end) ? 0 : end;
}
