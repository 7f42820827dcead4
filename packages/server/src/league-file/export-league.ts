import { setTimeout as sleep } from 'node:timers/promises';
import type { HomesConfig } from '@muster/backend';
import type { Database, Transaction } from '@muster/database';
import { listTablesHere, type TableHere } from './catalogue.ts';
import { listKeptFiles, readKeptFile } from './kept-files.ts';
import { type Entry, formatName, formatVersion, type Manifest, manifestPath } from './manifest.ts';
import type { Progress } from './progress.ts';
import { streamLinesSql, streamSettings, toLinesSql, valueSettings } from './rows-sql.ts';
import { leftOutTables } from './tables.ts';
import type { ZipWriter } from './zip/write-zip.ts';

interface ExportOptions {
  homes: HomesConfig;
  progress: Progress;
  /** Ends it between two steps. */
  signal: AbortSignal;
  /** Rests for as long as each piece took: the league is at work beside it. */
  isGentle?: boolean;
}

/** What one export goes by. */
interface Export extends ExportOptions {
  transaction: Transaction;
  zip: ZipWriter;
  entries: Entry[];
}

const notice =
  'Whoever has this file has the whole league: its keys, the hashes of its passwords, its sessions and all that people said in private. Keep it as you keep a key.';

/**
 * Writes the whole league into the zip: what one instant of the database held, each table's rows, the log by stream
 * and all files, the manifest last. The same league gives the same bytes. Runs while the league does.
 */
export function exportLeague(
  database: Database,
  zip: ZipWriter,
  options: ExportOptions,
): Promise<Manifest> {
  return database.transaction(
    async (transaction) => {
      await transaction.query(valueSettings);
      const work: Export = { ...options, transaction, zip, entries: [] };
      const tables = await listTablesHere(transaction);
      const heads = await listHeads(transaction);
      const counts = await addLines(work, toTableLines(tables, transaction));
      await transaction.query(streamSettings);
      const events = await addLines(work, toStreamLines(heads, transaction));
      const logged = events.values().reduce((all, rows) => all + rows, 0);
      const files = await addFiles(work);
      const manifest: Manifest = {
        format: formatName,
        version: formatVersion,
        instant: await findInstant(transaction),
        notice,
        migrations: await listMigrations(transaction),
        tables: tables.map(({ name, columns, isLog }) => {
          const path = isLog ? null : toTablePath(name);
          const rows = path === null ? logged : (counts.get(path) ?? 0);
          return { name, path, columns: columns.map((column) => column.name), rows };
        }),
        left_out: { ...leftOutTables },
        streams: heads.map((head) => ({ ...head, path: toStreamPath(head.stream) })),
        files,
        entries: work.entries,
      };
      await zip.add(manifestPath, toBytes(`${JSON.stringify(manifest, null, 1)}\n`), packed);
      return manifest;
    },
    { isolation: 'repeatable read', readOnly: true, statementTimeout: 0 },
  );
}

const packed = { isPacked: true };

async function* toBytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Lets bytes through until the export is told to stop. */
async function* untilStopped(bytes: AsyncIterable<Uint8Array>, { signal, isGentle }: Export) {
  let begun = performance.now();
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    yield chunk;
    if (isGentle === true) {
      await sleep(performance.now() - begun, undefined, { signal });
      begun = performance.now();
    }
  }
}

/** An entry of lines, which PostgreSQL is asked for. */
interface WantedLines {
  path: string;
  ask(onRows: (rows: number) => void): AsyncGenerator<Uint8Array>;
  /** What is in hand once so many have come. */
  say(rows: number): string;
}

const toTablePath = (name: string) => `tables/${name}.ndjson`;

function toTableLines(all: readonly TableHere[], transaction: Transaction): WantedLines[] {
  const tables = all.filter(({ isLog }) => isLog !== true);
  return tables.map((table, at) => ({
    path: toTablePath(table.name),
    ask: (onRows) => transaction.copyLines(toLinesSql(table), onRows),
    say: (rows) => `${at} of ${tables.length} tables, ${rows} rows of ${table.name}`,
  }));
}

