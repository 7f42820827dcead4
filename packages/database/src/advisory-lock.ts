import type { Database, Transaction } from './types.ts';

const key = 'hashtextextended($1, 0)';

/**
 * Runs the work in a transaction that holds the lock of that name, waiting for it if need be.
 * The lock is let go when the transaction ends, however it ends.
 */
export function withAdvisoryLock<T>(
  database: Database,
  name: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(async (transaction) => {
    await transaction.query(`select pg_advisory_xact_lock(${key})`, [name]);
    return work(transaction);
  });
}

/** Like `withAdvisoryLock`, but gives up at once with `undefined` when somebody else holds the lock. */
export function tryAdvisoryLock<T>(
  database: Database,
  name: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T | undefined> {
  return database.transaction(async (transaction) => {
    const [row] = await transaction.query<{ taken: boolean }>(
      `select pg_try_advisory_xact_lock(${key}) as taken`,
      [name],
    );
    return row?.taken ? work(transaction) : undefined;
  });
}
