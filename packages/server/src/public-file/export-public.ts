import { createReadStream } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { HomesConfig } from '@muster/backend';
import type { Database, Transaction } from '@muster/database';
import type { StreamName } from '@muster/league';
import { listFiles, output } from '@muster/site/built';
import { type FilePage, filePages } from '@muster/site/public-file/file-pages.ts';
import type { FileIndex, KeptPage } from '@muster/site/public-file/given.ts';
import { listForgotten } from '../backup/forgotten-list.ts';
import { getLogStream } from '../http/find.ts';
import { toStreamPath } from '../league-file/export-league.ts';
import { type Entry, manifestPath } from '../league-file/manifest.ts';
import type { Progress } from '../league-file/progress.ts';
import { valueSettings } from '../league-file/rows-sql.ts';
import type { ZipWriter } from '../league-file/zip/write-zip.ts';
import { readPublicLog } from '../log/public-lines.ts';
import type { SettingsReader } from '../page/settings.ts';
import { createShellLoader } from '../page/shell.ts';
import { toIndexPage } from './index-page.ts';
import { isList, listAddresses, listFurther } from './list-addresses.ts';
import { type PublicManifest, publicFormat, publicVersion } from './manifest.ts';
import { listNames } from './names.ts';
import { viewInstant } from './one-instant.ts';
import { mendPictures, readPictures } from './public-pictures.ts';
import { listPublicTables, readPublicLines } from './public-tables.ts';
import { type Reading, readPage } from './read-page.ts';
import { shareLines } from './shared-lines.ts';
import { type AddScript, addData, writeLog, writePages } from './write-parts.ts';

export interface PublicOptions {
  homes: HomesConfig;
  settings: SettingsReader;
  progress: Progress;
  /** Ends it between two steps. */
  signal: AbortSignal;
  /** Where the build lies; its own place unless a test has another. */
  siteFolder?: string;
}

interface Work extends PublicOptions {
  transaction: Transaction;
  reading: Reading;
  zip: ZipWriter;
  entries: Entry[];
  /** What is put into the file as a script of data. */
  add: AddScript;
  /** Of the pictures that pages show. */
  pictures: Set<string>;
  names: ReturnType<typeof listNames>;
  lines: ReturnType<typeof shareLines>;
  pages: number;
}

const notice =
  'What anybody could read of the league, and nothing else. index.html opens without a server. Its own check of the log proves nothing, as it came with the log: use "muster verify FILE".';

const packed = { isPacked: true };

async function* toBytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function addEntry(work: Work, path: string, bytes: AsyncIterable<Uint8Array>, how = packed) {
  work.signal.throwIfAborted();
  work.entries.push(await work.zip.add(path, bytes, how));
}

/**
 * Writes into the zip what a stranger may read of the league at one instant: pages with what they are opened with,
 * rows, the log, pictures; the manifest last. Runs while the league does.
 */
export function exportPublic(
  database: Database,
  zip: ZipWriter,
  options: PublicOptions,
): Promise<PublicManifest> {
  return database.transaction(
    async (transaction) => {
      await transaction.query(valueSettings);
      const work = await begin(transaction, zip, options);
      await addSite(work);
      // Pages have lines of the logs by their numbers.
      const logs = await addLogs(work);
      const index = await addPages(work);
      const tables = await addTables(work);
      const streams = await addStreams(work);
      await addPictures(work);
      const forgotten = (await listForgotten(transaction)).sort();
      await addEntry(work, 'forgotten.txt', toBytes(forgotten.map((id) => `${id}\n`).join('')));
      await addIndex(work, { ...index, logs });
      const [last] = await transaction.query<{ at: Date | null }>(
        'select max(at) as at from public.league_events',
      );
      const manifest: PublicManifest = {
        format: publicFormat,
        version: publicVersion,
        instant: last?.at?.toISOString() ?? null,
        as_of: work.reading.now.toISOString(),
        notice,
        tables,
        streams,
        pages: work.pages,
        entries: work.entries,
      };
      await zip.add(manifestPath, toBytes(`${JSON.stringify(manifest, null, 1)}\n`), packed);
      return manifest;
    },
    { isolation: 'repeatable read', readOnly: true, statementTimeout: 0 },
  );
}

async function begin(transaction: Transaction, zip: ZipWriter, options: PublicOptions) {
  const [row] = await transaction.query<{ now: Date }>('select now() as now');
  const view = viewInstant(transaction);
  const work: Work = {
    ...options,
    transaction,
    zip,
    entries: [],
    reading: { view, settings: options.settings, now: row?.now ?? new Date() },
    add: (path, content) => addEntry(work, path, toBytes(content)),
    pictures: new Set(),
    names: listNames(),
    lines: shareLines(),
    pages: 0,
  };
  return work;
}

/** What the pages are opened with, as it was built. */
async function addSite(work: Work): Promise<void> {
  const folder = join(work.siteFolder ?? output, 'public-file');
  const files = (await listFiles(folder)).sort();
  if (files.length === 0) {
    throw new Error('The site is not built: run `npm start`, which builds it.');
  }
  for (const path of files) {
    await addEntry(work, relative(folder, path).replaceAll('\\', '/'), createReadStream(path));
  }
}

async function addPages(work: Work): Promise<Pick<FileIndex, 'parts'>> {
  const addresses = await listAddresses(work.transaction);
  const parts: Record<string, string[]> = {};
  for (const page of filePages) {
    const own = addresses.get(page) ?? [];
    const pages = isList(page) ? readList(work, page, own) : readEach(work, page, own);
    parts[page] = await writePages(work.add, page, pages);
  }
  await addData(work.add, 'names', JSON.stringify(work.names.all));
  return { parts };
}

