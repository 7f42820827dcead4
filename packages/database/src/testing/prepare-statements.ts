import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scanStatements } from '../scan-statements.ts';
import type { Database } from '../types.ts';
import { withMigratedDatabase } from './migrated-database.ts';

/** What PostgreSQL can prepare; it checks what they name, and that types and functions fit. */
const preparable = /^\s*(?:--[^\n]*\n\s*)*\(?(?:select|insert|update|delete|merge|with|values)\b/i;

function readNoted(folder: string): string[] {
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').split('\n'),
  );
  // Written by `note-statements.ts`.
  const texts = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as string);
  return [...new Set(texts)]
    .filter((text) => preparable.test(text) && scanStatements(text).statements.length === 1)
    .sort();
}

/** A statement with the types of its parameters. @throws where it can't be prepared. */
function prepare(database: Database, text: string): Promise<string> {
  return database.transaction(async (transaction) => {
    await transaction.query(`prepare noted as ${text}`);
    const [row] = await transaction.query<{ types: string }>(
      `select parameter_types::text as types from pg_prepared_statements where name = 'noted'`,
    );
    await transaction.query('deallocate noted');
    return `${row?.types} ${JSON.stringify(text)}`;
  });
}

/**
 * Prints those of the statements noted in the folder that is its argument which the PostgreSQL that is embedded, or that
 * of TEST_POSTGRES_BIN, can prepare. CI compares what it prints for the oldest and the newest supported version.
 */
const [folder = ''] = process.argv.slice(2);
await withMigratedDatabase(async (database) => {
  for (const text of readNoted(folder)) {
    // Of a test's own tables, say, which no version has here: what one takes and the other does not is seen by comparing.
    const line = await prepare(database, text).catch(() => '');
    process.stdout.write(`${line}\n`);
  }
});
