import { describe, expect, it } from 'vitest';
import { type AuthConfigInput, resolveAuthConfig } from '../config.ts';
import type { Auth } from '../context.ts';
import { findIdTokenProvider, getProvider, toProviderSession } from './registry.ts';

const client = { clientIds: ['ours', 'our-app'], clientSecret: 'secret' };

/** What these functions know of the service: its settings, and how it asks others. */
function withProviders(
  providers: NonNullable<NonNullable<AuthConfigInput['external']>['providers']>,
): Auth {
  const config = resolveAuthConfig({ external: { providers, timeoutSeconds: 7 } });
  return { config, loadProviders: async () => config.external.providers, fetch } as Auth;
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
  it.each(['discord', 'Discord', 'google', 'steam', 'clubhouse'])('%s is there', async (name) => {
    expect((await getProvider(auth, name)).provider.name).toBe(name.toLowerCase());
  });

  it.each([
    ['github', 'missing OAuth client ID'],
    ['off', 'provider is not enabled'],
    ['nowhere', 'could not be found'],
    ['unknown', 'could not be found'],
    ['facebook', 'could not be found'],
    ['constructor', 'could not be found'],
    ['', 'could not be found'],
  ])('%s is refused: %s', async (name, message) => {
    const refusal = { code: 'validation_failed', message: expect.stringContaining(message) };
    await expect(getProvider(auth, name)).rejects.toMatchObject(refusal);
  });

  it('that is known and not set is not switched on', async () => {
    await expect(getProvider(withProviders({}), 'discord')).rejects.toThrow(/not enabled/);
  });
});

describe('the provider of a token', () => {
  const find = async (input: Partial<Parameters<typeof findIdTokenProvider>[1]>) => {
    const all = { provider: '', issuer: '', clientId: '', ...input };
    return (await findIdTokenProvider(auth, all))?.provider.name ?? null;
  };

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
  ])('%o: %s', async (input, name) => {
    expect(await find(input)).toBe(name);
  });
});

describe('what a provider is asked with', () => {
  const from = { externalUrl: 'https://league.test/auth/v1', siteUrl: 'https://league.test/home' };

  it('sends back to the service, unless another address is registered there', async () => {
    const { config } = await getProvider(auth, 'discord');
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
