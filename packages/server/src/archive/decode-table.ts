/** How the text of a file was written down. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** So much of a file is looked at to see whether every second byte of it is empty. */
const lookedAt = 2000;

function findMark(bytes: Uint8Array): Encoding | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return 'utf-8';
  }
  if (first === 0xff && second === 0xfe) {
    return 'utf-16le';
  }
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** A table in UTF-16 without its mark: nearly all of its characters have an empty half. */
function findWide(bytes: Uint8Array): Encoding | null {
  const head = bytes.subarray(0, lookedAt);
  const empty = [0, 0];
  for (const [index, byte] of head.entries()) {
    if (byte === 0) {
      empty[index % 2] = (empty[index % 2] ?? 0) + 1;
    }
  }
  const most = head.length / 4;
  const [even = 0, odd = 0] = empty;
  if (odd > most && even < odd / 10) {
    return 'utf-16le';
  }
  return even > most && odd < even / 10 ? 'utf-16be' : null;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The text of a file and how it was written: by its mark, by its empty bytes, as UTF-8 where it is that, else as Windows writes it in the West. */
export function decodeTable(bytes: Uint8Array): { encoding: Encoding; text: string } {
  const encoding = findMark(bytes) ?? findWide(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
  return { encoding, text: new TextDecoder(encoding).decode(bytes) };
}
