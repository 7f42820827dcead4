import type { Database, Transaction } from '@muster/database';
import type { AuthError } from './errors.ts';

/** A failure whose transaction must be kept all the same, such as the revocation of a stolen family. */
export class KeptFailure {
  readonly error: AuthError;

  constructor(error: AuthError) {
    this.error = error;
  }
}

/** Runs a transaction that may end in a failure and still commit: then it returns a `KeptFailure`. */
export async function transactKeeping<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T | KeptFailure>,
): Promise<T> {
  const outcome = await database.transaction(work);
  if (outcome instanceof KeptFailure) throw outcome.error;
  return outcome;
}
