import type pg from 'pg';
import { scanStatements } from './scan-statements.ts';

/**
 * Stands in the place of the hash of a file that no transaction holds while it runs: whoever finds it knows that the
 * file may have been applied in part or whole, and that what is there of it is its own.
 */
export const underWay = 'under way';

const building =
  /^create (?:unique )?index concurrently (?:if not exists )?(?!on )([\w$]+) on (?:only )?([\w$]+(?: \. [\w$]+)?) /;
const dropping = /^drop index concurrently (?:if exists )?([\w$]+(?: \. [\w$]+)?)(?: |$)/;

/** A name as PostgreSQL reads it, of words that were parted. */
const toName = (words: string) => words.replaceAll(' ', '');

/** Whether an index that is built outside of a transaction has a name by which what a killed process left of it is found. */
export function namesItsIndex(words: string): boolean {
  return !/^create (unique )?index /.test(words) || building.test(words);
}

/**
 * Takes away what an earlier run of the file has left, so that it can run again; false where that run had come to
 * its end and nothing is left to do. What else runs outside of a transaction may run twice.
 */
export async function takeBack(client: pg.Client, sql: string): Promise<boolean> {
  const [{ words } = { words: '' }] = scanStatements(sql).statements;
  const [, index, table] = building.exec(words) ?? [];
  if (index !== undefined && table !== undefined) {
    await dropIndex(client, index, toName(table));
    return true;
  }
  const [, dropped] = dropping.exec(words) ?? [];
  return dropped === undefined || (await isThere(client, toName(dropped)));
}

/** Built to the end or not: which of the two, only PostgreSQL's own catalogue says, and of neither who built it. */
async function dropIndex(client: pg.Client, index: string, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select i.oid::regclass::text as name
     from pg_catalog.pg_class t join pg_catalog.pg_class i on i.relnamespace = t.relnamespace
     where t.oid = to_regclass($1) and i.relname = $2 and i.relkind = 'i'`,
    [table, index],
  );
  for (const { name } of rows) {
    await client.query(`drop index concurrently ${name}`);
  }
}

async function isThere(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>(
    'select to_regclass($1) is not null as is_there',
    [name],
  );
  return rows[0]?.is_there === true;
}

/** The same within a transaction that nobody else is in the way of: what it builds or drops is there when that commits. */
export function toPlainIndex(sql: string): string {
  return sql.replace(/\b((?:create|create\s+unique|drop)\s+index)\s+concurrently\b/i, '$1');
}
