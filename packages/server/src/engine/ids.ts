import { randomBytes } from 'node:crypto';

/** A UUID of version 7 (RFC 9562 §5.7): its first 48 bits are milliseconds, so that ids sort by time. */
export function createId(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** 128 random bits as 32 hex digits: beside what is hashed, so that nobody finds it by trying. */
export function createSalt(): string {
  return randomBytes(16).toString('hex');
}
