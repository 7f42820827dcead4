import type { ProviderConfig } from '../config.ts';
import type { Auth } from '../context.ts';
import { validationFailed } from '../errors.ts';
import { discord } from './discord.ts';
import type { Provider, ProviderSession } from './provider.ts';

const PROVIDERS: Readonly<Record<string, Provider>> = { discord };

export interface ConfiguredProvider {
  provider: Provider;
  config: ProviderConfig;
}

/** The provider by a name that somebody typed; throws `validation_failed` if it is not switched on. */
export function getProvider(auth: Auth, name: string): ConfiguredProvider {
  const key = name.toLowerCase();
  const provider = Object.hasOwn(PROVIDERS, key) ? PROVIDERS[key] : undefined;
  if (provider === undefined) {
    throw validationFailed(`Unsupported provider: Provider ${name} could not be found`);
  }
  const config = auth.config.external.providers[key];
  if (config === undefined || !config.enabled) {
    throw validationFailed('Unsupported provider: provider is not enabled');
  }
  if (config.clientIds.length === 0) {
    throw validationFailed('Unsupported provider: missing OAuth client ID');
  }
  return { provider, config };
}

/** Whether a provider is switched on, for `/settings`. */
export function isProviderEnabled(auth: Auth, name: string): boolean {
  return auth.config.external.providers[name]?.enabled ?? false;
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
