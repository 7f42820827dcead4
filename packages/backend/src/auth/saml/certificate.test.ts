import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { createCertificate } from './certificate.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

it('is a certificate of our key, signed by it, good for longer than the league', () => {
  const made = createCertificate(privateKey, 'league.example');
  const certificate = new X509Certificate(Buffer.from(made, 'base64'));
  expect(certificate.verify(createPublicKey(privateKey))).toBe(true);
  expect(certificate.checkPrivateKey(privateKey)).toBe(true);
  expect(certificate.subject).toBe('CN=SAML 2.0 Certificate for league.example');
  expect(certificate.issuer).toBe(certificate.subject);
  expect(certificate.subjectAltName).toBe('DNS:_samlsp.league.example');
  expect(new Date(certificate.validTo).getUTCFullYear()).toBe(2170);
  expect(new Date(certificate.validFrom).getTime()).toBe(0);
});

it('is the same each time', () => {
  expect(createCertificate(privateKey, 'a.example')).toBe(
    createCertificate(privateKey, 'a.example'),
  );
});
