/** Which transactions had ended at a moment. */
export interface Snapshot {
  /** As PostgreSQL writes it. */
  text: string;
  /** The first that was still open. */
  first: string;
  /** Whether a transaction's changes were there to be seen at that moment. */
  includes(xid: bigint): boolean;
}

/** Reads the text of a `pg_snapshot`: the first that was still open, the next to come, and those open between. */
export function parseSnapshot(text: string): Snapshot {
  const [first = '', next = '', open = ''] = text.split(':');
  const [xmin, xmax] = [BigInt(first), BigInt(next)];
  const between = new Set(open === '' ? [] : open.split(',').map(BigInt));
  return { text, first, includes: (xid) => xid < xmin || (xid < xmax && !between.has(xid)) };
}
