import { describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { hasChatSignIn, listProviders } from './providers.ts';
import { createSignInReader, describeSignIn } from './sign-in.ts';

const site = { SITE_URL: 'https://league.example' };
const discord = { DISCORD_CLIENT_ID: '1', DISCORD_CLIENT_SECRET: 'x' };
const local =
  'a local identity provider for this machine only; set DISCORD_CLIENT_ID for the real one';
const noDiscord = '; set DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET for Discord';

const leagues: readonly [Record<string, string>, string[], string][] = [
  [{}, ['discord'], local],
  [{ SITE_URL: 'http://localhost:3000' }, ['discord', 'steam'], local],
  [{ HOST: '0.0.0.0', DEV_IDENTITY: '1' }, ['discord'], local],
  [discord, ['discord'], 'Discord, e-mail'],
  [{ ...site, ...discord }, ['discord', 'steam'], 'Discord, Steam'],
  [
    { HOST: '0.0.0.0' },
    [],
    "nobody can sign in: enter a way at /setup, or set DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET, another provider's, or SMTP_URL",
  ],
  [{ HOST: '0.0.0.0', SMTP_URL: 'smtp://mail' }, [], `e-mail${noDiscord}`],
  // The game platform needs nothing of ours but an address.
  [site, ['steam'], `Steam${noDiscord}`],
  [
    {
      ...site,
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'a',
      OIDC_CLIENT_SECRET: 'b',
      OIDC_NAME: 'Our club',
    },
    ['steam', 'oidc'],
    `Steam, Our club${noDiscord}`,
  ],
];

describe('the ways in', () => {
  it.each(leagues)('with %j are %j', async (environment, providers, line) => {
    const config = parseConfig(environment);
    const offered = await createSignInReader(config, async () => [])();
    expect(offered.providers.map(({ name }) => name)).toEqual(providers);
    expect(Object.keys(listProviders(config, [], 'secret'))).toEqual(providers);
    expect(hasChatSignIn(config, [])).toBe(providers.includes('discord'));
    expect(describeSignIn(config, [])).toBe(line);
  });
});
