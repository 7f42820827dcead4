import type { Database } from '@muster/database';

/** A statement at which a process stands still, to be killed there. */
export interface StopAt {
  /** What the statement has in it, and how many of them are let through before. */
  statement: string;
  after: number;
  /** Whether it is sent first. */
  isSent: boolean;
}

/** The same database, which never answers from that statement on; `onStop` is called when it is come to. */
export function stopping(
  database: Database,
  { statement, after, isSent }: StopAt,
  onStop: () => void,
): Database {
  let left = after;
  const query: Database['query'] = async (text, values) => {
    const isMeant = text.includes(statement);
    if (!isMeant || left > 0) {
      left -= isMeant ? 1 : 0;
      return database.query(text, values);
    }
    if (isSent) {
      await database.query(text, values);
    }
    onStop();
    return new Promise(() => undefined);
  };
  const stopped: Database = new Proxy(database, {
    get(target, key) {
      if (key === 'query') {
        return query;
      }
      if (key === 'share') {
        return () => stopped;
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return stopped;
}
