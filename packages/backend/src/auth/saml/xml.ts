import { DOMParser } from '@xmldom/xmldom';

export const metadataNs = 'urn:oasis:names:tc:SAML:2.0:metadata';
export const assertionNs = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const protocolNs = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const signatureNs = 'http://www.w3.org/2000/09/xmldsig#';

/** The outermost element of a document; throws on anything that is not well-formed. */
export function parseXml(text: string): Element {
  const refuse = (message: string) => {
    throw new Error(message);
  };
  // Without this the parser mends what it is given, and others would read the document otherwise.
  const parser = new DOMParser({
    errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
  });
  const document = parser.parseFromString(text, 'text/xml');
  if (document.doctype) {
    throw new Error('a document type is not accepted');
  }
  // Text alone gives a document without any element, and no complaint.
  if (!document.documentElement) {
    throw new Error('a document must have an element');
  }
  return document.documentElement;
}

/** The elements of one name directly inside another. */
export function listChildren(parent: Element, namespace: string, name: string): Element[] {
  return Array.from(parent.childNodes).filter(
    (node): node is Element =>
      'localName' in node &&
      'namespaceURI' in node &&
      node.localName === name &&
      node.namespaceURI === namespace,
  );
}

/** The elements that a path of names leads to. */
export function listPath(parent: Element, namespace: string, path: readonly string[]): Element[] {
  return path.reduce<Element[]>(
    (found, name) => found.flatMap((element) => listChildren(element, namespace, name)),
    [parent],
  );
}

export function getText(element: Element | undefined): string {
  return element?.textContent?.trim() ?? '';
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
