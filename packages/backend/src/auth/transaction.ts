import type { Database, Transaction } from '@muster/database';
import type { AuthError } from './errors.ts';

/** A failure whose transaction must be kept all the same, such as the revocation of a stolen family. */
export class KeptFailure {
  readonly error: AuthError;

  constructor(error: AuthError) {
    this.error = error;
  }
}

/** unique_violation; serialization_failure and deadlock_detected, of which PostgreSQL gives up one and lets the others go on. */
const beaten = new Set(['23505', '40001', '40P01']);
/** Each time somebody else has come further: an account is there, then an identity, then what hangs on both. */
const attempts = 8;

/**
 * Does again, from its beginning, what failed because somebody made the same at the same moment: of two
 * who come with one new identity, or sign up with one address, the second finds what the first has made
 * and hears what they would have heard a moment later. `work` must do all that it does in a transaction.
 */
export async function retryBeaten<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (thrown) {
      if (attempt === attempts || !isBeaten(thrown)) {
        throw thrown;
      }
    }
  }
}

/** Whether somebody else was first: a row is there already, or a lock was theirs. A refusal made of that has it as its cause. */
function isBeaten(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) {
    return false;
  }
  return ('code' in thrown && beaten.has(String(thrown.code))) || isBeaten(thrown.cause);
}

/** Runs a transaction that may end in a failure and still commit: then it returns a `KeptFailure`. */
export async function transactKeeping<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T | KeptFailure>,
): Promise<T> {
  const outcome = await database.transaction(work);
  if (outcome instanceof KeptFailure) {
    throw outcome.error;
  }
  return outcome;
}
