import type { ByteRange } from './bytes/home.ts';
import { invalidRange } from './failure.ts';

/** What of a file a request is about, by its headers (RFC 9110, 13 and 14). */
interface Version {
  /** With its quotes. */
  eTag: string;
  lastModified: Date;
}

/** What the conditions of a request come to: what is asked for, nothing new (304), or another than meant (412). */
export function judgeConditions(headers: Headers, version: Version): 200 | 304 | 412 {
  const ifMatch = headers.get('if-match');
  const isUnmeant =
    ifMatch === null
      ? isBefore(headers.get('if-unmodified-since'), version.lastModified) === true
      : !names(ifMatch, version.eTag);
  if (isUnmeant) {
    return 412;
  }
  const ifNoneMatch = headers.get('if-none-match');
  const isKnown =
    ifNoneMatch === null
      ? isBefore(headers.get('if-modified-since'), version.lastModified) === false
      : names(ifNoneMatch, version.eTag);
  return isKnown ? 304 : 200;
}

function names(list: string, eTag: string): boolean {
  return list
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === '*' || one === eTag || `"${one}"` === eTag);
}

/** Whether a header's instant, which knows no parts of seconds, lies before; null where it is none. */
function isBefore(header: string | null, instant: Date): boolean | null {
  const given = header === null ? Number.NaN : Date.parse(header);
  return Number.isNaN(given) ? null : given < Math.floor(instant.getTime() / 1000) * 1000;
}

/** The part of a file that a request asks for; null for all of it. Refuses what is no part of it. */
export function parseRange(headers: Headers, size: number, version: Version): ByteRange | null {
  const range = headers.get('range');
  if (range === null || !isStillMeant(headers.get('if-range'), version)) {
    return null;
  }
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  const isPart = (from !== '' || Number(to) > 0) && Number.isSafeInteger(first) && first <= last;
  if (!isPart) {
    throw invalidRange();
  }
  return { first, last };
}

function isStillMeant(ifRange: string | null, { eTag, lastModified }: Version): boolean {
  if (ifRange === null || ifRange === eTag) {
    return true;
  }
  return isBefore(ifRange, lastModified) === false;
}
