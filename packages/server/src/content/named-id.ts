import { createHash } from 'node:crypto';

/**
 * An id that follows from a name, so that every league's ladder of one name has the same id
 * (UUID version 8, RFC 9562 §5.8: SHA-256 of the name).
 */
export function toNamedId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
