/** What a file that people send may be. Pictures are drawn anew, the rest is only ever handed out to be saved. */
export type FileKind = { kind: 'image' } | { kind: 'demo'; mediaType: string; ending: string };

/** What the league's public file is kept as, and nothing else is. */
export const publicMediaType = 'application/vnd.muster.public+zip';

interface Signature {
  at?: number;
  starts: string | readonly number[];
  is: FileKind;
}

const image: FileKind = { kind: 'image' };
const toDemo = (ending: string, mediaType = 'application/octet-stream'): FileKind => ({
  kind: 'demo',
  mediaType,
  ending,
});

/** By the first bytes; what a name or a header says of a file counts for nothing. */
const signatures: readonly Signature[] = [
  { starts: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], is: image },
  { starts: [0xff, 0xd8, 0xff], is: image },
  { starts: 'GIF87a', is: image },
  { starts: 'GIF89a', is: image },
  { at: 8, starts: 'WEBP', is: image },
  { at: 4, starts: 'ftypavif', is: image },
  { at: 4, starts: 'ftypavis', is: image },
  { starts: 'HL2DEMO\0', is: toDemo('dem') },
  { starts: 'PBDEMS2\0', is: toDemo('dem') },
  { starts: [0x50, 0x4b, 0x03, 0x04], is: toDemo('zip', 'application/zip') },
  { starts: [0x1f, 0x8b], is: toDemo('gz', 'application/gzip') },
  { starts: 'BZh', is: toDemo('bz2', 'application/x-bzip2') },
  { starts: [0x28, 0xb5, 0x2f, 0xfd], is: toDemo('zst', 'application/zstd') },
  { starts: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], is: toDemo('7z', 'application/x-7z-compressed') },
  { starts: 'Rar!', is: toDemo('rar', 'application/vnd.rar') },
];

/** As many bytes as `findKind` looks at. */
export const headBytes = 16;

/** What the first bytes of a file say that it is; null for what is not taken. */
export function findKind(head: Uint8Array): FileKind | null {
  const found = signatures.find(({ at = 0, starts }) => {
    const bytes = typeof starts === 'string' ? [...Buffer.from(starts, 'latin1')] : starts;
    return bytes.every((byte, place) => head[at + place] === byte);
  });
  return found?.is ?? null;
}

const nameLength = 100;

/**
 * A file's name as it is shown and saved under: without folders, without what steers a terminal or turns
 * the writing round, and with the ending that belongs to its content.
 */
export function toFileName(
  given: string,
  { ending, fallback }: { ending: string; fallback: string },
): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"<>:|?*]/gu, '')
    .trim()
    .replace(/^\.+/, '');
  const stem = plain
    .replace(/\.[^.]{0,12}$/, '')
    .slice(0, nameLength)
    .trim();
  // Half of a pair may be left where the cut fell.
  const whole = stem.isWellFormed() ? stem : stem.slice(0, -1);
  return `${whole === '' ? fallback : whole}.${ending}`;
}
