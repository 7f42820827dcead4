import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compress } from './compress.ts';

function send(text: string, accepted: string | null) {
  const headers = new Headers({ vary: 'Cookie' });
  const asked = accepted === null ? {} : { headers: { 'accept-encoding': accepted } };
  const sent = compress(text, new Request('http://localhost/', asked), headers);
  expect(headers.get('vary')).toBe('Cookie, Accept-Encoding');
  return { sent, coding: headers.get('content-encoding') };
}

const long = 'Kaarna '.repeat(200);

describe('a text that is sent', () => {
  it.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['deflate', null],
    ['bread, gzipped', null],
    ['', null],
    [null, null],
  ])('is packed as the browser takes it: %j', (accepted, expected) => {
    const { sent, coding } = send(long, accepted);
    expect(coding).toBe(expected);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    const text = coding === 'br' || coding === 'gzip' ? String(unpack[coding](sent)) : String(sent);
    expect(text).toBe(long);
  });

  it.each([
    [859, null],
    [860, 'br'],
  ])('of %i characters is packed: %s', (length, coding) => {
    expect(send('x'.repeat(length), 'br').coding).toBe(coding);
  });
});
