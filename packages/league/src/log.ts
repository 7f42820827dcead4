import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { StreamEvent, StreamKind, StreamName } from './stream.ts';

/** An event's place in its stream. */
export interface EventPlace {
  id: string;
  stream: StreamName;
  sequence: number;
  previous_hash: string;
}

/** One line of the log: an event in its place in its stream. */
export type LeagueEvent<K extends StreamKind = StreamKind> = StreamEvent<K> &
  EventPlace & { hash: string };

/** What the first event of a stream names as its predecessor's hash. */
export const firstPreviousHash = '0'.repeat(64);

/** Puts an event in its place and closes the line with its hash. */
export function sealEvent<K extends StreamKind>(
  draft: StreamEvent<K>,
  place: EventPlace,
): LeagueEvent<K> {
  const line = {
    id: place.id,
    stream: place.stream,
    sequence: place.sequence,
    ladder_id: draft.ladder_id,
    match_id: draft.match_id,
    type: draft.type,
    version: draft.version,
    actor_id: draft.actor_id,
    at: draft.at,
    data: draft.data,
    previous_hash: place.previous_hash,
  };
  return { ...line, hash: toHash(toCanonicalJson(line)) } as LeagueEvent<K>;
}

/** Lower-case hex SHA-256 of a text's UTF-8 bytes. */
export function toHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** RFC 8785: members sorted by UTF-16 code units, numbers and strings as ECMAScript writes them. */
export function toCanonicalJson(value: unknown): string {
  if (typeof value === 'string') {
    return toCanonicalString(value);
  }
  if (value === null || typeof value === 'boolean') {
    return String(value);
  }
  if (typeof value === 'number') {
    return toCanonicalNumber(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(toCanonicalJson).join(',')}]`;
  }
  if (typeof value !== 'object') {
    throw new TypeError(`Not JSON: ${typeof value}`);
  }
  const members = value as Record<string, unknown>;
  let text = '';
  for (const name of Object.keys(members).sort()) {
    const member = members[name];
    if (member === undefined) {
      continue;
    }
    text += `${text === '' ? '' : ','}${toCanonicalString(name)}:${toCanonicalJson(member)}`;
  }
  return `{${text}}`;
}

/** Printable ASCII but `"` and `\`: most of what a log holds, and written as it stands. */
const asItStands = /^[ !#-[\]-~]*$/;

function toCanonicalString(text: string): string {
  if (asItStands.test(text)) {
    return `"${text}"`;
  }
  if (!text.isWellFormed()) {
    throw new TypeError('A lone surrogate has no canonical form');
  }
  return JSON.stringify(text);
}

function toCanonicalNumber(number: number): string {
  if (!Number.isFinite(number)) {
    throw new TypeError('Not a JSON number');
  }
  return JSON.stringify(number);
}

/** The first place where a stream does not hold, and what is wrong there. */
export interface ChainFault {
  stream: string;
  sequence: number;
  fault: 'sequence' | 'previous_hash' | 'hash' | 'time';
}

export type LoggedLine = Pick<
  LeagueEvent,
  'stream' | 'sequence' | 'previous_hash' | 'hash' | 'at'
> & {
  withheld?: true;
};

/** A line whose content waits for the result: its hash stays in the chain, and can be checked once it is shown. */
export type WithheldLine = Omit<LeagueEvent, 'data'> & { data: null; withheld: true };

/** A line as the public log shows it: lineups only after the match has ended. */
export function toPublicLine(
  event: LeagueEvent,
  isMatchOver: (matchId: string) => boolean,
): LeagueEvent | WithheldLine {
  const isSecret = event.type === 'checked_in' && !isMatchOver(event.match_id ?? '');
  return isSecret ? { ...event, data: null, withheld: true } : event;
}

/**
 * Checks one line against the line before it; null when it holds. Of a withheld line only its place in the
 * chain. `hashText` may be a faster SHA-256 than this package's own, which runs everywhere.
 */
export function findChainFault(
  line: LoggedLine,
  previous: LoggedLine | null,
  hashText: (text: string) => string = toHash,
): ChainFault | null {
  const { hash, withheld, ...content } = line;
  const place = { stream: line.stream, sequence: line.sequence };
  if (line.sequence !== (previous?.sequence ?? 0) + 1) {
    return { ...place, fault: 'sequence' };
  }
  if (line.previous_hash !== (previous?.hash ?? firstPreviousHash)) {
    return { ...place, fault: 'previous_hash' };
  }
  if (!withheld && hashText(toCanonicalJson(content)) !== hash) {
    return { ...place, fault: 'hash' };
  }
  if (previous && line.at < previous.at) {
    return { ...place, fault: 'time' };
  }
  return null;
}
