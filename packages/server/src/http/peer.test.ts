import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { getPeerAddress, getRawPeer, isPrivateLeague, mayUseDevelopmentPages } from './peer.ts';

const local = { devIdentity: false, host: '127.0.0.1', siteUrl: null };
const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
const request = (headers: Record<string, string> = {}) =>
  new Request('http://localhost:3000/dev/discord', {
    headers: { host: 'localhost:3000', ...headers },
  });

describe('mayUseDevelopmentPages', () => {
  it('answers this machine', () => {
    expect(mayUseDevelopmentPages(request(), from('127.0.0.1'), local)).toBe(true);
    expect(mayUseDevelopmentPages(request(), from('::ffff:127.0.0.1'), local)).toBe(true);
  });

  it.each([
    ['another peer', request(), from('192.0.2.7'), local],
    ['another Host', request({ host: 'league.example' }), from('127.0.0.1'), local],
    ['a proxy', request({ 'x-forwarded-for': '192.0.2.7' }), from('127.0.0.1'), local],
    [
      'a proxy of the other kind',
      request({ forwarded: 'for=192.0.2.7' }),
      from('127.0.0.1'),
      local,
    ],
    [
      'a proxy that says only how it was asked',
      request({ 'x-forwarded-proto': 'https' }),
      from('127.0.0.1'),
      local,
    ],
    [
      'a public site',
      request(),
      from('127.0.0.1'),
      { ...local, siteUrl: 'https://league.example' },
    ],
    ['a server that listens wider', request(), from('127.0.0.1'), { ...local, host: '0.0.0.0' }],
    ['nobody known', request(), {}, local],
  ])('is closed to %s', (_name, asked, bindings, config) => {
    expect(mayUseDevelopmentPages(asked, bindings, config)).toBe(false);
  });

  it('opens to a closed network when the operator says so', () => {
    const open = { ...local, devIdentity: true, host: '0.0.0.0' };
    expect(mayUseDevelopmentPages(request(), from('192.0.2.7'), open)).toBe(true);
  });
});

describe('getPeerAddress', () => {
  const forwarded = request({ 'x-forwarded-for': '198.51.100.1, 192.0.2.9' });

  it('believes only the configured proxy, and what that proxy wrote itself', () => {
    const config = { trustedProxy: '10.0.0.1' };
    expect(getPeerAddress(forwarded, from('10.0.0.1'), config)).toBe('192.0.2.9');
    expect(getPeerAddress(forwarded, from('10.0.0.2'), config)).toBe('10.0.0.2');
    expect(getPeerAddress(forwarded, from('10.0.0.1'), { trustedProxy: null })).toBe('10.0.0.1');
  });

  it('is the same of a request for another protocol', () => {
    const upgrade = (remoteAddress: string, forwarded: string) => {
      const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
      const headers = { 'x-forwarded-for': forwarded };
      return getRawPeer({ socket, headers }, { trustedProxy: '10.0.0.1' });
    };
    expect(upgrade('::ffff:10.0.0.1', '198.51.100.1, 192.0.2.9')).toBe('192.0.2.9');
    expect(upgrade('10.0.0.2', '192.0.2.9')).toBe('10.0.0.2');
    expect(upgrade('10.0.0.1', 'nobody')).toBe('10.0.0.1');
  });

  it('takes no address that is none', () => {
    const config = { trustedProxy: '10.0.0.1' };
    const lie = request({ 'x-forwarded-for': 'localhost' });
    expect(getPeerAddress(lie, from('10.0.0.1'), config)).toBe('10.0.0.1');
  });
});

it.each([
  ['on this machine', local, true],
  ['on this machine, at its address', { ...local, siteUrl: 'http://localhost:3000' }, true],
  ['that listens wider', { ...local, host: '0.0.0.0' }, false],
  ['behind a public address', { ...local, siteUrl: 'https://league.example' }, false],
  [
    'of a closed network',
    { devIdentity: true, host: '0.0.0.0', siteUrl: 'https://league.example' },
    true,
  ],
])(
  'a league %s may use what stands in for services of the internet: %o %s',
  (_what, config, may) => {
    expect(isPrivateLeague(config)).toBe(may);
  },
);
