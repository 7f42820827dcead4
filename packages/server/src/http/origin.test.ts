import { describe, expect, it } from 'vitest';
import { getOwnHeaders, getServedUrl, isLoopbackHost, isOwnOrigin } from './origin.ts';

function ask(headers: Record<string, string>, siteUrl: string | null = null): boolean {
  const request = new Request('http://localhost:3000/api/teams', { method: 'POST', headers });
  return isOwnOrigin(request, { siteUrl });
}

describe('where a write may come from', () => {
  it.each([
    ['no browser', {}, true],
    ['a browser that says it is the same site', { 'sec-fetch-site': 'same-origin' }, true],
    ['a browser that says it is another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['our own address', { host: 'localhost:3000', origin: 'http://localhost:3000' }, true],
    [
      'another name of this machine',
      { host: 'localhost:3000', origin: 'http://127.0.0.1:3000' },
      true,
    ],
    [
      'another port of this machine',
      { host: 'localhost:3000', origin: 'http://localhost:3001' },
      false,
    ],
    ['elsewhere', { host: 'localhost:3000', origin: 'https://evil.test' }, false],
    ['elsewhere with our port', { host: 'localhost:3000', origin: 'http://evil.test:3000' }, false],
    [
      'this machine, of a host that is not',
      { host: 'league.test:3000', origin: 'http://localhost:3000' },
      false,
    ],
    ['what is no address', { host: 'localhost:3000', origin: 'null' }, false],
  ])('without SITE_URL, %s: %o %s', (_from, headers, isOwn) => {
    expect(ask(headers)).toBe(isOwn);
  });

  it('where SITE_URL is set, from there alone', () => {
    const site = 'https://league.test/';
    expect(ask({ origin: 'https://league.test' }, site)).toBe(true);
    expect(ask({ host: 'localhost:3000', origin: 'http://localhost:3000' }, site)).toBe(false);
    expect(ask({ host: 'league.test', origin: 'http://league.test' }, site)).toBe(false);
  });
});

it('knows the names of this machine, with a port or without', () => {
  const names = ['localhost', 'LOCALHOST:3000', '127.0.0.1:80', '[::1]:3000'];
  expect(names.filter(isLoopbackHost)).toEqual(names);
  const others = ['league.test', 'localhost.evil.test', '127.0.0.1.evil.test:80', '10.0.0.1'];
  expect(others.filter(isLoopbackHost)).toEqual([]);
});

it('tells people an address that they can open', () => {
  const tell = (host: string, siteUrl: string | null = null) =>
    getServedUrl({ host, siteUrl }, 3000);
  expect(tell('0.0.0.0', 'https://league.test')).toBe('https://league.test');
  for (const host of ['127.0.0.1', '::1', '0.0.0.0', '::']) {
    expect(tell(host)).toBe('http://localhost:3000');
  }
  expect(tell('10.0.0.5')).toBe('http://10.0.0.5:3000');
});

it.each([
  [null, undefined],
  ['http://league.example', undefined],
  ['https://localhost:3000', undefined],
  ['https://127.0.0.1', undefined],
  ['https://league.example', 'max-age=31536000'],
])('at %s browsers are told to come by TLS alone: %s', (siteUrl, expected) => {
  const { 'strict-transport-security': told, ...others } = getOwnHeaders({ siteUrl });
  expect(told).toBe(expected);
  expect(others).toEqual({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
  });
});
