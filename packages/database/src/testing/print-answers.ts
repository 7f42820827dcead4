import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCatalogue } from '../describe-catalogue.ts';
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

/** Prepares many at one call. Of a test's own tables, say, which no version has here, there are no types. */
const listTypes = `
  create function pg_temp.list_types(statements text[]) returns setof text language plpgsql as $$
  declare
    statement text;
  begin
    foreach statement in array statements loop
      begin
        execute 'prepare noted as ' || statement;
        return query select parameter_types::text from pg_prepared_statements where name = 'noted';
        deallocate noted;
      exception when others then
        return next null;
      end;
    end loop;
  end $$`;
const atOnce = 500;

/** The statements that can be prepared, a line each, with the types of their parameters. */
function prepare(database: Database, statements: readonly string[]): Promise<string[]> {
  return database.transaction(async (transaction) => {
    await transaction.query(listTypes);
    const lines: string[] = [];
    for (let at = 0; at < statements.length; at += atOnce) {
      const some = statements.slice(at, at + atOnce);
      const rows = await transaction.query<{ types: string | null }>(
        'select types from pg_temp.list_types($1) types',
        [some],
      );
      lines.push(
        ...rows.flatMap(({ types }, place) =>
          types === null ? [] : [`${types} ${JSON.stringify(some[place])}`],
        ),
      );
    }
    return lines;
  });
}

/**
 * Prints what the PostgreSQL that is embedded, or that of TEST_POSTGRES_BIN, makes of us: the catalogue of the
 * migrations, and those of the statements noted in the folder that is its argument which it can prepare. CI compares
 * what it prints for the oldest and the newest supported version.
 */
const [folder = ''] = process.argv.slice(2);
await withMigratedDatabase(async (database) => {
  process.stdout.write(await describeCatalogue(database));
  process.stdout.write((await prepare(database, readNoted(folder))).join('\n'));
});
