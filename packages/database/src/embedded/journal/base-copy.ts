import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { type Headers, type Pack, pack } from 'tar-stream';
import { settleSession, toClientConfig } from '../../client-config.ts';
import { type BaseManifest, manifestName } from './chain.ts';
import { JournalFault } from './journal-fault.ts';
import type { Position } from './position.ts';
import { type Bytes, writeWhole } from './whole-file.ts';

/** Rows pack to a fifth by the fastest, and the slower ones gain little. */
const level = 1;

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
    const packed = packFiles(position.pgData, signal);
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
function packFiles(pgData: string, stopping: AbortSignal): Bytes {
  const tar = pack();
  const gzip = createGzip({ level });
  const closing = new AbortController();
  const signal = AbortSignal.any([stopping, closing.signal]);
  addFolder(tar, { root: pgData, path: '', signal }).then(
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
  signal: AbortSignal;
}

async function addFolder(tar: Pack, { root, path, signal }: Walk): Promise<void> {
  for (const entry of await readdir(join(root, path), { withFileTypes: true })) {
    signal.throwIfAborted();
    const inner = path === '' ? entry.name : `${path}/${entry.name}`;
    if (left.test(entry.name)) {
      continue;
    }
    if (entry.isDirectory()) {
      addEntry(tar, { name: inner, type: 'directory', mode: 0o700 });
      if (!emptied.has(inner)) {
        await addFolder(tar, { root, path: inner, signal });
      }
    } else if (entry.isFile()) {
      await addFile(tar, { root, path: inner, signal });
    }
  }
}

const isGone = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * A file as long as it was when it was found: what came since is in the log, and what was cut off is nothing, which
 * the log says too. One that is gone by now was dropped.
 */
async function addFile(tar: Pack, { root, path: name, signal }: Walk): Promise<void> {
  const path = join(root, name);
  const found = await stat(path).catch((error: unknown) => {
    if (isGone(error)) {
      return null;
    }
    throw error;
  });
  if (found === null) {
    return;
  }
  const { size } = found;
  const entry = addEntry(tar, { name, size, mode: 0o600 });
  let written = 0;
  try {
    if (size > 0) {
      for await (const chunk of createReadStream(path, { end: size - 1 })) {
        written += chunk.length;
        await push(entry, chunk, signal);
      }
    }
  } catch (error) {
    if (!isGone(error)) {
      throw error;
    }
  }
  while (written < size) {
    const zeros = Buffer.alloc(Math.min(size - written, 65_536));
    written += zeros.length;
    await push(entry, zeros, signal);
  }
  entry.end();
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
