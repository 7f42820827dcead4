import { createHash } from 'node:crypto';
import type { Queryable } from '@muster/database';
import type { FileStore } from './file-store.ts';
import { toStream } from './to-stream.ts';

/** Files as leagues kept them before the storage service did: in pieces of their own, `private.file_pieces`. */

async function findPiece(
  database: Queryable,
  id: string,
  position: number,
): Promise<Buffer | null> {
  const [row] = await database.query<{ bytes: Buffer }>(
    'select bytes from private.file_pieces where file_id = $1 and position = $2',
    [id, position],
  );
  return row?.bytes ?? null;
}

/** The bytes of a file that has not been brought over. */
export async function* listPieces(database: Queryable, id: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const piece = await findPiece(database, id, position);
    if (piece === null) {
      return;
    }
    yield new Uint8Array(piece);
  }
}

/** A file that has not been brought over yet; null for any other. */
export async function readFormerPieces(
  database: Queryable,
  id: string,
): Promise<ReadableStream<Uint8Array> | null> {
  const isThere = (await findPiece(database, id, 0)) !== null;
  return isThere ? toStream(listPieces(database, id)) : null;
}

interface FormerFile {
  id: string;
  sha256: string;
  media_type: string;
}

const broughtAtOnce = 100;

/**
 * Brings files of earlier releases to the storage service, one after another. Pieces go once the file is whole over
 * there, so what is broken off loses nothing and goes on from there the next time. A file that cannot be brought
 * stays, and is read, where it is.
 * @returns how many were brought, and why others could not be.
 */
export async function bringFilesOver(
  store: FileStore,
  signal?: AbortSignal,
  onBrought: (count: number) => void = () => undefined,
): Promise<{ brought: number; failures: unknown[] }> {
  let brought = 0;
  const failures: unknown[] = [];
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const found = await store.database.query<FormerFile>(
      `select id, sha256, media_type from private.files f
       where sha256 is not null and id > $1
         and exists (select from private.file_pieces p where p.file_id = f.id)
       order by id limit ${broughtAtOnce}`,
      [after],
    );
    for (const file of found) {
      if (signal?.aborted) {
        return { brought, failures };
      }
      after = file.id;
      try {
        brought += (await bringOver(store, file)) ? 1 : 0;
        onBrought(brought);
      } catch (error) {
        failures.push(error);
      }
    }
    if (found.length < broughtAtOnce) {
      return { brought, failures };
    }
  }
}

/** False where another process has brought it in the meantime. */
async function bringOver({ database, objects }: FileStore, file: FormerFile): Promise<boolean> {
  const { id, sha256, media_type: mediaType } = file;
  async function* prove(): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    for await (const piece of listPieces(database, id)) {
      hash.update(piece);
      yield piece;
    }
    if (hash.digest('hex') !== sha256) {
      throw new Error(`the pieces of the file ${id} are not what they were`);
    }
  }
  try {
    await objects.put(id, mediaType, prove());
  } catch (error) {
    if ((await findPiece(database, id, 0)) === null) {
      return false;
    }
    throw error;
  }
  await database.query('delete from private.file_pieces where file_id = $1', [id]);
  return true;
}
