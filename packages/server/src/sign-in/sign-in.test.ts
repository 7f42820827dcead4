import { describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { hasChatSignIn, listProviders } from './providers.ts';
import { createSignInReader, describeSignIn } from './sign-in.ts';
import type { StoredWay } from './stored-ways.ts';

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

const way = (provider: StoredWay['provider'], more: Partial<StoredWay> = {}): StoredWay => ({
  ...{ provider, client_id: 'entered', client_secret: 's', issuer: null, name: null },
  is_enabled: true,
  ...more,
});
const oidc = way('oidc', { issuer: 'https://id.example' });

const entered: readonly [string, Record<string, string>, StoredWay[], string[], string][] = [
  ['takes the place of the stand-in', {}, [way('discord')], ['entered'], 'Discord, e-mail'],
  ['gives way to the environment', discord, [way('discord')], ['1'], 'Discord, e-mail'],
  ['is not offered while it is off', {}, [way('github', { is_enabled: false })], ['muster'], local],
  [
    'lets people in where nothing else does',
    { HOST: '0.0.0.0' },
    [oidc],
    ['entered'],
    `id.example${noDiscord}`,
  ],
  [
    'is called what somebody called it',
    { HOST: '0.0.0.0' },
    [{ ...oidc, name: 'Club' }, way('google')],
    ['entered', 'entered'],
    `Google, Club${noDiscord}`,
  ],
];

describe('a way that was entered in the browser', () => {
  it.each(entered)('%s', async (_what, environment, stored, clients, line) => {
    const config = parseConfig(environment);
    const providers = listProviders(config, stored, 'secret');
    expect(Object.values(providers).map(({ clientIds }) => clientIds?.[0])).toEqual(clients);
    const offered = await createSignInReader(config, async () => stored)();
    expect(offered.providers.map(({ name }) => name)).toEqual(Object.keys(providers));
    expect(describeSignIn(config, stored)).toBe(line);
  });
});
