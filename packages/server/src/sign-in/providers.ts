import type { ProvidersInput } from '@muster/backend';
import type { Config } from '../config.ts';
import { devDiscordClient } from '../dev/development.ts';
import { isPrivateLeague } from '../http/peer.ts';
import type { StoredProvider, StoredWay } from './stored-ways.ts';

/** Whether the chat platform lets people in, or what stands in for it where only this machine or a closed network asks. */
export function hasChatSignIn(config: ProviderSettings, stored: readonly StoredWay[]): boolean {
  return (
    config.supabase !== null ||
    findClient('discord', config, stored) !== null ||
    isPrivateLeague(config)
  );
}

/** What of the environment says who lets people in. */
export type ProviderSettings = Pick<
  Config,
  'supabase' | 'discord' | 'github' | 'google' | 'oidc' | 'host' | 'siteUrl' | 'devIdentity'
>;

/** Our client at a provider: the environment's, else the one that was entered in the browser. */
export function findClient(
  provider: StoredProvider,
  config: ProviderSettings,
  stored: readonly StoredWay[],
): { clientId: string; clientSecret: string } | null {
  const way = stored.find((kept) => kept.provider === provider && kept.is_enabled);
  const kept =
    way === undefined ? null : { clientId: way.client_id, clientSecret: way.client_secret };
  return config[provider] ?? kept;
}

/** The issuer that is known by its address alone, with what its button says. */
export function findOidc(config: ProviderSettings, stored: readonly StoredWay[]) {
  const client = findClient('oidc', config, stored);
  if (client === null) {
    return null;
  }
  const way = stored.find(({ provider }) => provider === 'oidc');
  const issuer = config.oidc?.issuer ?? way?.issuer ?? '';
  return { ...client, issuer, name: config.oidc?.name ?? way?.name ?? new URL(issuer).host };
}

/** The providers that are switched on, in the order in which they are offered. */
export function listProviders(
  config: ProviderSettings & Pick<Config, 'steamUrl' | 'steamApiKey'>,
  stored: readonly StoredWay[],
  devSecret: string,
): ProvidersInput {
  const client = findClient('discord', config, stored);
  const discord =
    client === null
      ? { clientIds: [devDiscordClient], clientSecret: devSecret, url: '/dev/discord' }
      : toClient(client);
  const [github, google] = [
    findClient('github', config, stored),
    findClient('google', config, stored),
  ];
  const oidc = findOidc(config, stored);
  return {
    // A chat account need not have an address, and we need none.
    ...(hasChatSignIn(config, stored) ? { discord: { ...discord, emailOptional: true } } : {}),
    // The game platform wants to know which site asks, and knows none on loopback. It signs in without
    // a key; the key brings the person's name.
    ...(config.siteUrl !== null || config.steamUrl !== null
      ? { steam: { clientSecret: config.steamApiKey ?? '', url: config.steamUrl } }
      : {}),
    ...(github === null ? {} : { github: toClient(github) }),
    ...(google === null ? {} : { google: toClient(google) }),
    ...(oidc === null
      ? {}
      : { oidc: { ...toClient(oidc), url: oidc.issuer, oidc: true, emailOptional: true } }),
  };
}

function toClient({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  return { clientIds: [clientId], clientSecret };
}
