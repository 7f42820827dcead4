import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from '@muster/database';
import { listTablesHere, quote, type TableHere } from './catalogue.ts';
import { FileFault } from './file-fault.ts';
import { noteUnfinished, type Unfinished } from './finish-import.ts';
import { sequencesSql, toInsertSql } from './insert-sql.ts';
import { listKeptFiles, writeKeptFile } from './kept-files.ts';
import { toLines } from './lines.ts';
import type { LeagueFile } from './open-league-file.ts';
import type { Progress } from './progress.ts';
import { valueSettings } from './rows-sql.ts';

interface ImportOptions {
  /** What is still to be done when the rows are in. */
  left?: Unfinished;
  progress: Progress;
  /** Ends it between two steps, and everything is taken back. */
  signal: AbortSignal;
  /** Rests for as long as each statement took: others work in the same server, and nobody waits for this. */
  isGentle?: boolean;
}

/** What one import goes by. */
interface Import extends ImportOptions {
  transaction: Transaction;
  file: LeagueFile;
}

/** The database has a league already, or somebody is at work in it. */
export class NotEmpty extends Error {}

/** One statement takes about so many characters of rows. */
const charactersAtOnce = 1024 * 1024;
/** Where bytes lie is a matter of the place: here they are written into the database. */
const homeHere = { home: "'database'" };
const lockTimeout = '10s';
const lockNotAvailable = '55P03';

/**
 * Makes the league of the file in a migrated database that holds none, in one transaction: whole or not at all. What
 * the database does by itself when rows come is not done again, as its outcome is in the file.
 * @throws FileFault for what is wrong with the file, NotEmpty where a league is there.
 */
export function importLeague(
  database: Database,
  file: LeagueFile,
  options: ImportOptions,
): Promise<void> {
  return database.transaction((transaction) => importWithin(transaction, file, options), {
    statementTimeout: 0,
  });
}

/** The same within a transaction that is open, and sets no bound to how long a statement takes. */
export async function importWithin(
  transaction: Transaction,
  file: LeagueFile,
  options: ImportOptions,
): Promise<void> {
  const work: Import = { ...options, transaction, file };
  const tables = await listTablesHere(transaction);
  requireTables(work, tables);
  await transaction.query(`${valueSettings}; set local lock_timeout = '${lockTimeout}'`);
  await holdTables(work, tables);
  await requireNoLeague(transaction);
  await clearBegun(work, tables);
  for (const table of tables) {
    await addRows(work, table);
  }
  await addFiles(work);
  for (const { name } of tables) {
    await transaction.query(`alter table ${quote(name)} enable trigger user`);
  }
  if (work.left !== undefined) {
    await noteUnfinished(transaction, work.left);
  }
}

/**
 * @throws NotEmpty where any table that a league's file keeps has a row that the program does not write by itself.
 */
export async function requireNoLeague(queryable: Pick<Database, 'query'>): Promise<void> {
  const tables = (await listTablesHere(queryable)).filter(({ isBegun }) => isBegun !== true);
  if (tables.length === 0) {
    return;
  }
  const found = await queryable.query<{ name: string }>(
    tables
      .map(({ name }) => `(select '${name}' as name from ${quote(name)} limit 1)`)
      .join(' union all '),
  );
  const [first] = found;
  if (first !== undefined) {
    throw new NotEmpty(
      `The database holds a league already (${first.name} has rows): an import makes one in an empty database alone.`,
    );
  }
}

/** The file has each table that is kept here, with the same columns, and no other. */
function requireTables({ file }: Import, tables: readonly TableHere[]): void {
  const given = new Map(file.manifest.tables.map((table) => [table.name, table]));
  for (const { name, columns } of tables) {
    const found = given.get(name);
    if (found === undefined) {
      throw new FileFault(`the table ${name} is missing`);
    }
    if (found.columns.join() !== columns.map((column) => column.name).join()) {
      throw new FileFault(`the table ${name} has other columns there than here`);
    }
    given.delete(name);
  }
  const [other] = given.keys();
  if (other !== undefined) {
    throw new FileFault(`${other} is no table that a league's file keeps`);
  }
}

