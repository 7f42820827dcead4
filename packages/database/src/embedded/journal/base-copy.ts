import { once } from 'node:events';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { type Headers, type Pack, pack } from 'tar-stream';
import { settleSession, toClientConfig } from '../../client-config.ts';
import { type BaseManifest, manifestName } from './chain.ts';
import { JournalFault } from './journal-fault.ts';
import { findFirstPage, isPageSound, pageSize } from './page-checksum.ts';
import { type Place, type Position, parsePlace } from './position.ts';
import { type Bytes, writeWhole } from './whole-file.ts';

/** Rows pack to a fifth by the fastest, and the slower ones gain little. */
const level = 1;
/** Whole pages. */
const chunkSize = 128 * 1024;

/** What a server makes anew at its start, or what only the running one needs; the folders themselves must be there. */
const emptied = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots'],
  ...['pg_stat_tmp', 'pg_subtrans'],
]);
const left =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map|pg_internal\.init.*|pgsql_tmp.*)$/;

export interface BaseOptions {
  /** The owner's address of the server. */
  url: string;
  position: Position;
  /** The folder of the chain. */
  folder: string;
  /** The chain that was written before. */
  after: string | null;
  seal: ((bytes: Bytes) => Bytes) | null;
  signal: AbortSignal;
}

/**
 * Copies the files of a running server between `pg_backup_start` and `pg_backup_stop` of one session. It counts once
 * its manifest is there, which `finish` writes: the log must lie beside it by then as far as `stop`.
 */
export async function copyBase(
  options: BaseOptions,
  onStarted: (start: string) => void,
): Promise<{ base: BaseManifest; finish: () => Promise<void> }> {
  const { url, position, folder, after, seal, signal } = options;
  const client = new pg.Client(toClientConfig({ url, applicationName: 'muster base copy' }));
  // What the session was lost by is told by the statement that finds it lost.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await settleSession(client, 0);
    const started = await client.query<{ start: string; at: Date }>(
      `select pg_backup_start('muster', fast => true)::text as start, clock_timestamp() as at`,
    );
    onStarted(started.rows[0]?.start ?? '');
    const file = seal === null ? 'base.tar.gz' : 'base.tar.gz.age';
    const since = position.hasChecksums ? parsePlace(started.rows[0]?.start ?? '') : null;
    const packed = packFiles({ root: position.pgData, path: '', since, signal });
    const { sha256 } = await writeWhole(
      join(folder, file),
      seal === null ? packed : seal(packed),
      signal,
    );
    const stopped = await client.query<{ stop: string; label: string; map: string; at: Date }>(
      `select lsn::text as stop, labelfile as label, spcmapfile as map,
         clock_timestamp() + interval '1 millisecond' as at
       from pg_backup_stop(wait_for_archive => false)`,
    );
    const [begun, ended] = [started.rows[0], stopped.rows[0]];
    if (begun === undefined || ended === undefined) {
      throw new Error('a statement of one row gave none');
    }
    if (ended.map.trim() !== '') {
      throw new JournalFault('the database has tablespaces, which a base copy does not hold');
    }
    const base: BaseManifest = {
      ...{ format: 'muster-journal', version: 1, backup_label: ended.label, after, file, sha256 },
      ...{ postgresql: position.postgresql, system: position.system, timeline: position.timeline },
      ...{ segment_size: position.segmentSize, start: begun.start, stop: ended.stop },
      ...{ started_at: begun.at.toISOString(), stopped_at: ended.at.toISOString() },
    };
    const finish = async () => {
      const content = Buffer.from(`${JSON.stringify(base, null, 2)}\n`);
      await writeWhole(join(folder, manifestName), [content], signal);
    };
    return { base, finish };
  } finally {
    // It also ends a backup that was not stopped.
    await client.end();
  }
}

/** The files as a tar, packed by gzip. */
function packFiles(whole: Walk): Bytes {
  const tar = pack();
  const gzip = createGzip({ level });
  const closing = new AbortController();
  const signal = AbortSignal.any([whole.signal, closing.signal]);
  addFolder(tar, { ...whole, signal }).then(
    () => tar.finalize(),
    (error: unknown) => gzip.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  // Whoever reads has the end, an error, or has given up.
  gzip.on('close', () => {
    closing.abort();
    tar.destroy();
  });
  tar.on('error', (error: Error) => gzip.destroy(error));
  return tar.pipe(gzip);
}

interface Walk {
  root: string;
  /** Below the root; '' is the root itself. */
  path: string;
  /** Pages that were written before are looked at by their checksums; null where they have none. */
  since: Place | null;
  signal: AbortSignal;
}

async function addFolder(tar: Pack, walk: Walk): Promise<void> {
  const { root, path, signal } = walk;
  for (const entry of await readdir(join(root, path), { withFileTypes: true })) {
    signal.throwIfAborted();
    const inner = path === '' ? entry.name : `${path}/${entry.name}`;
    if (left.test(entry.name)) {
      continue;
    }
    if (entry.isDirectory()) {
      addEntry(tar, { name: inner, type: 'directory', mode: 0o700 });
      if (!emptied.has(inner)) {
        await addFolder(tar, { ...walk, path: inner });
      }
    } else if (entry.isFile()) {
      await addFile(tar, { ...walk, path: inner });
    }
  }
}

const isGone = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * A file as long as it was when it was found: what came since is in the log, and what was cut off is nothing, which
 * the log says too. One that is gone by now was dropped.
 */
async function addFile(tar: Pack, walk: Walk): Promise<void> {
  const { root, path: name, signal } = walk;
  const file = await open(join(root, name)).catch((error: unknown) => {
    if (isGone(error)) {
      return null;
    }
    throw error;
  });
  if (file === null) {
    return;
  }
  try {
    const { size } = await file.stat();
    const entry = addEntry(tar, { name, size, mode: 0o600 });
    for (let at = 0; at < size; ) {
      const chunk = Buffer.alloc(Math.min(size - at, chunkSize));
      await file.read(chunk, 0, chunk.length, at);
      await requireSound(file, { ...walk, chunk, at });
      await push(entry, chunk, signal);
      at += chunk.length;
    }
    entry.end();
  } finally {
    await file.close();
  }
}

/**
 * Looks at each whole page of a chunk. A page that is being written is found half; it is read once more.
 * @throws JournalFault that names a page which is damaged: nothing good is made of it, and what was copied before stays.
 */
async function requireSound(
  file: FileHandle,
  { path, since, chunk, at }: Walk & { chunk: Buffer; at: number },
): Promise<void> {
  const first = findFirstPage(path);
  if (first === null || since === null) {
    return;
  }
  for (let place = 0; place + pageSize <= chunk.length; place += pageSize) {
    const page = chunk.subarray(place, place + pageSize);
    const number = first + (at + place) / pageSize;
    if (!isPageSound(page, number, since)) {
      await file.read(page, 0, pageSize, at + place);
      if (!isPageSound(page, number, since)) {
        throw new JournalFault(`page ${number} of ${path} is damaged`);
      }
    }
  }
}

type Entry = ReturnType<Pack['entry']>;

/** What an entry is destroyed by is told by the tar; nobody hears the entry itself. */
function addEntry(tar: Pack, header: Headers): Entry {
  return tar.entry(header).on('error', () => undefined);
}

async function push(entry: Entry, chunk: Uint8Array, signal: AbortSignal): Promise<void> {
  if (!entry.write(chunk)) {
    await once(entry, 'drain', { signal });
  }
}
