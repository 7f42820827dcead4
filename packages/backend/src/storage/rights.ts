import type { Database, Transaction } from '@muster/database';
import { toScopeSettings } from '../rest/scoped-transaction.ts';
import type { StorageCaller } from './caller.ts';
import { storageLimits } from './limits.ts';

/** Under whose rights statements run, and in which request. */
export interface Rights {
  /** Runs the work in one transaction; what it throws takes all back. */
  run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
}

/** What policies may ask of a request. */
interface AskedBy {
  method: string;
  path: string;
  headers: Headers;
  /** `storage.object.upload` and the like. */
  operation: string;
  /** What one person may store in all. */
  bytesOfOne: number;
}

const settingsSql = `select num_nulls(
  set_config('search_path', 'storage, public, extensions', true),
  set_config('storage.operation', $1, true),
  set_config('storage.bytes_of_one', $2, true),
  set_config('storage.objects_of_one', $3, true))`;
const boundsSql = `select num_nulls(
  set_config('storage.bytes_of_one', $1, true),
  set_config('storage.objects_of_one', $2, true))`;

const toBounds = (bytesOfOne: number) => [String(bytesOfOne), String(storageLimits.objectsOfOne)];

/** The caller's own rights: their role, their claims, the policies that hold for them. */
export function toCallersRights(
  requests: Database,
  { role, claims }: StorageCaller,
  { operation, bytesOfOne, ...asked }: AskedBy,
): Rights {
  const settings = [
    ...toScopeSettings({ role, claims, ...asked, timezone: null }),
    { text: settingsSql, values: [operation, ...toBounds(bytesOfOne)] },
  ];
  return {
    run: (work) =>
      requests.transaction(
        async (transaction) => {
          const set = settings.map(({ text, values }) => transaction.query(text, values));
          // What the work asks first goes out behind the settings, and is refused where they are.
          const [result] = await Promise.all([work(transaction), ...set]);
          return result;
        },
        { role },
      ),
  };
}

/** The service's own rights, to which no policy applies; what one person may store holds there too. */
export function toOwnRights(database: Database, bytesOfOne: number): Rights {
  return {
    run: (work) =>
      database.transaction(async (transaction) => {
        const set = transaction.query(boundsSql, toBounds(bytesOfOne));
        const [result] = await Promise.all([work(transaction), set]);
        return result;
      }),
  };
}

const undone = new Error('the transaction is undone, its answer is kept');

/** Tries whether the work would be let through, and leaves nothing of it. */
export async function tryOut<T>(
  rights: Rights,
  work: (transaction: Transaction) => Promise<T>,
): Promise<void> {
  try {
    await rights.run(async (transaction) => {
      await work(transaction);
      throw undone;
    });
  } catch (thrown) {
    if (thrown !== undone) {
      throw thrown;
    }
  }
}
