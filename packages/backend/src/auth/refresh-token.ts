import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What a refresh token says: of which session it is and how many came before it. */
export interface RefreshToken {
  sessionId: string;
  counter: number;
  signed: Buffer;
  signature: Buffer;
}

const version = 0;
const uuidBytes = 16;
const signatureBytes = 16;
const checksumBytes = 4;
const minimumBytes = 1 + uuidBytes + 1 + signatureBytes + checksumBytes;

/**
 * A refresh token in Supabase's second form: version, session, counter, a signature with the session's
 * own key, and a checksum by which most of what is no token is told without asking the database.
 */
export function encodeRefreshToken(
  key: Buffer,
  input: { sessionId: string; counter: number },
): string {
  const id = Buffer.from(input.sessionId.replaceAll('-', ''), 'hex');
  const signed = Buffer.concat([Buffer.from([version]), id, encodeVarint(input.counter)]);
  const token = Buffer.concat([signed, sign(key, signed)]);
  return Buffer.concat([token, toChecksum(token)]).toString('base64url');
}

/** Null for anything that is not of this form; who signed it is still to be seen. */
export function parseRefreshToken(token: string): RefreshToken | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length < minimumBytes || bytes[0] !== version) {
    return null;
  }
  const content = bytes.subarray(0, -checksumBytes);
  if (!timingSafeEqual(toChecksum(content), bytes.subarray(-checksumBytes))) {
    return null;
  }
  const signed = content.subarray(0, -signatureBytes);
  const counter = decodeVarint(signed.subarray(1 + uuidBytes));
  if (counter === null) {
    return null;
  }
  return {
    sessionId: toUuid(signed.subarray(1, 1 + uuidBytes)),
    counter,
    signed,
    signature: content.subarray(-signatureBytes),
  };
}

export function isSignedBy(key: Buffer, token: RefreshToken): boolean {
  return timingSafeEqual(sign(key, token.signed), token.signature);
}

function sign(key: Buffer, signed: Buffer): Buffer {
  return createHmac('sha256', key).update(signed).digest().subarray(0, signatureBytes);
}

function toChecksum(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest().subarray(0, checksumBytes);
}

function toUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Seven bits a byte, the lowest first; all but the last byte have the eighth set. */
function encodeVarint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Buffer.from([...bytes, rest]);
}

function decodeVarint(bytes: Buffer): number | null {
  const last = bytes.length - 1;
  let value = 0;
  for (const [index, byte] of bytes.entries()) {
    if (index < last !== byte >= 0x80) {
      return null;
    }
    value += (byte % 0x80) * 0x80 ** index;
  }
  return Number.isSafeInteger(value) ? value : null;
}
