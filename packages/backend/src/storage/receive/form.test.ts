import { describe, expect, it } from 'vitest';
import { findBoundary, openForm } from './form.ts';

const boundary = 'edge';

/** The bytes of a text, in pieces of some length. */
async function* inPieces(text: string, length: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) {
    yield bytes.subarray(at, at + length);
  }
}

async function read(text: string, length = 7) {
  const { fields, mediaType, file } = await openForm(inPieces(text, length), boundary);
  let bytes = '';
  for await (const piece of file) {
    bytes += Buffer.from(piece).toString('latin1');
  }
  return { fields: Object.fromEntries(fields), mediaType, bytes };
}

const part = (headers: string, body: string) => `--${boundary}\r\n${headers}\r\n\r\n${body}\r\n`;
const field = (name: string, value: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, value);
const file = (body: string) =>
  part(
    'content-disposition: form-data; name=""; filename="a.png"\r\nContent-Type: image/png',
    body,
  );
const end = `--${boundary}--`;

describe('a form', () => {
  // What looks like the divider and is none is the file's.
  const body = `one\r\n--edg\r\n-two`;
  const whole = `${field('cacheControl', '3600')}${field('', 'x')}${file(body)}${end}`;
  const found = { fields: { cacheControl: '3600', '': 'x' }, mediaType: 'image/png', bytes: body };

  it.each([1, 2, 3, 7, 16, 4096])('is the same in pieces of %d bytes', async (length) => {
    expect(await read(whole, length)).toEqual(found);
  });

  it('may have an empty file, and a part without headers before it', async () => {
    const empty = { fields: { '': 'bare' }, mediaType: 'image/png', bytes: '' };
    expect(await read(`--${boundary}\r\n\r\nbare\r\n${file('')}${end}`)).toMatchObject(empty);
  });

  // Behind the last divider nothing need stand, no line's end either.
  it.each(['', '\r\n'])('without a file says so, ended by %j', async (last) => {
    const refused = expect(read(`${field('a', 'b')}${end}${last}`, 1)).rejects;
    await refused.toMatchObject({ message: 'No content provided' });
  });

  it.each([
    ['before its first part', 'preamble'],
    ['behind a divider', `--${boundary}`],
    ['in its headers', `--${boundary}\r\nContent-Dis`],
    ['in a field', `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nval`],
    ['in its file', file('bytes').slice(0, -4)],
  ])('that ends %s is refused', async (_where, text) => {
    const refused = expect(read(text)).rejects;
    await refused.toMatchObject({ message: 'The form ends in the middle' });
  });

  it('holds no more than it may before its file', async () => {
    const fits = field('long', 'x'.repeat(64 * 1024 - 1024));
    expect((await read(`${fits}${file('a')}${end}`, 4096)).bytes).toBe('a');
    const over = field('long', 'x'.repeat(64 * 1024 + 1024));
    await expect(read(`${over}${file('a')}${end}`, 512)).rejects.toThrow(
      'The form exceeded the maximum allowed size',
    );
  });
});

it.each([
  ['multipart/form-data; boundary=edge', 'edge'],
  ['Multipart/Form-Data; charset=utf-8; boundary="an edge"', 'an edge'],
  [`multipart/form-data; boundary=${'x'.repeat(70)}`, 'x'.repeat(70)],
  ['multipart/mixed; boundary=edge', null],
  ['image/png', null],
  [null, null],
])('the boundary of %s is %s', (type, found) => {
  expect(findBoundary(type)).toBe(found);
});

it('a form without a boundary is refused', () => {
  expect(() => findBoundary('multipart/form-data')).toThrow('names no boundary');
});
