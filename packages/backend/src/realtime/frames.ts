import { isUtf8 } from 'node:buffer';

/** One message of Phoenix's channel protocol, as Supabase's realtime service speaks it. */
export interface Frame {
  topic: string;
  event: string;
  payload: Readonly<Record<string, unknown>>;
  ref: string | null;
  joinRef: string | null;
  /** What a binary frame carries, as it came: handing it on must change no number in it. */
  body?: UserBody;
}

/** What somebody broadcasts: the bytes of a JSON value, or bytes that mean something to its readers alone. */
export interface UserBody {
  isJson: boolean;
  bytes: Buffer;
}

/** 1.0.0 sends objects, 2.0.0 arrays and, for a client's broadcasts, binary frames. */
export type ProtocolVersion = '1.0.0' | '2.0.0';

/** The kind of a binary frame that a client sends. */
const userBroadcastPush = 3;
const userBroadcastPushHeader = 7;
/** The kind of the binary frame in which others get it. */
const userBroadcast = 4;
const jsonEncoding = 1;
const binaryEncoding = 0;
/** A binary frame says each size in one byte. */
const maxSize = 255;

/** Far more than any topic, event or reference of ours or of the official clients has. */
export const maxTopicLength = 255;
const maxRefLength = 64;
/** The largest message that is taken, and so the largest that anybody gets. */
export const maxBodyBytes = 64 * 1024;

/** Reads a text frame; null for what is none. */
export function decodeText(version: ProtocolVersion, text: string): Frame | null {
  const parsed = parseJson(text);
  if (version === '1.0.0') {
    return isRecord(parsed) ? toFrame(parsed) : null;
  }
  if (!Array.isArray(parsed)) {
    return null;
  }
  const [join_ref, ref, topic, event, payload] = parsed;
  return toFrame({ join_ref, ref, topic, event, payload });
}

/** Reads the binary form of a client's broadcast: a header of sizes, the strings, the person's payload. */
export function decodeBinary(bytes: Buffer): Frame | null {
  if (bytes.length < userBroadcastPushHeader || bytes[0] !== userBroadcastPush) {
    return null;
  }
  let offset = userBroadcastPushHeader;
  const take = (index: number): string => {
    const end = offset + (bytes[index] ?? 0);
    const text = bytes.toString('utf8', offset, end);
    offset = end;
    return text;
  };
  const [joinRef, ref, topic, event] = [take(1), take(2), take(3), take(4)];
  take(5);
  if (offset > bytes.length) {
    return null;
  }
  const body: UserBody = { isJson: bytes[6] === jsonEncoding, bytes: bytes.subarray(offset) };
  if (body.isJson && !isJson(body.bytes)) {
    return null;
  }
  const frame = toFrame({
    join_ref: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: { type: 'broadcast', event },
  });
  return frame && { ...frame, body };
}

/** Whether bytes are one JSON value, which may stand in a frame as they are. */
export function isJson(bytes: Buffer): boolean {
  return isUtf8(bytes) && parseJson(bytes.toString('utf8')) !== undefined;
}

/** Writes the binary form of somebody's broadcast; null where a name is too long for it. */
export function encodeUserBroadcast(
  topic: string,
  event: string,
  { isJson: isText, bytes }: UserBody,
  meta: object | null = null,
): Buffer | null {
  const names = [topic, event, meta === null ? '' : JSON.stringify(meta)].map((text) =>
    Buffer.from(text),
  );
  const sizes = names.map(({ length }) => length);
  if (Math.max(...sizes) > maxSize) {
    return null;
  }
  const encoding = isText ? jsonEncoding : binaryEncoding;
  return Buffer.concat([Buffer.from([userBroadcast, ...sizes, encoding]), ...names, bytes]);
}

/** Writes a frame; both versions take text for what a server sends. */
export function encode(version: ProtocolVersion, frame: Frame): string {
  const { topic, event, payload, ref, joinRef } = frame;
  return version === '1.0.0'
    ? JSON.stringify({ topic, event, payload, ref, join_ref: joinRef })
    : JSON.stringify([joinRef, ref, topic, event, payload]);
}

function toFrame(parts: Record<string, unknown>): Frame | null {
  const { topic, event, payload } = parts;
  if (typeof topic !== 'string' || typeof event !== 'string') {
    return null;
  }
  const [ref, joinRef] = [toRef(parts.ref), toRef(parts.join_ref)];
  // What is kept or sent back is bounded here, once for all.
  if (Math.max(topic.length, event.length) > maxTopicLength) {
    return null;
  }
  if (Math.max(ref?.length ?? 0, joinRef?.length ?? 0) > maxRefLength) {
    return null;
  }
  return { topic, event, payload: isRecord(payload) ? payload : {}, ref, joinRef };
}

function toRef(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
