import type { UserBody } from '../frames.ts';
import type { NamedChannel, PresenceChange, TrackedPresence } from '../presences.ts';

/** The NOTIFY channel between the processes of one database, on which the database speaks too. */
export const exchangeChannel = 'muster_realtime';

/** What somebody broadcasts: a body, or the whole payload of a frame that came as text. */
export type Broadcast = NamedChannel & {
  kind: 'broadcast';
  event: string;
  form: 'json' | 'bytes' | 'frame';
  bytes: Buffer;
};

/** What a process tells all others. */
export type Said =
  /** Has just come, or has missed something: who is there says so, and who is present with them. */
  | { kind: 'hello' }
  /** With how many broadcasts it has sent: who was away knows by it whether one was missed. */
  | { kind: 'beat'; spoken: number | null }
  | { kind: 'bye' }
  /** Between the two comes everybody who is present with the process; who is not named is there no longer. */
  | { kind: 'state' }
  | { kind: 'stated' }
  /** A broadcast that concerns nobody here, and counts all the same. */
  | { kind: 'other' }
  | PresenceChange
  | Broadcast;

/** Something said, by which process and as its how many-th. */
export interface Notice {
  from: string;
  count: number;
  said: Said;
}

/** What is too long for a notification: it lies in a row. */
export interface Parcel {
  from: string;
  count: number;
  parcel: string;
  /** Whom it concerns, so that a process without listeners need not read it; empty: everybody. */
  key: string;
}

/** What the database says on a channel; a longer message lies in its row of `realtime.messages`. */
export interface DatabaseMessage {
  topic: string;
  isPrivate: boolean;
  event: string;
  id: string;
  insertedAt: string;
  body: UserBody | null;
}

/** That the database said more on a topic than it tells of. */
export interface LostMessages {
  topic: string;
  isPrivate: boolean;
  isLost: true;
}

/** What a process says to itself by way of the database, to know what it has heard. */
interface Mark {
  mark: string;
}

export type Heard = Notice | Parcel | DatabaseMessage | LostMessages | Mark;

/** One line of JSON, and the body as it is: numbers in it are nobody's to change. */
export function writeNotice({ from, count, said }: Notice): string {
  const write = (fields: readonly unknown[], body = '') =>
    `${JSON.stringify([from, count, said.kind, ...fields])}\n${body}`;
  switch (said.kind) {
    case 'track':
      return write([said.key, said.topic, said.instead], JSON.stringify(said.present));
    case 'untrack':
      return write([said.key, said.topic, said.ref]);
    case 'broadcast': {
      const { key, topic, event, form, bytes } = said;
      const encoding = form === 'bytes' ? 'base64' : 'utf8';
      return write([key, topic, event, form], bytes.toString(encoding));
    }
    case 'beat':
      return write([said.spoken]);
    default:
      return write([]);
  }
}

export function writeMark(mark: string): string {
  return `${JSON.stringify(['', 0, 'mark', mark])}\n`;
}

export function writeParcel({ from, count, parcel, key }: Parcel): string {
  return `${JSON.stringify([from, count, 'parcel', parcel, key])}\n`;
}

/** Reads what came on the channel; throws on what none of ours has written. */
export function parseNotice(payload: string): Heard {
  const end = payload.indexOf('\n');
  const head: unknown = JSON.parse(payload.slice(0, Math.max(end, 0)));
  const body = payload.slice(end + 1);
  if (!Array.isArray(head)) {
    throw unreadable(payload);
  }
  const [from, count, kind, ...fields]: unknown[] = head;
  if (typeof from !== 'string' || typeof count !== 'number') {
    throw unreadable(payload);
  }
  if (kind === 'message' || kind === 'lost') {
    return readOfDatabase(kind, fields, body);
  }
  const [first = '', second = ''] = fields.map(String);
  if (kind === 'mark') {
    return { mark: first };
  }
  if (kind === 'parcel') {
    return { from, count, parcel: first, key: second };
  }
  return { from, count, said: readSaid(kind, fields, body) ?? throwOn(payload) };
}

function readSaid(kind: unknown, fields: readonly unknown[], body: string): Said | null {
  const [key = '', topic = '', third = ''] = fields.map(String);
  switch (kind) {
    case 'beat':
      return { kind, spoken: typeof fields[0] === 'number' ? fields[0] : null };
    case 'hello':
    case 'bye':
    case 'state':
    case 'stated':
      return { kind };
    case 'track':
      return {
        ...{ kind, key, topic, present: JSON.parse(body) as TrackedPresence[] },
        instead: fields[2] === null ? null : third,
      };
    case 'untrack':
      return { kind, key, topic, ref: third };
    case 'broadcast': {
      const form = fields[3] === 'bytes' || fields[3] === 'frame' ? fields[3] : 'json';
      return { kind, key, topic, event: third, form, bytes: toBytes(body, form !== 'bytes') };
    }
    default:
      return null;
  }
}

function readOfDatabase(
  kind: 'message' | 'lost',
  fields: readonly unknown[],
  text: string,
): DatabaseMessage | LostMessages {
  const [topic = '', , event = '', form = '', id = '', insertedAt = ''] = fields.map(String);
  const isPrivate = fields[1] === true;
  if (kind === 'lost') {
    return { topic, isPrivate, isLost: true };
  }
  const isJson = form === 'json';
  const body = form === 'row' ? null : { isJson, bytes: toBytes(text, isJson) };
  return { topic, isPrivate, event, id, insertedAt, body };
}

function toBytes(body: string, isText: boolean): Buffer {
  return Buffer.from(body, isText ? 'utf8' : 'base64');
}

function throwOn(payload: string): never {
  throw unreadable(payload);
}

function unreadable(payload: string): Error {
  return new Error(
    `a notice on ${exchangeChannel} is none of the service's: ${payload.slice(0, 100)}`,
  );
}
