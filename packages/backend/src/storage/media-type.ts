import { invalidMediaType } from './failure.ts';
import { storageLimits } from './limits.ts';

/** As many bytes as `sniff` looks at. */
export const headBytes = 16;

interface Signature {
  at?: number;
  starts: string | readonly number[];
  is: string;
}

/** What content says of itself by its first bytes. */
const signatures: readonly Signature[] = [
  { starts: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], is: 'image/png' },
  { starts: [0xff, 0xd8, 0xff], is: 'image/jpeg' },
  { starts: 'GIF87a', is: 'image/gif' },
  { starts: 'GIF89a', is: 'image/gif' },
  { at: 8, starts: 'WEBP', is: 'image/webp' },
  { at: 4, starts: 'ftypavif', is: 'image/avif' },
  { at: 4, starts: 'ftypavis', is: 'image/avif' },
  { at: 4, starts: 'ftyp', is: 'video/mp4' },
  { starts: [0x1a, 0x45, 0xdf, 0xa3], is: 'video/webm' },
  { starts: 'OggS', is: 'audio/ogg' },
  { starts: 'ID3', is: 'audio/mpeg' },
  { starts: '%PDF-', is: 'application/pdf' },
  { starts: [0x50, 0x4b, 0x03, 0x04], is: 'application/zip' },
  { starts: [0x1f, 0x8b], is: 'application/gzip' },
  { starts: 'MZ', is: 'application/x-msdownload' },
  { starts: [0x7f, 0x45, 0x4c, 0x46], is: 'application/x-elf' },
];

/** What the first bytes say that content is; null for what has no sign, as text. */
export function sniff(head: Uint8Array): string | null {
  const found = signatures.find(({ at = 0, starts }) => {
    const bytes = typeof starts === 'string' ? [...Buffer.from(starts, 'latin1')] : starts;
    return bytes.every((byte, place) => head[at + place] === byte);
  });
  return found?.is ?? null;
}

const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*(\s*;[\x20-\x7e]*)?$/i;

export function requireMediaType(given: string): string {
  if (given.length > storageLimits.mediaType || !mediaType.test(given)) {
    throw invalidMediaType(given);
  }
  return given;
}

const groupOf = (type: string) => type.split('/')[0]?.toLowerCase();
/** Container formats hold sound as well as pictures. */
const groups: Readonly<Record<string, string>> = { audio: 'recording', video: 'recording' };
const toGroup = (type: string) => groups[groupOf(type) ?? ''] ?? groupOf(type);
/** What always has a sign that is known here: pictures but those that are text. */
const isRecognised = (type: string) =>
  /^image\/(png|jpe?g|gif|webp|avif)$/i.test(type.split(';')[0]?.trim() ?? '');

/**
 * Refuses what a bucket does not take. The type that the sender names must be one of the bucket's, as on hosted
 * Supabase, and the content must be of that group: a program or a text is no picture, whatever its sender
 * says. A jpeg that calls itself a png passes, as it does there.
 */
export function requireAllowed(
  declared: string,
  head: Uint8Array,
  allowed: readonly string[] | null,
): void {
  if (allowed === null || allowed.length === 0) {
    return;
  }
  const [type = '', subtype = ''] = declared.split('/');
  const isAllowed = allowed.some((one) => {
    const [allowedType, allowedSubtype] = one.split('/');
    return one === '*' || (allowedType === type && ['*', subtype].includes(allowedSubtype ?? ''));
  });
  const found = sniff(head);
  const isOther = found === null ? isRecognised(declared) : toGroup(found) !== toGroup(declared);
  if (!isAllowed || isOther) {
    throw invalidMediaType(isAllowed ? (found ?? 'text/plain') : declared);
  }
}
