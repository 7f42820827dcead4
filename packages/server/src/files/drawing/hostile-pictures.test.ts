import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findKind } from '../kinds.ts';
import type { Picture } from '../picture.ts';
import { drawings } from './draw.ts';

/** What stands in each file beside its picture, and must be in nothing that is drawn of it. */
const script = "<script>alert('league')</script>";
const html = `<!DOCTYPE html><html><body>${script}</body></html>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`;

/** A zip of one stored file, as an unpacker takes it from the end of any file. */
function createZip(offset: number): Buffer {
  const [name, text] = [Buffer.from('run.html'), Buffer.from(html)];
  const head = Buffer.alloc(26);
  head.writeUInt32LE(text.length, 14);
  head.writeUInt32LE(text.length, 18);
  head.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, name, text]);
  const entry = Buffer.alloc(42);
  entry.writeUInt32LE(text.length, 16);
  entry.writeUInt32LE(text.length, 20);
  entry.writeUInt16LE(name.length, 24);
  entry.writeUInt32LE(offset, 38);
  const central = Buffer.concat([Buffer.from('PK\x01\x02'), entry, name]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset + local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06'), end]);
}

const create = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } });

function toChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Puts a chunk of its own behind a PNG's header. */
async function withChunk(type: string, data: Buffer): Promise<Buffer> {
  const png = await create(60, 40).png().toBuffer();
  const headEnd = 8 + 25;
  return Buffer.concat([png.subarray(0, headEnd), toChunk(type, data), png.subarray(headEnd)]);
}

/** A square of so many pixels a side, black on black. */
function createBomb(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // One bit a pixel.
  head.writeUInt8(1, 8);
  const rows = Buffer.alloc(side * (1 + side / 8));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    toChunk('IHDR', head),
    toChunk('IDAT', deflateSync(rows, { level: 9 })),
    toChunk('IEND', Buffer.alloc(0)),
  ]);
}

const files: readonly [name: string, make: () => Promise<Buffer>][] = [
  [
    'a JPEG with a page in its comment',
    async () => {
      const jpeg = await create(60, 40).jpeg().toBuffer();
      const text = Buffer.from(html);
      const comment = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
      return Buffer.concat([jpeg.subarray(0, 2), comment, text, jpeg.subarray(2)]);
    },
  ],
  ['a PNG with a page in its text', () => withChunk('tEXt', Buffer.from(`Comment\0${html}`))],
  [
    'a PNG whose text unfolds to two hundred megabytes',
    () => {
      const long = deflateSync(Buffer.alloc(200_000_000, html), { level: 1 });
      return withChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), long]));
    },
  ],
  [
    'a PNG that is a zip too',
    async () => {
      const png = await create(60, 40).png().toBuffer();
      return Buffer.concat([png, createZip(png.length)]);
    },
  ],
  [
    'a GIF that is a script too',
    async () => Buffer.concat([await create(60, 40).gif().toBuffer(), Buffer.from(script)]),
  ],
  [
    // Its width is 0x2a2f, which begins a comment: to a browser that is told so, it is a script from its first byte on.
    'a GIF that is a script from its first byte on',
    async () => {
      const gif = await create(60, 40).gif().toBuffer();
      gif.write('/*', 6, 'latin1');
      return Buffer.concat([gif, Buffer.from("*/=1;alert('league')")]);
    },
  ],
  [
    'a PNG with a page behind its end',
    async () => Buffer.concat([await create(60, 40).png().toBuffer(), Buffer.from(html)]),
  ],
  [
    'a WebP with a page behind its end',
    async () => Buffer.concat([await create(60, 40).webp().toBuffer(), Buffer.from(html)]),
  ],
  [
    'a JPEG with a script in what the camera wrote',
    () =>
      create(60, 40)
        .withExif({ IFD0: { ImageDescription: html, Artist: script } })
        .jpeg()
        .toBuffer(),
  ],
  [
    'a PNG with an SVG in its metadata',
    () =>
      create(60, 40)
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${svg}</x:xmpmeta>`)
        .png()
        .toBuffer(),
  ],
];

const made = new Map<string, Promise<Buffer>>();
/** A file is the same for whatever it is drawn: it is made once. */
function keep(name: string, make: () => Buffer | Promise<Buffer>): Promise<Buffer> {
  const bytes = made.get(name) ?? Promise.resolve(make());
  made.set(name, bytes);
  return bytes;
}
const toWide = (height: number) =>
  keep(`20000 by ${height}`, () => create(20_000, height).png().toBuffer());

/** All that is drawn of what people send, by what it is for. */
const kinds = ['evidence', 'logo', 'article', 'leagueLogo', 'stored'] as const;

async function draw(kind: (typeof kinds)[number], bytes: Uint8Array): Promise<Picture[]> {
  const drawn: Record<string, Picture | string> = { ...(await drawings[kind](bytes)) };
  return Object.values(drawn).flatMap((one) => (typeof one === 'string' ? [] : [one]));
}

describe.each(kinds)('drawn for %s', (kind) => {
  it.each(files)('%s leaves its picture alone', async (name, make) => {
    const bytes = await keep(name, make);
    expect(findKind(bytes)).toEqual({ kind: 'image' });
    const drawn = await draw(kind, bytes);
    expect(drawn).not.toHaveLength(0);
    for (const { bytes: left } of drawn) {
      const text = left.toString('latin1');
      expect(text).not.toContain('alert');
      expect(text).not.toContain('PK\x05\x06');
      const { exif, xmp, comments, width = 0, height = 0 } = await sharp(left).metadata();
      expect({ exif, xmp, comments }).toEqual({
        exif: undefined,
        xmp: undefined,
        comments: undefined,
      });
      expect(Math.max(width, height)).toBeLessThanOrEqual(2560);
    }
  });

  it('twenty thousand pixels wide is drawn small, and refused with more than forty million', async () => {
    const wide = await toWide(2000);
    await expect(draw(kind, await toWide(2001))).rejects.toMatchObject({
      code: 'picture_too_large',
    });
    const drawn = await draw(kind, wide);
    const limit = kind === 'stored' ? 20_000 : 2560;
    expect(drawn.every(({ width }) => width <= limit)).toBe(true);
  });

  it.each([20_000, 30_000])(
    'a small file of %i pixels a side is refused before it is drawn',
    async (side) => {
      const bomb = await keep(`bomb of ${side}`, () => createBomb(side));
      expect(bomb.length).toBeLessThan(200_000);
      await expect(draw(kind, bomb)).rejects.toMatchObject({ code: 'picture_too_large' });
    },
  );
});
