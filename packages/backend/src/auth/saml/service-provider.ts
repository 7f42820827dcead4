import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database } from '@muster/database';
import type { Context } from 'hono';
import type { AuthConfig } from '../config.ts';
import type { Auth, AuthEnv } from '../context.ts';
import { getExternalUrl } from '../origins.ts';
import { getOrCreateSecret } from '../secrets.ts';
import { createCertificate } from './certificate.ts';
import { escapeXml, metadataNs, signatureNs } from './xml.ts';

/** Our side of single sign-on, as identity providers know it. */
export interface ServiceProvider {
  entityId: string;
  /** Where assertions are posted to. */
  acsUrl: string;
  key: KeyObject;
  /** Base64. */
  certificate: string;
}

const keyName = 'saml_private_key';
const keyBits = 2048;
const nameIdFormats = [
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
];
const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';

/** Reads the key once: given by the operator as base64 of PKCS#1, else made and kept in the database. */
export function createSamlKeyLoader(
  database: Database,
  config: AuthConfig,
): () => Promise<KeyObject> {
  let loading: Promise<KeyObject> | undefined;
  const load = async () => {
    const text =
      config.saml.privateKey ?? (await getOrCreateSecret(database, keyName, createPrivateKeyText));
    return createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs1' });
  };
  return () => {
    loading ??= load().catch((thrown) => {
      loading = undefined;
      throw thrown;
    });
    return loading;
  };
}

async function createPrivateKeyText(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: keyBits });
  return privateKey.export({ format: 'der', type: 'pkcs1' }).toString('base64');
}

export async function getServiceProvider(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<ServiceProvider> {
  const external = auth.config.saml.externalUrl ?? getExternalUrl(auth.config, context);
  const base = `${external.replace(/\/+$/, '')}/sso/saml`;
  const key = await auth.loadSamlKey();
  return {
    entityId: `${base}/metadata`,
    acsUrl: `${base}/acs`,
    key,
    certificate: createCertificate(key, new URL(base).hostname),
  };
}

/** What identity providers are told of us. */
export function toMetadata(
  ours: ServiceProvider,
  options: { allowsEncryption: boolean; validUntil: Date | null },
): string {
  const uses = options.allowsEncryption ? ['signing', 'encryption'] : ['signing'];
  const keys = uses.map(
    (use) =>
      `<KeyDescriptor use="${use}"><KeyInfo xmlns="${signatureNs}"><X509Data><X509Certificate>${ours.certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
  );
  const formats = nameIdFormats.map((format) => `<NameIDFormat>${format}</NameIDFormat>`);
  const until = options.validUntil ? ` validUntil="${options.validUntil.toISOString()}"` : '';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<EntityDescriptor xmlns="${metadataNs}" entityID="${escapeXml(ours.entityId)}"${until}>`,
    '<SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" WantAssertionsSigned="true">',
    ...keys,
    ...formats,
    `<AssertionConsumerService Binding="${post}" Location="${escapeXml(ours.acsUrl)}" index="1" isDefault="true"/>`,
    '</SPSSODescriptor></EntityDescriptor>',
  ].join('');
}
