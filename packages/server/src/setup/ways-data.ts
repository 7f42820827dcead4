import type { SignInWay, SignInWaysData } from '@muster/site/pages/sign-in-ways/data.ts';
import type { Config } from '../config.ts';
import { getOwnOrigin } from '../http/origin.ts';
import { findClient, findOidc, type ProviderSettings } from '../sign-in/providers.ts';
import { type StoredProvider, type StoredWay, storedProviders } from '../sign-in/stored-ways.ts';

/** The variables by which the environment sets a provider; null where it does not. */
export function listVariables(provider: StoredProvider, config: ProviderSettings): string[] | null {
  if (config[provider] === null) {
    return null;
  }
  const names = ['CLIENT_ID', 'CLIENT_SECRET', ...(provider === 'oidc' ? ['ISSUER', 'NAME'] : [])];
  return names.map((name) => `${provider.toUpperCase()}_${name}`);
}

/** Where providers send people back to, as it must be entered there. */
export function toRedirectAddress(
  request: Request,
  config: Pick<Config, 'siteUrl' | 'supabase'>,
): string {
  const base = config.supabase?.url ?? getOwnOrigin(request, config);
  return `${base.replace(/\/+$/, '')}/auth/v1/callback`;
}

function describeWay(
  provider: StoredProvider,
  config: ProviderSettings,
  stored: readonly StoredWay[],
): SignInWay {
  const variables = listVariables(provider, config);
  const kept = stored.find((way) => way.provider === provider);
  if (variables === null) {
    return {
      provider,
      variables,
      client_id: kept?.client_id ?? null,
      issuer: kept?.issuer ?? null,
      name: kept?.name ?? null,
      is_enabled: kept?.is_enabled ?? false,
    };
  }
  const oidc = provider === 'oidc' ? findOidc(config, []) : null;
  return {
    provider,
    variables,
    client_id: findClient(provider, config, [])?.clientId ?? null,
    issuer: oidc?.issuer ?? null,
    name: oidc?.name ?? null,
    is_enabled: true,
  };
}

const longestHost = 253;

/** The host that a request names, as it came in: behind a proxy, what that says it was asked for. */
function toHostSeen({ headers }: Request): string {
  return (headers.get('x-forwarded-host') ?? headers.get('host') ?? '').slice(0, longestHost);
}

/** The ways to sign in as they are set, with no secret among them. */
export function describeWays(
  request: Request,
  config: ProviderSettings,
  stored: readonly StoredWay[],
): Omit<SignInWaysData, 'may_change' | 'providers' | 'has_email'> {
  return {
    site_url: config.siteUrl,
    came_to: toHostSeen(request),
    redirect_address: toRedirectAddress(request, config),
    is_hosted: config.supabase !== null,
    ways: storedProviders.map((provider) => describeWay(provider, config, stored)),
  };
}
