import { describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import type { StoredWay } from '../sign-in/stored-ways.ts';
import { describeWays, listVariables, toRedirectAddress } from './ways-data.ts';

const kept = (provider: StoredWay['provider'], change: Partial<StoredWay> = {}): StoredWay => ({
  ...{ provider, client_id: `kept-${provider}`, client_secret: 'hidden' },
  ...{ issuer: null, name: null, is_enabled: true },
  ...change,
});
const come = (headers: Record<string, string> = { host: 'league.test' }) =>
  new Request('http://inside:3000/setup', { headers });
const nothing = { client_id: null, issuer: null, name: null, is_enabled: false, variables: null };

describe('the ways to sign in', () => {
  it('are each as it was entered, without its secret, and off where it is off', () => {
    const club = { issuer: 'https://id.club.test', name: 'Club' };
    const stored = [kept('github'), kept('google', { is_enabled: false }), kept('oidc', club)];
    const { ways } = describeWays(come(), parseConfig({}), stored);
    const own = { ...nothing, is_enabled: true };
    expect(Object.fromEntries(ways.map(({ provider, ...way }) => [provider, way]))).toEqual({
      discord: nothing,
      github: { ...own, client_id: 'kept-github' },
      google: { ...nothing, client_id: 'kept-google' },
      oidc: { ...own, ...club, client_id: 'kept-oidc' },
    });
  });

  it('are as the environment has them where it has them, whatever was entered', () => {
    const config = parseConfig({
      ...{ SITE_URL: 'https://league.test', GITHUB_CLIENT_ID: 'ours', GITHUB_CLIENT_SECRET: 's' },
      ...{ OIDC_CLIENT_ID: 'club', OIDC_CLIENT_SECRET: 's', OIDC_ISSUER: 'https://id.test' },
      OIDC_NAME: 'Our club',
    });
    const stored = [
      kept('github', { is_enabled: false }),
      kept('oidc', { issuer: 'https://other.test', name: 'Other' }),
    ];
    const { ways } = describeWays(come(), config, stored);
    expect(ways.filter(({ variables }) => variables !== null)).toEqual([
      {
        ...{ provider: 'github', client_id: 'ours', issuer: null, name: null, is_enabled: true },
        variables: ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
      },
      {
        ...{ provider: 'oidc', client_id: 'club', is_enabled: true },
        ...{ issuer: 'https://id.test', name: 'Our club' },
        variables: ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ISSUER', 'OIDC_NAME'],
      },
    ]);
    expect(listVariables('discord', config)).toBeNull();
  });
});

describe('where providers send people back to', () => {
  const hosted = {
    ...{ SUPABASE_URL: 'https://abc.supabase.test/', SUPABASE_ANON_KEY: 'a' },
    ...{ SUPABASE_SERVICE_ROLE_KEY: 's', DATABASE_URL: 'postgres://localhost/league' },
  };

  it.each<[string, Record<string, string>, string]>([
    ['as it was asked for', {}, 'http://league.test/auth/v1/callback'],
    [
      'as the league is called',
      { SITE_URL: 'https://muster.test' },
      'https://muster.test/auth/v1/callback',
    ],
    ['as Supabase is', hosted, 'https://abc.supabase.test/auth/v1/callback'],
  ])('is %s', (_what, environment, address) => {
    const config = parseConfig(environment);
    expect(toRedirectAddress(come(), config)).toBe(address);
    const { redirect_address, is_hosted, site_url } = describeWays(come(), config, []);
    expect([redirect_address, is_hosted]).toEqual([address, environment === hosted]);
    expect(site_url).toBe(environment.SITE_URL ?? null);
  });
});

it.each<[string, Record<string, string>, string]>([
  ['its host', { host: 'league.test' }, 'league.test'],
  ['a proxy’s', { host: 'inside', 'x-forwarded-host': 'league.test' }, 'league.test'],
  ['none', {}, ''],
  ['the greatest', { host: 'x'.repeat(253) }, 'x'.repeat(253)],
  ['one too long', { host: 'x'.repeat(254) }, 'x'.repeat(253)],
])('a request has come to what it names: %s', (_what, headers, seen) => {
  expect(describeWays(come(headers), parseConfig({}), []).came_to).toBe(seen);
});
