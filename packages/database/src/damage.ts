import pg from 'pg';

/** What a statement met of files that are damaged, and when. */
export interface Damage {
  at: Date;
  /** In PostgreSQL's words, which name the file. */
  words: string;
}

/** Data or an index that is not as it was written, a file that cannot be read, and one that is gone. */
const damaged = new Set(['XX001', 'XX002', '58030', '58P01']);

/**
 * What the database says of its own files where they are damaged, as "invalid page in block 0 of relation
 * "base/5/16384""; null for any other error.
 */
export function findDamage(error: unknown): string | null {
  return error instanceof pg.DatabaseError && damaged.has(error.code ?? '') ? error.message : null;
}
