import type { Database, Transaction } from '@muster/database';
import type { AuthError } from './errors.ts';

/** A failure whose transaction must be kept all the same, such as the revocation of a stolen family. */
export class KeptFailure {
  readonly error: AuthError;

  constructor(error: AuthError) {
    this.error = error;
  }
}

const UNIQUE_VIOLATION = '23505';
/** Each time somebody else has made what was asked for, so the next finds it: an account, then an identity. */
const ATTEMPTS = 4;

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
      if (attempt === ATTEMPTS || !isBeaten(thrown)) throw thrown;
    }
  }
}

/** Whether a row could not be made since it is there already; a refusal made of that has it as its cause. */
function isBeaten(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return ('code' in thrown && thrown.code === UNIQUE_VIOLATION) || isBeaten(thrown.cause);
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
