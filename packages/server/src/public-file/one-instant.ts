import type { Database, Statement, Transaction } from '@muster/database';

/** Statements are asked again for each language of a page; what they gave is kept until the page is done. */
export interface InstantView {
  database: Database;
  /** Forgets what was asked for the last page. */
  forget(): void;
}

const refuse = () => {
  throw new Error('What is written out is only read.');
};

/** A transaction's one instant as the database that pages read, where the same question is asked once a page. */
export function viewInstant(transaction: Transaction): InstantView {
  const asked = new Map<string, Promise<unknown[]>>();
  const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const key = JSON.stringify([text, values]);
    const rows = asked.get(key) ?? transaction.query(text, values);
    asked.set(key, rows);
    // Whoever made the page before may have changed what it got.
    return structuredClone(await rows) as Row[];
  };
  const readAtOnce = async <Row>(statements: readonly Statement[]): Promise<Row[][]> => {
    const all: Row[][] = [];
    for (const { text, values } of statements) {
      all.push(await query<Row>(text, values));
    }
    return all;
  };
  const database: Database = {
    url: '',
    sessions: 'own',
    damage: null,
    query,
    readAtOnce,
    transaction: (work) => work({ query, notify: refuse, copyLines: refuse }),
    listen: refuse,
    share: () => database,
    close: refuse,
  };
  return { database, forget: () => asked.clear() };
}
