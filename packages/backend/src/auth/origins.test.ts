import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { type AuthConfig, type AuthConfigInput, resolveAuthConfig } from './config.ts';
import type { AuthEnv } from './context.ts';
import { getExternalUrl, getRedirectTo, getSiteUrl } from './origins.ts';

/** At which address a request has found us, and where its person goes afterwards. */

type Read = (config: AuthConfig, context: Parameters<typeof getSiteUrl>[1]) => string;

async function ask(
  read: Read,
  settings: AuthConfigInput,
  url: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const app = new Hono<AuthEnv>();
  app.all('*', (context) => context.text(read(resolveAuthConfig(settings), context)));
  return (await app.request(url, { headers })).text();
}

describe('while the site has no address it is', () => {
  it.each([
    ['http://localhost:5173/x', 'http://localhost:5173'],
    ['http://beta.localhost/x', 'http://beta.localhost'],
    ['http://127.0.0.1:54321/x', 'http://127.0.0.1:54321'],
    ['http://[::1]:3000/x', 'http://[::1]:3000'],
    ['https://localhost/x', 'https://localhost'],
    ['https://league.example/x', 'http://localhost:3000'],
    ['http://localhost.example/x', 'http://localhost:3000'],
  ])('for %s: %s', async (url, expected) => {
    expect(await ask(getSiteUrl, {}, url)).toBe(expected);
  });

  it.each([
    ['localhost:9999', 'http://localhost:9999'],
    ['LOCALHOST:9999', 'http://localhost:9999'],
    ['league.example', 'http://localhost:3000'],
    ['localhost@league.example', 'http://localhost:3000'],
    ['league.example@localhost', 'http://localhost:3000'],
    ['localhost/league.example', 'http://localhost:3000'],
    ['localhost?x', 'http://localhost:3000'],
    ['localhost:x', 'http://localhost:3000'],
  ])('by the name %s: %s', async (host, expected) => {
    expect(await ask(getSiteUrl, {}, 'http://localhost:1/', { host })).toBe(expected);
  });

  it('what the composition has for it, where the name is not this machine’s', async () => {
    const settings = { fallbackOrigin: 'http://localhost:8080' };
    expect(await ask(getSiteUrl, settings, 'http://league.example/')).toBe('http://localhost:8080');
  });
});

it('the site’s own address counts, by whatever name it is asked', async () => {
  const settings = { siteUrl: 'https://league.example/home' };
  expect(await ask(getSiteUrl, settings, 'http://localhost:1/')).toBe(settings.siteUrl);
});

it.each([
  [{}, 'http://localhost:5173/auth/v1'],
  [{ siteUrl: 'https://league.example/home' }, 'https://league.example/auth/v1'],
  [{ externalUrl: 'https://api.league.example/a//' }, 'https://api.league.example/a'],
])('with %j the service is at %s', async (settings, expected) => {
  expect(await ask(getExternalUrl, settings, 'http://localhost:5173/')).toBe(expected);
});

describe('afterwards somebody goes', () => {
  const settings = {
    siteUrl: 'https://league.example',
    uriAllowList: ['https://app.example/*'],
  };
  const go = (
    { header, query, asked, referer }: Partial<Record<string, string>>,
    own: AuthConfigInput = settings,
  ) =>
    ask(
      (config, context) => getRedirectTo(config, context, asked),
      own,
      `http://localhost:1/${query === undefined ? '' : `?redirect_to=${encodeURIComponent(query)}`}`,
      {
        ...(header === undefined ? {} : { redirect_to: header }),
        ...(referer === undefined ? {} : { referer }),
      },
    );
  const a = 'https://league.example/a';
  const b = 'https://app.example/b';
  const c = 'https://league.example/c';
  const elsewhere = 'https://evil.example/';

  it.each([
    [{}, 'https://league.example'],
    [{ header: a, query: b, asked: c }, a],
    [{ query: b, asked: c }, b],
    [{ header: '', query: '', asked: c }, c],
    [{ referer: b }, b],
    [{ asked: c, referer: b }, c],
    [{ query: elsewhere, referer: b }, b],
    // What was named counts, not what else was: nobody is sent where they did not ask to go.
    [{ header: elsewhere, query: a, asked: b }, 'https://league.example'],
    [{ query: elsewhere, referer: elsewhere }, 'https://league.example'],
  ])('with %j to %s', async (named, expected) => {
    expect(await go(named)).toBe(expected);
  });
});
