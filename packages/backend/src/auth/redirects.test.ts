import { describe, expect, it } from 'vitest';
import { resolveAuthConfig } from './config.ts';
import { isLoopbackName, isRedirectAllowed } from './origins.ts';
import { toPattern } from './redirect-glob.ts';

const unset = resolveAuthConfig();
const set = resolveAuthConfig({
  siteUrl: 'https://league.example',
  uriAllowList: [
    'https://*.league.example/back',
    'app://**',
    'http://10.0.0.1/**',
    'http://2130706433/**',
  ],
});

describe('isRedirectAllowed', () => {
  it.each([
    ['http://localhost:3000/confirm', true],
    ['http://127.0.0.1:3000/confirm?x=1#y', true],
    ['http://[::1]:3000/', true],
    ['http://localhost:9999/', true],
    ['https://localhost:3000/', false],
    ['https://league.example/', false],
    ['http://localhost.evil.example:3000/', false],
    ['http://user:pass@localhost:3000/', false],
    ['//evil.example', false],
    ['/confirm', false],
    ['javascript:alert(1)', false],
    ['', false],
  ])(
    'while the site has no address and is asked as localhost:3000, %s is %s',
    (address, allowed) => {
      expect(isRedirectAllowed(unset, { siteUrl: 'http://localhost:3000', address })).toBe(allowed);
    },
  );

  it.each([
    ['https://league.example/confirm', true],
    ['https://LEAGUE.example/confirm', true],
    ['http://league.example/confirm', false],
    ['https://league.example:8443/', false],
    ['https://league.example.evil.example/', false],
    ['https://league.example@evil.example/', false],
    ['https://beta.league.example/back', true],
    ['https://beta.league.example/back#x', true],
    ['https://a.b.league.example/back', false],
    ['https://evil.example/.league.example/back', false],
    ['app://anything/at.all', true],
    ['http://10.0.0.1/x', false],
    ['http://2130706433/x', false],
    ['http://127.0.0.1:8080/x', true],
    ['http://[::1]:8080/x', true],
    ['http://localhost:3000/', false],
    ['https://league.example:443/confirm', true],
    ['https://user@league.example/confirm', false],
    ['https://:pass@league.example/confirm', false],
    ['http://[2001:db8::1]/x', false],
    ['https://beta_1.league.example/back', false],
    ['https://league.example/'.padEnd(2048, 'x'), true],
    ['https://league.example/'.padEnd(2049, 'x'), false],
  ])('with an address and an allow-list, %s is %s', (address, allowed) => {
    expect(isRedirectAllowed(set, { siteUrl: 'https://league.example', address })).toBe(allowed);
  });
});

describe('a name of this machine', () => {
  it.each([
    ['localhost', true],
    ['LOCALHOST', true],
    ['beta.localhost', true],
    ['127.0.0.1', true],
    ['127.255.0.9', true],
    ['[::1]', true],
    ['.localhost', false],
    ['localhost.example', false],
    ['mylocalhost', false],
    ['127.0.0', false],
    ['128.0.0.1', false],
    ['[::2]', false],
  ])('%s: %s', (name, isOurs) => {
    expect(isLoopbackName(name)).toBe(isOurs);
  });
});

it('a site with a loopback address is its own by that name alone, whichever the port', () => {
  const config = resolveAuthConfig({ siteUrl: 'http://localhost:3000' });
  const ask = (address: string) =>
    isRedirectAllowed(config, { siteUrl: 'http://localhost:3000', address });
  expect(ask('http://localhost:9999/')).toBe(true);
  expect(ask('http://beta.localhost:3000/')).toBe(false);
});

it('while the site has no address, another name of this machine needs the same port', () => {
  const ask = (siteUrl: string, address: string) => isRedirectAllowed(unset, { siteUrl, address });
  expect(ask('http://localhost:3000', 'http://beta.localhost:3000/')).toBe(true);
  expect(ask('http://localhost:3000', 'http://beta.localhost:3001/')).toBe(false);
  expect(ask('https://league.example', 'https://beta.localhost/')).toBe(false);
  expect(ask('nowhere', 'http://localhost:3000/')).toBe(false);
});

describe('toPattern', () => {
  it.each([
    ['https://*.a.b/**', 'https://x.a.b/c/d.e', true],
    ['https://*.a.b/*', 'https://x.a.b/c/d', false],
    ['https://a.b/?', 'https://a.b/x', true],
    ['https://a.b/?', 'https://a.b/.', false],
    ['https://{one,two}.a', 'https://two.a', true],
    ['https://{one,two}.a', 'https://three.a', false],
    ['https://[ab].c', 'https://b.c', true],
    ['https://[!ab].c', 'https://b.c', false],
    ['https://a.b', 'https://axb', false],
    ['https://a\\*b', 'https://a*b', true],
    ['https://a,b', 'https://a,b', true],
    ['https://*.a.b', 'https://x.y.a.b', false],
    ['https://a.b/?', 'https://a.b//', false],
    ['https://a.b/?', 'https://a.b/', false],
    ['https://[!ab].c', 'https://d.c', true],
    ['https://[a^]', 'https://^', true],
    ['https://[^a]', 'https://a', true],
    ['https://[^a]', 'https://b', false],
    ['https://a,b', 'https://a', false],
    ['https://{a,b}c,d', 'https://bc,d', true],
    ['https://{a,{b,c}}d', 'https://cd', true],
    ['https://{a', 'https://a', true],
    ['https://a}', 'https://a}', true],
    ['https://a.b/**', 'https://a.b/x\ny', true],
    ['https://a.b', 'https://a.b/', false],
    ['https://a.b', 'xhttps://a.b', false],
    ['https://a(b)+', 'https://a(b)+', true],
  ])('%s on %s is %s', (glob, address, matches) => {
    expect(toPattern(glob).test(address)).toBe(matches);
  });
});
