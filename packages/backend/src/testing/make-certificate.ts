import { generateKeyPairSync } from 'node:crypto';
import { createCertificate } from '../auth/saml/certificate.ts';

/** A key and a certificate by it alone, as a server of TLS takes them; no authority vouches for its name. */
export function makeCertificate(name: string): { key: string | Buffer; cert: string } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const lines = createCertificate(privateKey, name).match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}
