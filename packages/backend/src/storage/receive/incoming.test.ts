import { expect, test } from 'vitest';
import { openIncoming, parseMetadata, parseMetadataHeader, toCacheControl } from './incoming.ts';

test.each([
  [null, 'no-cache'],
  ['max-age=3600', 'max-age=3600'],
  ['public, max-age=1', 'public, max-age=1'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(201), 'no-cache'],
  ['', 'no-cache'],
  ['max-age=1;', 'no-cache'],
  ['a\r\nset-cookie: b', 'no-cache'],
])('of caching %j is told as %j', (given, told) => {
  expect(toCacheControl(given)).toBe(told);
});

test.each([
  [null, null],
  ['{"a":1}', { a: 1 }],
  ['"\\\\n"', '\\n'],
  ['no JSON', null],
])('beside a file %j says %j', (given, said) => {
  expect(parseMetadata(given)).toEqual(said);
  const header = given === null ? null : Buffer.from(given).toString('base64');
  expect(parseMetadataHeader(header)).toEqual(said);
});

test('beside a file nothing holds a NUL, and nothing is longer than 8 KiB', () => {
  expect(() => parseMetadata('"\\u0000"')).toThrow('must not hold the character NUL');
  expect(parseMetadata(`"${'x'.repeat(8_190)}"`)).toHaveLength(8_190);
  expect(() => parseMetadata(`"${'x'.repeat(8_191)}"`)).toThrow('user_metadata exceeded');
  expect(() => parseMetadata(`"${'ä'.repeat(4_096)}"`)).toThrow('user_metadata exceeded');
});

const open = (headers: Record<string, string>, body: BodyInit = 'bytes') =>
  openIncoming(new Request('http://league.test', { method: 'POST', headers, body }));

test('a file that is a body says what it is by its headers', async () => {
  const metadata = Buffer.from('{"a":1}').toString('base64');
  const file = await open({
    ...{ 'content-type': 'image/x-odd', 'cache-control': 'max-age=7', 'x-metadata': metadata },
    'content-length': '5',
  });
  expect(file).toMatchObject({
    ...{ mediaType: 'image/x-odd', cacheControl: 'max-age=7', userMetadata: { a: 1 } },
    declaredBytes: 5,
  });
  expect(Buffer.from(file.head).toString()).toBe('bytes');
});

test.each(['x', '-1', '1.5', '1'.repeat(16)])(
  'a length of %s is none that is told',
  async (length) => {
    const file = await open({ 'content-type': 'text/plain', 'content-length': length });
    expect(file.declaredBytes).toBeNull();
  },
);

test('a file of a form says what it is by the form', async () => {
  const toForm = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      form.set(name, value);
    }
    form.set('', new Blob(['bytes'], { type: 'image/x-odd' }), 'a');
    return form;
  };
  const bare = await open({}, toForm({}));
  expect(bare).toMatchObject({
    ...{ mediaType: 'image/x-odd', cacheControl: 'no-cache', userMetadata: null },
    declaredBytes: null,
  });
  const told = { contentType: 'text/x-own', cacheControl: '60', userMetadata: '{"a":1}' };
  expect(await open({}, toForm(told))).toMatchObject({
    ...{ mediaType: 'text/x-own', cacheControl: 'max-age=60', userMetadata: { a: 1 } },
  });
  const both = await open({}, toForm({ ...told, metadata: '{"b":2}' }));
  expect(both.userMetadata).toEqual({ b: 2 });
});

test('of a file so many bytes are taken and no more', async () => {
  const take = async (most: number) => {
    let bytes = 0;
    for await (const piece of (await open({ 'content-type': 'text/plain' })).take(most)) {
      bytes += piece.length;
    }
    return bytes;
  };
  expect(await take(5)).toBe(5);
  expect(await take(6)).toBe(5);
  await expect(take(4)).rejects.toMatchObject({ body: { statusCode: '413' } });
});
