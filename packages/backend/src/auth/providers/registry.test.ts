import { describe, expect, it } from 'vitest';
import { type AuthConfigInput, resolveAuthConfig } from '../config.ts';
import type { Auth } from '../context.ts';
import {
  findIdTokenProvider,
  getProvider,
  isProviderEnabled,
  toProviderSession,
} from './registry.ts';

const client = { clientIds: ['ours', 'our-app'], clientSecret: 'secret' };

/** What these functions know of the service: its settings, and how it asks others. */
function withProviders(
  providers: NonNullable<NonNullable<AuthConfigInput['external']>['providers']>,
): Auth {
  const config = resolveAuthConfig({ external: { providers, timeoutSeconds: 7 } });
  return { config, fetch } as Auth;
}

const auth = withProviders({
  discord: client,
  github: { ...client, clientIds: [] },
  google: client,
  steam: { clientSecret: '' },
  clubhouse: { ...client, oidc: true, url: 'https://clubhouse.test' },
  nowhere: { ...client, oidc: true },
  unknown: { ...client, url: 'https://unknown.test' },
  off: { ...client, oidc: true, url: 'https://off.test', enabled: false },
});

describe('the provider of a name', () => {
  it.each(['discord', 'Discord', 'google', 'steam', 'clubhouse'])('%s is there', (name) => {
    expect(getProvider(auth, name).provider.name).toBe(name.toLowerCase());
  });

  it.each([
    ['github', 'missing OAuth client ID'],
    ['off', 'provider is not enabled'],
    ['nowhere', 'could not be found'],
    ['unknown', 'could not be found'],
    ['facebook', 'could not be found'],
    ['constructor', 'could not be found'],
    ['', 'could not be found'],
  ])('%s is refused: %s', (name, message) => {
    const refusal = { code: 'validation_failed', message: expect.stringContaining(message) };
    expect(() => getProvider(auth, name)).toThrow(expect.objectContaining(refusal));
  });

  it('that is known and not set is not switched on', () => {
    const none = withProviders({});
    expect(() => getProvider(none, 'discord')).toThrow(/not enabled/);
    expect(isProviderEnabled(none, 'discord')).toBe(false);
    expect(isProviderEnabled(auth, 'discord')).toBe(true);
    expect(isProviderEnabled(auth, 'off')).toBe(false);
  });
});

describe('the provider of a token', () => {
  const find = (input: Partial<Parameters<typeof findIdTokenProvider>[1]>) =>
    findIdTokenProvider(auth, { provider: '', issuer: '', clientId: '', ...input })?.provider
      .name ?? null;

  it.each([
    [{ provider: 'google' }, 'google'],
    [{ provider: 'Clubhouse' }, 'clubhouse'],
    [{ provider: 'off' }, null],
    [{ provider: 'discord' }, null],
    [{ provider: 'unknown' }, null],
    [{ provider: 'nowhere' }, null],
    [{ issuer: 'https://accounts.google.com', clientId: 'our-app' }, 'google'],
    [{ issuer: 'https://clubhouse.test', clientId: 'ours' }, 'clubhouse'],
    [{ issuer: 'https://clubhouse.test', clientId: 'theirs' }, null],
    [{ issuer: 'https://evil.test', clientId: 'ours' }, null],
    [{ issuer: 'https://off.test', clientId: 'ours' }, null],
    [{ issuer: '', clientId: 'ours' }, null],
    // A name decides, whatever else is said.
    [{ provider: 'google', issuer: 'https://clubhouse.test', clientId: 'ours' }, 'google'],
  ])('%o: %s', (input, name) => {
    expect(find(input)).toBe(name);
  });
});

describe('what a provider is asked with', () => {
  const from = { externalUrl: 'https://league.test/auth/v1', siteUrl: 'https://league.test/home' };

  it('sends back to the service, unless another address is registered there', () => {
    const { config } = getProvider(auth, 'discord');
    expect(toProviderSession(auth, { config, ...from })).toMatchObject({
      origin: 'https://league.test',
      redirectUri: 'https://league.test/auth/v1/callback',
      timeoutMs: 7000,
    });
    const redirectUri = 'https://old.test/callback';
    expect(toProviderSession(auth, { config: { ...config, redirectUri }, ...from })).toMatchObject({
      redirectUri,
    });
  });
});
