import type { ProviderConfig } from '../config.ts';
import type { Auth } from '../context.ts';
import { validationFailed } from '../errors.ts';
import { discord } from './discord.ts';
import { github } from './github.ts';
import { createOidcProvider } from './oidc.ts';
import type { Provider, ProviderSession } from './provider.ts';
import { steam } from './steam.ts';

const googleIssuer = 'https://accounts.google.com';

const knownProviders: Readonly<Record<string, Provider>> = {
  discord,
  github,
  google: createOidcProvider('google', googleIssuer),
  steam,
};

export interface ConfiguredProvider {
  provider: Provider;
  config: ProviderConfig;
}

/** The provider by a name that somebody typed; throws `validation_failed` if it is not switched on. */
export async function getProvider(auth: Auth, name: string): Promise<ConfiguredProvider> {
  const key = name.toLowerCase();
  const providers = await auth.loadProviders();
  const config = Object.hasOwn(providers, key) ? providers[key] : undefined;
  const provider = findProvider(key, config);
  if (provider === null) {
    throw validationFailed(`Unsupported provider: Provider ${name} could not be found`);
  }
  if (config === undefined || !config.enabled) {
    throw validationFailed('Unsupported provider: provider is not enabled');
  }
  if (provider.needsClient !== false && config.clientIds.length === 0) {
    throw validationFailed('Unsupported provider: missing OAuth client ID');
  }
  return { provider, config };
}

/** What we know by name, and any issuer that the settings give an address for. */
function findProvider(key: string, config: ProviderConfig | undefined): Provider | null {
  if (Object.hasOwn(knownProviders, key)) {
    return knownProviders[key] ?? null;
  }
  return config?.oidc && config.url !== null ? createOidcProvider(key, config.url) : null;
}

/** The provider whose id_tokens are taken: by its name, or by its issuer and one of our clients there. */
export async function findIdTokenProvider(
  auth: Auth,
  input: { provider: string; issuer: string; clientId: string },
): Promise<(ConfiguredProvider & { issuer: string }) | null> {
  const entries = Object.entries(await auth.loadProviders()).map(([name, config]) => ({
    name,
    config,
    issuer: config.url ?? (name === 'google' ? googleIssuer : ''),
  }));
  const found = entries.find(({ name, config, issuer }) =>
    input.provider === ''
      ? issuer === input.issuer && config.clientIds.includes(input.clientId)
      : name === input.provider.toLowerCase(),
  );
  if (found === undefined || !found.config.enabled || found.issuer === '') {
    return null;
  }
  const provider = findProvider(found.name, found.config);
  const speaksOidc = found.name === 'google' || found.config.oidc;
  return provider !== null && speaksOidc ? { ...found, provider } : null;
}

export function toProviderSession(
  auth: Auth,
  input: { config: ProviderConfig; externalUrl: string; siteUrl: string },
): ProviderSession {
  return {
    config: input.config,
    origin: new URL(input.siteUrl).origin,
    redirectUri: input.config.redirectUri ?? `${input.externalUrl}/callback`,
    fetch: auth.fetch,
    timeoutMs: auth.config.external.timeoutSeconds * 1000,
  };
}