type Kept = readonly [address: string, json: string];

async function readKept(work: Work, page: FilePage, address: string): Promise<KeptPage | null> {
  work.signal.throwIfAborted();
  const kept = await readPage(page, address, work.reading);
  if (kept !== null) {
    work.pages += 1;
    work.names.take(page, address, kept);
    work.progress(() => `${work.pages} pages, now ${address}`);
  }
  return kept;
}

const toKeptJson = (work: Work, page: FilePage, kept: KeptPage) =>
  mendPictures(JSON.stringify(work.lines.replace(page, kept)), work.pictures);

async function* readEach(
  work: Work,
  page: FilePage,
  addresses: readonly string[],
): AsyncGenerator<Kept> {
  for (const address of addresses) {
    const kept = await readKept(work, page, address);
    if (kept !== null) {
      yield [address, toKeptJson(work, page, kept)];
    }
  }
}

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);

/** Pages of lists, each of which says where the list goes on: gathered first, so that they come in order. */
async function* readList(
  work: Work,
  page: FilePage,
  addresses: readonly string[],
): AsyncGenerator<Kept> {
  const found = new Map<string, Buffer>();
  const open = [...addresses];
  const known = new Set(open);
  for (let address = open.pop(); address !== undefined; address = open.pop()) {
    const kept = await readKept(work, page, address);
    if (kept === null) {
      continue;
    }
    found.set(address, await pack(toKeptJson(work, page, kept)));
    for (const further of listFurther(page, address, kept.data)) {
      if (!known.has(further)) {
        known.add(further);
        open.push(further);
      }
    }
  }
  for (const address of [...found.keys()].sort()) {
    yield [address, (await unpack(found.get(address) ?? '')).toString('utf8')];
  }
}

/** The logs that a reader may check on the page: each ladder's, as its page shows it. */
async function addLogs(work: Work): Promise<FileIndex['logs']> {
  const ladders = await work.transaction.query<{ slug: string }>(
    'select slug from public.ladders order by slug collate "C"',
  );
  const logs: Record<string, FileIndex['logs'][string]> = {};
  for (const { slug } of ladders) {
    const stream = await getLogStream(work.transaction, slug);
    const starts = await writeLog(work.add, `log-${slug}`, readShared(work, slug, stream));
    if (starts.length > 0) {
      logs[slug] = { path: toStreamPath(stream), starts };
    }
    work.progress(() => `the log of ${slug}`);
  }
  return logs;
}

async function* readShared(work: Work, ladder: string, stream: StreamName) {
  for await (const lines of readPublicLog(work.transaction, stream, { after: 0, isExact: false })) {
    work.lines.take(ladder, lines);
    yield lines;
  }
}

async function addTables(work: Work): Promise<PublicManifest['tables']> {
  const added: PublicManifest['tables'] = [];
  for (const table of await listPublicTables(work.transaction)) {
    const path = `tables/${table.name}.ndjson`;
    let rows = 0;
    const lines = readPublicLines(work.transaction, table, (sofar) => {
      rows = sofar;
      work.signal.throwIfAborted();
      work.progress(() => `${rows} rows of ${table.name}`);
    });
    await addEntry(work, path, lines);
    added.push({ name: table.name, path, columns: table.columns.map(({ name }) => name), rows });
  }
  return added;
}

async function addStreams(work: Work): Promise<PublicManifest['streams']> {
  const heads = await work.transaction.query<{
    stream: StreamName;
    sequence: number;
    hash: string;
  }>(
    `select stream, sequence::float8 as sequence, hash from public.stream_heads
     where sequence > 0 order by stream collate "C"`,
  );
  const added: PublicManifest['streams'] = [];
  for (const head of heads) {
    const path = toStreamPath(head.stream);
    await addEntry(work, path, toLogBytes(work, head.stream));
    added.push({ ...head, path });
    work.progress(() => `${added.length} of ${heads.length} streams of the log`);
  }
  return added;
}

async function* toLogBytes(work: Work, stream: StreamName): AsyncGenerator<Uint8Array> {
  for await (const lines of readPublicLog(work.transaction, stream, { after: 0, isExact: false })) {
    work.signal.throwIfAborted();
    yield Buffer.from(lines);
  }
}

async function addPictures(work: Work): Promise<void> {
  const { logo } = work.settings.current;
  if (logo !== null) {
    mendPictures(logo.path, work.pictures);
  }
  for await (const { path, bytes } of readPictures(work.transaction, work.homes, work.pictures)) {
    await addEntry(work, path, bytes, { isPacked: false });
  }
}

async function addIndex(work: Work, kept: Pick<FileIndex, 'parts' | 'logs'>): Promise<void> {
  const { current } = work.settings;
  const index: FileIndex = {
    ...kept,
    now: work.reading.now.getTime(),
    zone: current.zone,
    shell: {
      league_name: current.leagueName,
      title_suffix: current.titleSuffix,
      footer: current.footerLine ?? `© ${current.footerYear} ${current.leagueName}`,
      hue: current.hue,
      locales: current.locales,
      forum_url: current.forumUrl,
      chat_invite_url: current.chatInviteUrl,
      analytics_host: null,
      backend: { url: null, anon_key: '' },
      has_chat_sign_in: false,
      is_open_identity: false,
      ...(await createShellLoader()({ database: work.reading.view.database })),
    },
  };
  await addData(work.add, 'index', JSON.stringify(index));
  const logo = current.logo && {
    ...current.logo,
    path: mendPictures(current.logo.path, new Set()),
  };
  await addEntry(work, 'index.html', toBytes(toIndexPage({ ...current, logo })));
}
