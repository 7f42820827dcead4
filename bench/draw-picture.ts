import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const width = 4000;
const height = 3000;

function toChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** A picture of twelve million pixels and some 3 MB, as a phone takes them: a PNG of grey noise in four steps. */
export function drawPicture(): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Two bits a pixel, grey.
  head.set([2, 0, 0, 0, 0], 8);
  const line = 1 + width / 4;
  const pixels = randomBytes(line * height);
  // Each line begins with the name of its filter: none.
  for (let place = 0; place < pixels.length; place += line) {
    pixels[place] = 0;
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    toChunk('IHDR', head),
    toChunk('IDAT', deflateSync(pixels, { level: 1 })),
    toChunk('IEND', Buffer.alloc(0)),
  ]);
}
