import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const smallest = 860;
/** The lightest brotli: a page takes a tenth of a millisecond, and is smaller than gzip makes it. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** A text in the form that the browser takes, with the headers that say so. */
export function compress(
  text: string,
  request: Request,
  headers: Headers,
): Uint8Array<ArrayBuffer> | string {
  headers.append('Vary', 'Accept-Encoding');
  const accepted = request.headers.get('accept-encoding') ?? '';
  if (text.length < smallest) return text;
  if (/\bbr\b/.test(accepted)) {
    headers.set('Content-Encoding', 'br');
    return new Uint8Array(brotliCompressSync(text, brotliOptions));
  }
  if (/\bgzip\b/.test(accepted)) {
    headers.set('Content-Encoding', 'gzip');
    return new Uint8Array(gzipSync(text, { level: 4 }));
  }
  return text;
}
