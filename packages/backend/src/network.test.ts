import { describe, expect, test } from 'vitest';
import { OpenShares, toNetwork } from './network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:0001:2::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:1:2::192.0.2.7', '2001:db8:1:2'],
  ['::192.0.2.7', '0:0:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['1:2:3:4:5:6:7::', '1:2:3:4'],
  ['2001:db8::ffff:2', '2001:db8:0:0'],
  ['::ffff:c000:0207', '192.0.2.7'],
  ['', ''],
  ['unknown', 'unknown'],
  ['1:2', '1:2'],
])('%s counts as %s', (address, network) => {
  expect(toNetwork(address)).toBe(network);
});

describe('shares', () => {
  test('of one network end where they end, and are given back once', () => {
    const shares = new OpenShares({ most: 100, share: 2 });
    const first = shares.open('2001:db8::1');
    expect(shares.open('2001:db8::2')).toBeTypeOf('function');
    expect(shares.open('2001:db8::3')).toBe('share_taken');
    expect(shares.open('2001:db8:0:1::3')).toBeTypeOf('function');
    expect(shares.total).toBe(3);
    if (typeof first === 'function') {
      first();
      first();
    }
    expect(shares.total).toBe(2);
    expect(shares.open('2001:db8::4')).toBeTypeOf('function');
    expect(shares.open('2001:db8::5')).toBe('share_taken');
  });

  test('of all end where they end', () => {
    const shares = new OpenShares({ most: 2, share: 2 });
    expect(shares.open('192.0.2.1')).toBeTypeOf('function');
    const second = shares.open('192.0.2.2');
    expect(shares.open('192.0.2.3')).toBe('all_taken');
    if (typeof second === 'function') {
      second();
    }
    expect(shares.open('192.0.2.3')).toBeTypeOf('function');
  });
});
