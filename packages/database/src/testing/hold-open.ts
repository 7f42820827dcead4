import type { Database } from '../types.ts';

/** Runs a statement in a transaction that stays open, and with it what it takes, until it is let go. */
export async function holdOpen(database: Database, sql: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const holding = database.transaction(async (transaction) => {
    await transaction.query(sql);
    held.resolve();
    await letGo.promise;
  });
  await held.promise;
  return async () => {
    letGo.resolve();
    await holding;
  };
}
