import { findDamage } from '@muster/database';
import { FileFault } from '../league-file/file-fault.ts';

/** What went wrong, in words that hold neither a path nor a secret. */
export function toFailure(error: unknown): string {
  if (error instanceof FileFault) {
    return error.message;
  }
  const damage = findDamage(error);
  if (damage !== null) {
    return `the database’s files are damaged: ${damage}`;
  }
  return error instanceof Error && 'code' in error ? String(error.code) : 'see the server’s log';
}
