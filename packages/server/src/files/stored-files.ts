import { createHash } from 'node:crypto';
import { type ByteRange, ownBucket } from '@muster/backend';
import type { Queryable, Transaction } from '@muster/database';
import { createId } from '../engine/ids.ts';
import type { FileStore } from './file-store.ts';
import { readFormerPieces } from './former-pieces.ts';

/** A file whose bytes are all here and that nothing refers to yet. */
export interface ReceivedFile {
  id: string;
  sha256: string;
  size: number;
}

/** A file as it is handed out. */
export interface StoredFile {
  id: string;
  sha256: string;
  media_type: string;
  size: number;
}

interface NewFile {
  /** Null for what the host's own command brings. */
  personId: string | null;
  mediaType: string;
  at: Date;
}

/**
 * Writes bytes as they come. If they break off, what was written is taken away again; if the process dies,
 * `sweepFiles` does.
 */
export async function writeFile(
  store: FileStore,
  { personId, mediaType, at }: NewFile,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<ReceivedFile> {
  const id = createId();
  // The row is there before its bytes, so that bytes without one are nobody's.
  await store.database.query(
    'insert into private.files (id, media_type, person_id, started_at) values ($1, $2, $3, $4)',
    [id, mediaType, personId, at],
  );
  const hash = createHash('sha256');
  let size = 0;
  async function* measure(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  try {
    await store.objects.put(id, mediaType, measure());
  } catch (error) {
    await deleteFile(store, id);
    throw error;
  }
  return { id, sha256: hash.digest('hex'), size };
}

/**
 * Settles a file for good, in the transaction that refers to it: gives the id to refer to, which is
 * another where the same content was there before.
 */
export async function settleFile(transaction: Transaction, file: ReceivedFile): Promise<string> {
  // One after the other for the same content, so that it is kept once.
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [file.sha256]);
  const [same] = await transaction.query<{ id: string }>(
    'select id from private.files where sha256 = $1 for key share',
    [file.sha256],
  );
  if (same !== undefined) {
    // Its bytes go with the next sweep.
    await transaction.query('delete from private.files where id = $1', [file.id]);
    return same.id;
  }
  await transaction.query('update private.files set sha256 = $2, size = $3 where id = $1', [
    file.id,
    file.sha256,
    file.size,
  ]);
  return file.id;
}

/** Takes away a file that nothing refers to. */
export async function deleteFile({ database, objects }: FileStore, id: string): Promise<void> {
  await database.query('delete from private.files where id = $1', [id]);
  // What cannot be done now the sweep does.
  await objects.remove(id).catch(() => undefined);
}

/** A file that is whole; null where there is none. */
export async function findFile(queryable: Queryable, id: string): Promise<StoredFile | null> {
  const [row] = await queryable.query<Omit<StoredFile, 'size'> & { size: string }>(
    'select id, sha256, media_type, size from private.files where id = $1 and sha256 is not null',
    [id],
  );
  return row === undefined ? null : { ...row, size: Number(row.size) };
}

/** A file's bytes, or those of a part, little of them in memory at a time, as fast as they are taken. */
export async function readFile(
  { database, objects }: FileStore,
  id: string,
  part?: ByteRange,
): Promise<ReadableStream<Uint8Array>> {
  const former = part === undefined ? await readFormerPieces(database, id) : null;
  const bytes = former ?? (await objects.read(id, part));
  if (bytes === null) {
    throw new Error(`the bytes of the file ${id} are not there`);
  }
  return bytes;
}

/** SQL: that nothing refers to a file `f`. */
const isNobodys = `not exists (select 1 from private.match_evidence e where f.id in (e.file_id, e.preview_id))
  and not exists (select 1 from private.team_logos l where f.id in (l.small_id, l.large_id))
  and not exists (select 1 from private.removed_logos r where f.id in (r.small_id, r.large_id))
  and not exists (select 1 from private.game_pictures g where f.id in (g.small_id, g.large_id))
  and not exists (select 1 from private.league_logos l where f.id in (l.bar_id, l.icon_id, l.app_id, l.link_id, l.whole_id))
  and not exists (select 1 from private.pictures p where p.file_id = f.id)
  and not exists (select 1 from private.public_file p where p.file_id = f.id)`;

/**
 * Takes away those of these files that nothing refers to any more, in the transaction that let them go: no backup has
 * them from then on. With somebody else's storage service their bytes go with the next sweep.
 */
export async function dropFiles(queryable: Queryable, ids: readonly string[]): Promise<void> {
  const dropped = await queryable.query<{ id: string }>(
    `delete from private.files f where f.id = any ($1) and ${isNobodys} returning f.id`,
    [ids],
  );
  await queryable.query(
    `delete from storage.objects
     where bucket_id = $1 and name = any ($2) and to_regclass('private.stored_bytes') is not null`,
    [ownBucket, dropped.map(({ id }) => id)],
  );
}

/** Takes away what broke off before the instant, what nothing refers to any more, and bytes that no file has. */
export async function sweepFiles({ database, objects }: FileStore, before: Date): Promise<void> {
  await database.query(
    `delete from private.files f
     where f.started_at < $1 and ${isNobodys}`,
    [before],
  );
  for await (const names of objects.listNames()) {
    const nobodys = await database.query<{ name: string }>(
      `select name from unnest($1::text[]) as name
       where not exists (select from private.files f where f.id::text = name)`,
      [names],
    );
    for (const { name } of nobodys) {
      await objects.remove(name);
    }
  }
}
