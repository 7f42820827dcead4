import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Queryable } from '@muster/database';

interface Write {
  text: string;
  values: readonly unknown[];
}

/** The writes of one transaction that was committed. */
export type Written = readonly Write[];

/** A statement that writes rows: by itself, behind a `with`, or as a job. */
function isWrite(text: string): boolean {
  return (
    /^\s*(?:insert|update|delete)\b/i.test(text) ||
    /^\s*with\b.*\b(?:insert into|update \w|delete from)\b/is.test(text) ||
    /\badd_job\(/.test(text)
  );
}
const lanes = new AsyncLocalStorage<Written[]>();

/** Collects what the work's transactions write, in the order of their commits. */
export async function recordWrites(work: () => Promise<unknown>): Promise<Written[]> {
  const written: Written[] = [];
  await lanes.run(written, work);
  return written;
}

/** A database that can be put in another's place, and that tells the lane in which it is used what was written. */
export function createRecordingDatabase(getInner: () => Database): Database {
  return {
    get url() {
      return getInner().url;
    },
    get sessions() {
      return getInner().sessions;
    },
    get damage() {
      return getInner().damage;
    },
    query: (text, values) => getInner().query(text, values),
    async transaction(work, options) {
      const writes: Write[] = [];
      const result = await getInner().transaction(
        (transaction) =>
          work({
            query: (text, values = []) => {
              if (isWrite(text)) {
                writes.push({ text, values });
              }
              return transaction.query(text, values);
            },
            notify: (channel, payload) => transaction.notify(channel, payload),
            copyLines: (select, onRows) => transaction.copyLines(select, onRows),
          }),
        options,
      );
      lanes.getStore()?.push(writes);
      return result;
    },
    readAtOnce: (statements, options) => getInner().readAtOnce(statements, options),
    listen: (channel, onPayload) => getInner().listen(channel, onPayload),
    share: (limits) => createRecordingDatabase(() => getInner().share(limits)),
    close: () => getInner().close(),
  };
}

/** Sends the writes again, by themselves. */
export async function writeAgain(target: Queryable, written: Written): Promise<void> {
  for (const { text, values } of written) {
    await target.query(text, values);
  }
}
