import type { Auth } from '../context.ts';
import { badRequest } from '../errors.ts';
import { parseIdpMetadata } from './idp-metadata.ts';
import { type SsoProvider, saveSsoProvider } from './sso-providers.ts';

const daySeconds = 86_400;

/** Reads a provider's metadata from where it publishes them. */
export async function fetchMetadata(auth: Auth, address: string): Promise<string> {
  const signal = AbortSignal.timeout(auth.config.external.timeoutSeconds * 1000);
  const answer = await auth
    .fetch(address, { headers: { accept: 'application/xml;charset=UTF-8' }, signal })
    .catch((thrown) => {
      throw badRequest(
        'saml_metadata_fetch_failed',
        `SAML Metadata could not be fetched from URL '${address}'`,
        thrown,
      );
    });
  if (answer.status === 200) {
    return answer.text();
  }
  throw badRequest(
    'saml_metadata_fetch_failed',
    `HTTP ${answer.status} error fetching SAML Metadata from URL '${address}'`,
  );
}

/** Takes over what a provider has published since; while it cannot be reached, what is known stays. */
export async function refreshMetadata(auth: Auth, provider: SsoProvider): Promise<SsoProvider> {
  const { metadata_url: address } = provider;
  const now = auth.clock();
  if (!address || !isStale(provider, now)) {
    return provider;
  }
  try {
    const xml = await fetchMetadata(auth, address);
    if (parseIdpMetadata(xml).entityId !== provider.entity_id) {
      throw new Error('the metadata are of another provider now');
    }
    const values = { ...provider, metadata_xml: xml };
    return await auth.database.transaction((transaction) =>
      saveSsoProvider(transaction, { id: provider.id, values, now }),
    );
  } catch (thrown) {
    auth.log(`the metadata of ${provider.entity_id} could not be read again`, thrown);
    return provider;
  }
}

function isStale(provider: SsoProvider, now: Date): boolean {
  const { validUntil, cacheSeconds } = parseIdpMetadata(provider.metadata_xml);
  const age = (now.getTime() - provider.metadata_at.getTime()) / 1000;
  if (validUntil !== null && now > validUntil) {
    return true;
  }
  if (cacheSeconds !== null) {
    return age > cacheSeconds;
  }
  return validUntil === null && age > daySeconds;
}
