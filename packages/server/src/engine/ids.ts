import { randomBytes } from 'node:crypto';

/** Of the ids made for now, the latest one's millisecond, and how many of it came before. */
let latest = { at: 0, count: 0 };

/** A UUID of version 7 (RFC 9562 §5.7): its first 48 bits are milliseconds, so that ids sort by time. */
export function createId(now?: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now ?? Date.now(), 0, 6);
  const next = now === undefined ? countId(bytes.readUIntBE(0, 6)) : bytes.readUInt16BE(6);
  bytes.writeUInt16BE((next & 0x0fff) | 0x7000, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * How many ids of this millisecond came before (RFC 9562 §6.2, method 1: twelve bits, more than a
 * millisecond has room for), so that what is written in one transaction sorts as it was written.
 */
function countId(at: number): number {
  latest = { at, count: at === latest.at ? latest.count + 1 : 0 };
  return latest.count;
}

/** 128 random bits as 32 hex digits: beside what is hashed, so that nobody finds it by trying. */
export function createSalt(): string {
  return randomBytes(16).toString('hex');
}
