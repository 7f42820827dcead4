import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { settleSession, toClientConfig } from './client-config.ts';
import { takeBack, toPlainIndex, underWay } from './migrate-alone.ts';
import {
  listMigrationFiles,
  MigrationError,
  type MigrationFile,
  type MigrationFolder,
} from './migration-files.ts';
import { getLineAt } from './scan-statements.ts';
import type { Database, Queryable, Transaction } from './types.ts';

/** What a run of `migrate` did. */
interface MigrationReport {
  /** The names of the files that this run applied, in order. */
  applied: string[];
}

interface AppliedRow {
  folder: string;
  name: string;
  sha256: string;
}

const lock = "hashtextextended('muster.migrations', 0)";
const appliedSql =
  'select folder, name, sha256 from private.migrations order by folder, name collate "C"';
const lockPollMs = 100;
const lockWaitMs = 10 * 60_000;

/**
 * Applies what is new in the folders, in the order given: forward only, one file a transaction,
 * under a lock that lets one process at a time through. A file that was applied and is another one
 * now, or is gone, is refused by name and nothing is applied.
 * Needs a session of its own for the lock, so it refuses where a pooler shares them.
 */
export async function migrate(
  database: Database,
  folders: readonly MigrationFolder[],
): Promise<MigrationReport> {
  if (database.sessions === 'shared') {
    return requireNothingPending(database, folders);
  }
  const files = (await Promise.all(folders.map(listMigrationFiles))).flat();
  const client = new pg.Client(
    toClientConfig({ url: database.url, applicationName: 'muster migrate' }),
  );
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost = error;
  });
  await client.connect();
  try {
    await settleSession(client);
    await takeLock(client);
    await client.query(recordSql);
    const applied = await recordKnown(client, files);
    const pending = selectPending(files, applied, folders);
    for (const file of pending) {
      await applyFile(client, file);
    }
    return { applied: pending.map(({ name }) => name) };
  } catch (error) {
    throw lost ?? error;
  } finally {
    // The lock goes with the connection.
    await client.end().catch(() => undefined);
  }
}

/**
 * Applies what is new in the folders within a transaction that is open: all of it is there once that commits, or
 * nothing. No other process migrates meanwhile.
 */
export async function migrateWithin(
  transaction: Transaction,
  folders: readonly MigrationFolder[],
): Promise<void> {
  const files = (await Promise.all(folders.map(listMigrationFiles))).flat();
  await transaction.query(`select pg_advisory_xact_lock(${lock})`);
  await transaction.query(recordSql);
  const applied = await transaction.query<AppliedRow>(appliedSql);
  for (const file of selectPending(files, applied, folders)) {
    // What a commit would check stands in the way of changes of the same table.
    await transaction.query('set constraints all immediate; set constraints all deferred');
    const sql = file.runsAlone ? toPlainIndex(file.sql) : file.sql;
    await transaction.query(sql).catch((error: unknown) => {
      throw toMigrationError(file, error);
    });
    await transaction.query(recordFileSql, [file.folder, file.name, file.sha256]);
  }
}

async function requireNothingPending(
  database: Database,
  folders: readonly MigrationFolder[],
): Promise<MigrationReport> {
  const pending = await listPendingMigrations(database, folders);
  if (pending.length === 0) {
    return { applied: [] };
  }
  throw new MigrationError(
    'migration_without_session',
    'Migrations take a lock that a session keeps, and the pooler at the database’s address shares sessions: give the address of PostgreSQL itself once, then the pooler’s again.',
  );
}

/**
 * What `migrate` would apply now, by name and in order; it throws where that would refuse. Changes nothing.
 */
export async function listPendingMigrations(
  database: Queryable,
  folders: readonly MigrationFolder[],
): Promise<string[]> {
  const files = (await Promise.all(folders.map(listMigrationFiles))).flat();
  const applied = await readKnown((text, values) => database.query(text, values), files);
  return selectPending(files, applied, folders).map(({ name }) => name);
}

/**
 * Asks again and again instead of waiting in the server: a statement that waits there holds a
 * snapshot, and CREATE INDEX CONCURRENTLY in the process that has the lock would wait for that.
 */
