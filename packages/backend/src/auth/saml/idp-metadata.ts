import { validationFailed } from '../errors.ts';
import { getText, listChildren, metadataNs, parseXml, signatureNs } from './xml.ts';

/** What an identity provider's metadata says that we use. */
export interface IdpMetadata {
  entityId: string;
  /** Where a request by redirect goes. */
  signInUrl: string;
  /** Base64 of the certificates by which it may sign. */
  certificates: string[];
  validUntil: Date | null;
  cacheSeconds: number | null;
}

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Reads metadata, or says by `validation_failed` what it lacks. */
export function parseIdpMetadata(xml: string): IdpMetadata {
  const entity = findEntity(parseMetadataXml(xml));
  const entityId = entity.getAttribute('entityID') ?? '';
  if (entityId === '') {
    throw validationFailed('SAML Metadata does not contain an EntityID');
  }
  const [descriptor, second] = listChildren(entity, metadataNs, 'IDPSSODescriptor');
  if (descriptor === undefined) {
    throw validationFailed('SAML Metadata does not contain any IDPSSODescriptor');
  }
  if (second !== undefined) {
    throw validationFailed('SAML Metadata contains multiple IDPSSODescriptors');
  }
  return {
    entityId,
    signInUrl: getSignInUrl(descriptor),
    certificates: getCertificates(descriptor),
    validUntil: getEnd(entity),
    cacheSeconds: parseDuration(entity.getAttribute('cacheDuration') ?? ''),
  };
}

function getEnd(entity: Element): Date | null {
  const text = entity.getAttribute('validUntil') ?? '';
  if (text === '') {
    return null;
  }
  const end = new Date(text);
  if (Number.isNaN(end.getTime())) {
    throw validationFailed('SAML Metadata has a validUntil that is no instant');
  }
  return end;
}

function parseMetadataXml(xml: string): Element {
  try {
    return parseXml(xml);
  } catch {
    throw validationFailed('SAML Metadata is not valid XML');
  }
}

/** Federations publish one document for many; the first that signs people in counts. */
function findEntity(root: Element): Element {
  if (root.localName !== 'EntitiesDescriptor') {
    return root;
  }
  const found = listChildren(root, metadataNs, 'EntityDescriptor').find(
    (entity) => listChildren(entity, metadataNs, 'IDPSSODescriptor').length > 0,
  );
  return found ?? root;
}

function getSignInUrl(descriptor: Element): string {
  const service = listChildren(descriptor, metadataNs, 'SingleSignOnService').find(
    (entry) => entry.getAttribute('Binding') === redirect,
  );
  const location = service?.getAttribute('Location') ?? '';
  if (URL.canParse(location) && /^https?:$/.test(new URL(location).protocol)) {
    return location;
  }
  throw validationFailed('SAML Metadata does not contain a SingleSignOnService for HTTP-Redirect');
}

function getCertificates(descriptor: Element): string[] {
  const certificates = listChildren(descriptor, metadataNs, 'KeyDescriptor')
    .filter((key) => ['', 'signing'].includes(key.getAttribute('use') ?? ''))
    .flatMap((key) =>
      Array.from(key.getElementsByTagNameNS(signatureNs, 'X509Certificate')).map((found) =>
        getText(found).replace(/\s+/g, ''),
      ),
    )
    .filter(Boolean);
  if (certificates.length > 0) {
    return certificates;
  }
  throw validationFailed('SAML Metadata does not contain a certificate for signing');
}

/** The part of ISO 8601's durations that metadata uses: days, hours, minutes and seconds. */
function parseDuration(text: string): number | null {
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/.exec(text);
  if (parts === null) {
    return null;
  }
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
