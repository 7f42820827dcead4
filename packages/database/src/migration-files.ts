import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { namesItsIndex } from './migrate-alone.ts';
import { scanStatements } from './scan-statements.ts';

/** A folder of migrations; its label tells its files from another folder's of the same name. */
export interface MigrationFolder {
  label: string;
  path: string;
  /** The names that count, as if no other file were there; all unless given. */
  only?: readonly string[];
}

export interface MigrationFile {
  folder: string;
  name: string;
  sql: string;
  sha256: string;
  /** What it was before it was mended, where that comes to the same: each hash stands in a line of its own. */
  formerly: readonly string[];
  /** It holds one statement that PostgreSQL refuses inside a transaction, so it runs by itself. */
  runsAlone: boolean;
  /** Its first line says so: what it does has no part in what the files after it do, where these are applied already. */
  mayComeLate: boolean;
}

type MigrationErrorCode =
  | 'migration_unreadable'
  | 'migration_changed'
  | 'migration_missing'
  | 'migration_out_of_order'
  | 'migration_not_sql'
  | 'migration_failed'
  | 'migration_busy'
  | 'migration_without_session';

/** A migration was refused or failed; the message names the file, and the line where there is one. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly code: MigrationErrorCode;

  constructor(code: MigrationErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const standsAlone =
  /^(create (unique )?index concurrently|drop index concurrently|reindex .*\bconcurrently|vacuum|alter system|create database|drop database)\b/;
const mended = /^-- Formerly ([0-9a-f]{64}):/gm;
const late = /^-- May come late\b/;
const transactionControl =
  /^(begin|start transaction|commit|end|rollback|abort|savepoint|release|prepare transaction)\b/;
const copyFromClient = /^copy .*\bfrom stdin\b/;

/** Reads a folder's `.sql` files in the order of their names. A folder that is not there holds none. */
export async function listMigrationFiles(folder: MigrationFolder): Promise<MigrationFile[]> {
  let names: string[];
  try {
    names = await readdir(folder.path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return [];
    }
    throw new MigrationError('migration_unreadable', `Cannot read migrations in ${folder.path}.`, {
      cause: error,
    });
  }
  const sqlNames = names
    .filter((name) => name.endsWith('.sql') && folder.only?.includes(name) !== false)
    .sort();
  return Promise.all(sqlNames.map((name) => readMigrationFile(folder, name)));
}

async function readMigrationFile(folder: MigrationFolder, name: string): Promise<MigrationFile> {
  const bytes = await readFile(join(folder.path, name));
  const sql = bytes.toString('utf8');
  // A checkout on Windows may change the ends of lines, which is no change of the migration.
  const sha256 = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
  const runsAlone = requirePlainSql(name, sql);
  const mayComeLate = late.test(sql);
  const formerly = [...sql.matchAll(mended)].map(([, hash = '']) => hash);
  return { folder: folder.label, name, sql, sha256, formerly, runsAlone, mayComeLate };
}

/** Refuses what only psql understands or what would end our transaction; tells whether the file runs alone. */
function requirePlainSql(name: string, sql: string): boolean {
  const { statements, metaCommands } = scanStatements(sql);
  const [meta] = metaCommands;
  if (meta) {
    throw refuse(name, meta.line, `psql commands are not SQL and are not run here: ${meta.text}`);
  }
  for (const { words, line } of statements) {
    if (copyFromClient.test(words)) {
      throw refuse(name, line, 'COPY … FROM STDIN needs psql; write INSERT statements instead.');
    }
    if (transactionControl.test(words)) {
      throw refuse(
        name,
        line,
        'each file is one transaction already; it may not begin or end one.',
      );
    }
  }
  const alone = statements.find(({ words }) => standsAlone.test(words));
  if (alone && statements.length > 1) {
    throw refuse(
      name,
      alone.line,
      'this statement cannot run in a transaction; give it a file of its own.',
    );
  }
  if (alone && !namesItsIndex(alone.words)) {
    throw refuse(
      name,
      alone.line,
      'an index that is built outside of a transaction needs a name without quotes, so that what a killed start left of it is found.',
    );
  }
  return alone !== undefined;
}

function refuse(name: string, line: number, reason: string): MigrationError {
  return new MigrationError('migration_not_sql', `${name}:${line}: ${reason}`);
}