/** The entry of a stream: `ladder:<id>` is `streams/ladder/<id>.ndjson`, as no file's name may hold a colon. */
export function toStreamPath(stream: string): string {
  return `streams/${stream.replace(':', '/')}.ndjson`;
}

/** Each stream is an entry of its own. */
function toStreamLines(heads: readonly Head[], transaction: Transaction): WantedLines[] {
  return heads.map(({ stream }, at) => ({
    path: toStreamPath(stream),
    ask: (onRows) => askForStream(transaction, stream, onRows),
    say: (rows) => `${at} of ${heads.length} streams of the log, ${rows} events of ${stream}`,
  }));
}

/** COPY takes no parameters. */
function askForStream(
  transaction: Transaction,
  stream: string,
  onRows: (rows: number) => void,
): AsyncGenerator<Uint8Array> {
  const isNamed = transaction.query(`select set_config('muster.stream', $1, true)`, [stream]);
  // Whoever reads the lines hears of it.
  isNamed.catch(() => undefined);
  const lines = transaction.copyLines(streamLinesSql, onRows);
  return (async function* read() {
    await isNamed;
    yield* lines;
  })();
}

/**
 * Adds entries of lines, of which PostgreSQL makes the next while one is packed. Gives how many lines each has, by its
 * path.
 */
async function addLines(
  work: Export,
  wanted: readonly WantedLines[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const asked = wanted.values().map(({ path, ask, say }) => ({
    path,
    lines: ask((rows) => {
      counts.set(path, rows);
      work.progress(() => say(rows));
    }),
  }));
  let next = asked.next();
  while (next.done !== true) {
    const { path, lines } = next.value;
    next = asked.next();
    work.entries.push(await work.zip.add(path, untilStopped(lines, work), packed));
  }
  return counts;
}

interface Head {
  stream: string;
  /** Of its last event. */
  sequence: number;
  hash: string;
}

/** The streams that have events; those without have no entry. */
async function listHeads(transaction: Transaction): Promise<Head[]> {
  const [headless] = await transaction.query<{ stream: string }>(
    `select h.stream from public.stream_heads h where h.sequence = 0
       and exists (select from public.league_events e where e.stream = h.stream) limit 1`,
  );
  if (headless !== undefined) {
    throw new Error(`${headless.stream} has events and no head`);
  }
  return transaction.query<Head>(
    `select stream, sequence::float8 as sequence, hash from public.stream_heads
     where sequence > 0 order by stream collate "C"`,
  );
}

async function addFiles(work: Export): Promise<Manifest['files']> {
  const files = await listKeptFiles(work.transaction);
  const added: Manifest['files'] = [];
  for (const file of files) {
    const { table, id } = file;
    const path = `files/${table}/${id}`;
    const bytes = readKeptFile(work.transaction, work.homes, file);
    // Pictures and demos are packed as they are.
    work.entries.push(await work.zip.add(path, untilStopped(bytes, work), { isPacked: false }));
    added.push({ table, id, path });
    work.progress(() => `${added.length} of ${files.length} files`);
  }
  return added;
}

/** That of the last event: of each stream by its index, as the whole log is long. */
async function findInstant(transaction: Transaction): Promise<string | null> {
  const [last] = await transaction.query<{ at: Date | null }>(
    `select max(own.at) as at from public.stream_heads h,
       lateral (select max(e.at) as at from public.league_events e where e.stream = h.stream) own`,
  );
  return last?.at?.toISOString() ?? null;
}

async function listMigrations(transaction: Transaction): Promise<Manifest['migrations']> {
  const applied = await transaction.query<{ folder: string; name: string }>(
    'select folder, name from private.migrations order by folder collate "C", name collate "C"',
  );
  const folders = Map.groupBy(applied, ({ folder }) => folder);
  return Object.fromEntries(
    [...folders].map(([folder, rows]) => [folder, rows.map(({ name }) => name)]),
  );
}