async function takeLock(client: pg.Client): Promise<void> {
  const until = Date.now() + lockWaitMs;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${lock}) as taken`,
    );
    if (rows[0]?.taken) {
      return;
    }
    if (Date.now() > until) {
      throw new MigrationError(
        'migration_busy',
        'Another process has been applying migrations for ten minutes; nothing was applied here.',
      );
    }
    await delay(lockPollMs);
  }
}

const recordSql = `
  create schema if not exists private;
  create table if not exists private.migrations (
    folder text not null,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now(),
    primary key (folder, name)
  );
  alter table private.migrations enable row level security;`;
const recordFileSql = `
  insert into private.migrations (folder, name, sha256) values ($1, $2, $3)
  on conflict (folder, name) do update set sha256 = excluded.sha256, applied_at = now()`;
const forgetSql = 'delete from private.migrations where folder = $1 and name = $2';

interface KnownRow extends AppliedRow {
  /** The name under which it was applied, where that is another one. */
  former: string | null;
}

type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

const theirs = 'supabase_migrations.schema_migrations';

async function isThere(query: Query, table: string): Promise<boolean> {
  const [row] = await query<{ is_there: boolean }>(
    'select to_regclass($1) is not null as is_there',
    [table],
  );
  return row?.is_there === true;
}

/** What has been applied, by us or by Supabase's own tool (`supabase db push`), under the names that the files have now. */
async function readKnown(query: Query, files: readonly MigrationFile[]): Promise<KnownRow[]> {
  const own = (await isThere(query, 'private.migrations'))
    ? await query<AppliedRow>(appliedSql)
    : [];
  const pushed = (await isThere(query, theirs))
    ? await query<{ name: string }>(
        `select version || '_' || name || '.sql' as name from ${theirs}`,
      )
    : [];
  const renamed = own.map((row) => {
    const name = findRenamed(row, files);
    return { ...row, name: name ?? row.name, former: name === undefined ? null : row.name };
  });
  const adopted = files
    .filter((file) => pushed.some(({ name }) => name === file.name))
    .filter((file) => !renamed.some((row) => isOfFile(row, file)))
    .map(({ folder, name, sha256 }) => ({ folder, name, sha256, former: null }));
  return [...renamed, ...adopted];
}

function isOfFile(row: AppliedRow, file: MigrationFile): boolean {
  return row.folder === file.folder && row.name === file.name;
}

/** The name that a file of the same content has now, where there is none of the old name. */
function findRenamed(row: AppliedRow, files: readonly MigrationFile[]): string | undefined {
  return files.some((file) => isOfFile(row, file))
    ? undefined
    : files.find(({ folder, sha256 }) => folder === row.folder && sha256 === row.sha256)?.name;
}

/** Writes down what `readKnown` found. */
async function recordKnown(
  client: pg.Client,
  files: readonly MigrationFile[],
): Promise<KnownRow[]> {
  const query: Query = async (text, values) => (await client.query(text, values)).rows;
  const known = await readKnown(query, files);
  await client.query('begin');
  await client.query(
    `update private.migrations m set name = known.name
     from unnest($1::text[], $2::text[], $3::text[]) as known (folder, name, former)
     where m.folder = known.folder and m.name = known.former`,
    [
      known.map(({ folder }) => folder),
      known.map(({ name }) => name),
      known.map(({ former }) => former),
    ],
  );
  await client.query(
    `insert into private.migrations (folder, name, sha256)
     select * from unnest($1::text[], $2::text[], $3::text[])
     on conflict do nothing`,
    [
      known.map(({ folder }) => folder),
      known.map(({ name }) => name),
      known.map(({ sha256 }) => sha256),
    ],
  );
  await client.query('commit');
  return known;
}

function selectPending(
  files: readonly MigrationFile[],
  applied: readonly AppliedRow[],
  folders: readonly MigrationFolder[],
): MigrationFile[] {
  for (const row of applied.filter(({ folder }) => folders.some(({ label }) => label === folder))) {
    const file = files.find(({ folder, name }) => folder === row.folder && name === row.name);
    if (!file) {
      throw new MigrationError(
        'migration_missing',
        `The database has the migration ${row.name}, which is not in the folder "${row.folder}": it was made by a newer version.`,
      );
    }
    if (![file.sha256, underWay, ...file.formerly].includes(row.sha256)) {
      throw new MigrationError(
        'migration_changed',
        `${file.name} was changed after it was applied. Put it back as it was and write a new migration.`,
      );
    }
  }
  const pending = files.filter(
    (file) => !applied.some((row) => isOfFile(row, file) && row.sha256 !== underWay),
  );
  for (const file of pending.filter(({ mayComeLate }) => !mayComeLate)) {
    const later = applied.find((row) => row.folder === file.folder && row.name > file.name);
    if (later) {
      throw new MigrationError(
        'migration_out_of_order',
        `${file.name} would come before ${later.name}, which is applied already. Give it a later name.`,
      );
    }
  }
  return pending;
}

async function applyFile(client: pg.Client, file: MigrationFile): Promise<void> {
  if (file.runsAlone) {
    await applyAlone(client, file);
    return;
  }
  await client.query('begin');
  try {
    // Settings that a file makes for itself end with it.
    await runFile(client, file);
    await record(client, file);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.query('reset all').catch(() => undefined);
  }
}

/** No transaction holds it, so what it does and its record are two steps, and a process may die between or within them. */
async function applyAlone(client: pg.Client, file: MigrationFile): Promise<void> {
  const { rows } = await client.query(
    'select 1 from private.migrations where folder = $1 and name = $2',
    [file.folder, file.name],
  );
  const isBegun = rows.length > 0;
  await record(client, file, underWay);
  if (!isBegun || (await takeBack(client, file.sql))) {
    await runFile(client, file).catch(async (error: unknown) => {
      // What bears the name was there before, so it is nothing that the file has left.
      if (!isBegun && findCode(error) === duplicate) {
        await client.query(forgetSql, [file.folder, file.name]);
      }
      throw error;
    });
  }
  await record(client, file);
}

const duplicate = '42P07';

const findCode = (error: unknown): string | undefined =>
  error instanceof MigrationError && error.cause instanceof pg.DatabaseError
    ? error.cause.code
    : undefined;

async function runFile(client: pg.Client, file: MigrationFile): Promise<void> {
  try {
    await client.query(file.sql);
  } catch (error) {
    throw toMigrationError(file, error);
  }
}

async function record(
  client: pg.Client,
  { folder, name, sha256 }: MigrationFile,
  as = sha256,
): Promise<void> {
  await client.query(recordFileSql, [folder, name, as]);
}

/** Names file and line: PostgreSQL counts characters from the start of the text that it was sent. */
function toMigrationError(file: MigrationFile, error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) {
    return error;
  }
  const position = Number(error.position);
  const place = position > 0 ? `:${getLineAt(file.sql, toIndex(file.sql, position))}` : '';
  const detail = [error.detail, error.hint, error.where].filter(Boolean).join(' ');
  return new MigrationError(
    'migration_failed',
    `${file.name}${place}: ${error.message}${detail ? ` (${detail})` : ''}`,
    { cause: error },
  );
}

/** PostgreSQL counts code points from 1, JavaScript counts UTF-16 units from 0. */
function toIndex(text: string, position: number): number {
  return [...text].slice(0, position - 1).join('').length;
}
