import { describe, expect, it } from 'vitest';
import {
  createAddressJudge,
  isLoopbackNumber,
  isPublicAddress,
  parseNetworks,
  toOneAddress,
} from './network-address.ts';

describe('an address of the internet', () => {
  it.each([
    ['1.1.1.1', true],
    ['9.255.255.255', true],
    ['10.0.0.0', false],
    ['10.255.255.255', false],
    ['11.0.0.0', true],
    ['0.0.0.0', false],
    ['100.63.255.255', true],
    ['100.64.0.0', false],
    ['100.127.255.255', false],
    ['100.128.0.0', true],
    ['126.255.255.255', true],
    ['127.0.0.1', false],
    ['127.255.255.255', false],
    ['128.0.0.0', true],
    ['169.253.255.255', true],
    ['169.254.169.254', false],
    ['169.255.0.0', true],
    ['172.15.255.255', true],
    ['172.16.0.0', false],
    ['172.31.255.255', false],
    ['172.32.0.0', true],
    ['192.0.0.1', false],
    ['192.0.2.1', false],
    ['192.88.99.1', false],
    ['192.167.255.255', true],
    ['192.168.0.0', false],
    ['192.169.0.0', true],
    ['198.17.255.255', true],
    ['198.18.0.0', false],
    ['198.51.100.7', false],
    ['203.0.113.7', false],
    ['223.255.255.255', true],
    ['224.0.0.1', false],
    ['240.0.0.1', false],
    ['255.255.255.255', false],
    ['2a00:1450::1', true],
    ['2606:4700:4700::1111', true],
    ['::', false],
    ['::1', false],
    ['::127.0.0.1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:7f00:1', false],
    ['0:0:0:0:0:FFFF:7F00:0001', false],
    ['::ffff:1.1.1.1', true],
    ['::ffff:0:127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['64:ff9b::10.0.0.1', false],
    ['64:ff9b::1.1.1.1', true],
    ['64:ff9b:1::1.1.1.1', false],
    ['2002:7f00:1::', false],
    ['2002:101:101::', false],
    ['2001::1', false],
    ['2001:1ff:ffff::', false],
    ['2001:200::', true],
    ['2001:db8::1', false],
    ['3ffe::1', true],
    ['3fff::1', false],
    ['4000::1', false],
    ['fc00::1', false],
    ['fd12:3456::1', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['2a00:1450::1%eth0', false],
    ['fec0::1', false],
    ['ff02::1', false],
    ['100::1', false],
    ['[2a00:1450::1]', true],
    ['[::1]', false],
    ['0177.0.0.1', false],
    ['2130706433', false],
    ['0x7f.1', false],
    ['example.org', false],
    ['', false],
  ])('is %s: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });
});

it('writes an address in one way', () => {
  expect(toOneAddress('2A00:1450:0:0:0:0:0:1')).toBe('2a00:1450::1');
  expect(toOneAddress('[::ffff:10.0.0.1]')).toBe('10.0.0.1');
  expect(toOneAddress('64:ff9b::102:304')).toBe('1.2.3.4');
  expect(toOneAddress('1.2.3')).toBeNull();
});

it.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['128.0.0.1', false],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['1.127.0.0', false],
])('knows this machine by %s: %s', (address, isOwn) => {
  expect(isLoopbackNumber(address)).toBe(isOwn);
});

describe('networks of an environment', () => {
  it.each([
    ['127.0.0.0/8', 1],
    [' 10.0.0.0/8 , fd00::/8 ', 2],
    ['1.2.3.4/32', 1],
    ['1.2.3.4/0', 1],
    ['::1/128', 1],
    ['1.2.3.4/33', null],
    ['::1/129', null],
    ['1.2.3.4', null],
    ['10.0.0.0/8,', null],
    ['10.0.0/8', null],
    ['localhost/8', null],
    ['10.0.0.0/-1', null],
    ['10.0.0.0/8;', null],
  ])('are read: %s', (text, count) => {
    expect(parseNetworks(text)?.length ?? null).toBe(count);
  });

  it('are allowed beside the internet, and nothing else', () => {
    const judge = createAddressJudge(parseNetworks('127.0.0.0/8,fd00::/8,192.168.4.0/30') ?? []);
    expect(
      ['127.0.0.1', '::ffff:127.0.0.1', 'fd00::1', '192.168.4.3', '1.1.1.1'].map(judge),
    ).toEqual([true, true, true, true, true]);
    expect(['10.0.0.1', '::1', 'fc00::1', '192.168.4.4', 'x'].map(judge)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(createAddressJudge([])('127.0.0.1')).toBe(false);
  });
});