/** Nobody else writes from here on, and no trigger of ours fires: references are checked all the same. */
async function holdTables({ transaction }: Import, tables: readonly TableHere[]): Promise<void> {
  for (const { name } of tables) {
    await transaction
      .query(`alter table ${quote(name)} disable trigger user`)
      .catch((error: unknown) => {
        throw error instanceof Error && 'code' in error && error.code === lockNotAvailable
          ? new NotEmpty('Somebody is at work in the database: stop the server first.')
          : error;
      });
  }
}

async function clearBegun({ transaction }: Import, tables: readonly TableHere[]): Promise<void> {
  for (const { name } of tables.filter(({ isBegun }) => isBegun === true)) {
    await transaction.query(`delete from ${quote(name)}`);
  }
}

async function addRows(work: Import, table: TableHere): Promise<void> {
  const { manifest } = work.file;
  const sql = toInsertSql(table, table.without?.includes('home') === true ? homeHere : {});
  const given = manifest.tables.find(({ name }) => name === table.name);
  const paths = table.isLog
    ? manifest.streams.map(({ path }) => path)
    : given?.path
      ? [given.path]
      : [];
  let rows = 0;
  let inserting = Promise.resolve();
  for (const path of paths) {
    for await (const lines of toBatches(toLines(work.file.read(path), path))) {
      work.signal.throwIfAborted();
      await inserting;
      inserting = insert(work, { sql, path, lines });
      // The next rows are read meanwhile, and how it went is heard before they are sent.
      inserting.catch(() => undefined);
      rows += lines.length;
      work.progress(() => `${rows} of ${given?.rows} rows of ${table.name}`);
    }
  }
  await inserting;
  if (rows !== given?.rows) {
    throw new FileFault(`${table.name} has ${rows} rows, and the manifest says ${given?.rows}`);
  }
  await setSequences(work, table);
}

/** Lines together until a statement is worth sending. */
async function* toBatches(parts: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  let waiting: string[] = [];
  let length = 0;
  for await (const lines of parts) {
    for (const line of lines) {
      waiting.push(line);
      length += line.length;
      if (length >= charactersAtOnce) {
        yield waiting;
        waiting = [];
        length = 0;
      }
    }
  }
  if (waiting.length > 0) {
    yield waiting;
  }
}

interface Batch {
  sql: string;
  path: string;
  lines: readonly string[];
}

async function insert(work: Import, { sql, path, lines }: Batch): Promise<void> {
  const begun = performance.now();
  await work.transaction.query(sql, [`[${lines.join(',')}]`]).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : '';
    throw toRowFault(error, `${path} has a row that is refused: ${why}`);
  });
  if (work.isGentle === true) {
    await sleep(performance.now() - begun, undefined, { signal: work.signal });
  }
}

/** What counts rows goes on behind the last of them. */
async function setSequences({ transaction }: Import, { name }: TableHere): Promise<void> {
  const found = await transaction.query<{ column: string; sequence: string }>(sequencesSql, [name]);
  for (const { column, sequence } of found) {
    const last = `max(${quote(column)})`;
    await transaction.query(
      `select setval($1::regclass, coalesce(${last}, 1), ${last} is not null) from ${quote(name)}`,
      [sequence],
    );
  }
}

/** The bytes of each file; afterwards those that the rows ask for are there, as many as they say, and no other. */
async function addFiles(work: Import): Promise<void> {
  const { manifest, read } = work.file;
  const sizes = new Map(manifest.entries.map(({ path, size }) => [path, size]));
  for (const [index, { table, id, path }] of manifest.files.entries()) {
    work.signal.throwIfAborted();
    await writeKeptFile(work.transaction, { table, id }, read(path)).catch((error: unknown) => {
      throw toRowFault(error, `${path} belongs to no row`);
    });
    work.progress(() => `${index + 1} of ${manifest.files.length} files`);
  }
  const given = new Map(manifest.files.map(({ table, id, path }) => [`${table} ${id}`, path]));
  const wanted = await listKeptFiles(work.transaction);
  const missing = wanted.find(
    ({ table, id, size }) => sizes.get(given.get(`${table} ${id}`) ?? '') !== size,
  );
  if (missing !== undefined || given.size !== wanted.length) {
    throw new FileFault(`its files are not those of its rows (${missing?.id ?? 'one too many'})`);
  }
}

/** What the database says of a row that no league has: data exceptions and constraints. */
function toRowFault(error: unknown, words: string): unknown {
  const isRow = error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
  return isRow ? new FileFault(words) : error;
}
