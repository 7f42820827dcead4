import { createPublicKey, type KeyObject, sign } from 'node:crypto';

const notBefore = '700101000000Z';
const notAfter = '21700101000000Z';
const sha256WithRsa = '2a864886f70d01010b';
const commonNameOid = '550403';
const keyUsage = '551d0f';
const subjectAltName = '551d11';

/**
 * The certificate in which identity providers keep our public key. Nothing in it is believed but the
 * key; the same key and host always give the same bytes, so that every process shows one certificate.
 */
export function createCertificate(key: KeyObject, host: string): string {
  const algorithm = sequence(oid(sha256WithRsa), tag(0x05));
  const commonName = tag(0x0c, Buffer.from(`SAML 2.0 Certificate for ${host}`));
  const name = sequence(tag(0x31, sequence(oid(commonNameOid), commonName)));
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const signed = sequence(
    tag(0xa0, tag(0x02, Buffer.from([2]))),
    tag(0x02, Buffer.from([0])),
    algorithm,
    name,
    sequence(tag(0x17, Buffer.from(notBefore)), tag(0x18, Buffer.from(notAfter))),
    name,
    publicKey,
    tag(0xa3, sequence(toKeyUsage(), toAlternativeName(host))),
  );
  const signature = tag(0x03, Buffer.from([0]), sign('sha256', signed, key));
  return sequence(signed, algorithm, signature).toString('base64');
}

/** For signatures alone. */
function toKeyUsage(): Buffer {
  const digitalSignature = tag(0x03, Buffer.from([7, 0x80]));
  return sequence(oid(keyUsage), tag(0x01, Buffer.from([0xff])), tag(0x04, digitalSignature));
}

function toAlternativeName(host: string): Buffer {
  const names = sequence(tag(0x82, Buffer.from(`_samlsp.${host}`)));
  return sequence(oid(subjectAltName), tag(0x04, names));
}

function oid(hex: string): Buffer {
  return tag(0x06, Buffer.from(hex, 'hex'));
}

function sequence(...parts: Buffer[]): Buffer {
  return tag(0x30, ...parts);
}

/** One value in DER: its kind, its length, its contents. */
function tag(kind: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([kind, ...toLength(content.length)]), content]);
}

function toLength(bytes: number): number[] {
  if (bytes < 0x80) {
    return [bytes];
  }
  return bytes < 0x100 ? [0x81, bytes] : [0x82, bytes >> 8, bytes & 0xff];
}
