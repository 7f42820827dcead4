import { createHash } from 'node:crypto';
import { toPieces } from '@muster/backend';
import type { Database, Queryable, Transaction } from '@muster/database';
import { createId } from '../engine/ids.ts';

/** Large enough that a demo is some hundred rows, small enough that few are in memory at a time. */
const pieceBytes = 256 * 1024;

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
 * Writes bytes as they come, piece by piece. If they break off, what was written is taken away again;
 * if the process dies, `sweepFiles` does.
 */
export async function writeFile(
  database: Database,
  { personId, mediaType, at }: NewFile,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<ReceivedFile> {
  const id = createId();
  await database.query(
    'insert into private.files (id, media_type, person_id, started_at) values ($1, $2, $3, $4)',
    [id, mediaType, personId, at],
  );
  const hash = createHash('sha256');
  let size = 0;
  let position = 0;
  try {
    for await (const piece of toPieces(bytes, pieceBytes)) {
      hash.update(piece);
      size += piece.length;
      await database.query(
        'insert into private.file_pieces (file_id, position, bytes) values ($1, $2, $3)',
        [id, position, piece],
      );
      position += 1;
    }
  } catch (error) {
    await deleteFile(database, id);
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
    await deleteFile(transaction, file.id);
    return same.id;
  }
  await transaction.query('update private.files set sha256 = $2, size = $3 where id = $1', [
    file.id,
    file.sha256,
    file.size,
  ]);
  return file.id;
}

export async function deleteFile(queryable: Queryable, id: string): Promise<void> {
  await queryable.query('delete from private.files where id = $1', [id]);
}

/** A file that is whole; null where there is none. */
export async function findFile(queryable: Queryable, id: string): Promise<StoredFile | null> {
  const [row] = await queryable.query<Omit<StoredFile, 'size'> & { size: string }>(
    'select id, sha256, media_type, size from private.files where id = $1 and sha256 is not null',
    [id],
  );
  return row === undefined ? null : { ...row, size: Number(row.size) };
}

/** A file's bytes, one piece in memory at a time, as fast as they are taken. */
export function readFile(queryable: Queryable, id: string): ReadableStream<Uint8Array> {
  let position = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        const [row] = await queryable.query<{ bytes: Buffer }>(
          'select bytes from private.file_pieces where file_id = $1 and position = $2',
          [id, position],
        );
        position += 1;
        if (row === undefined) {
          controller.close();
        } else {
          controller.enqueue(new Uint8Array(row.bytes));
        }
      },
    },
    { highWaterMark: 1 },
  );
}

/** Takes away what broke off before the instant, and what nothing refers to any more. */
export async function sweepFiles(database: Database, before: Date): Promise<void> {
  await database.query(
    `delete from private.files f
     where f.started_at < $1
       and not exists (select 1 from private.match_evidence e where f.id in (e.file_id, e.preview_id))
       and not exists (select 1 from private.team_logos l where f.id in (l.small_id, l.large_id))
       and not exists (select 1 from private.removed_logos r where f.id in (r.small_id, r.large_id))
       and not exists (select 1 from private.game_pictures g where f.id in (g.small_id, g.large_id))
       and not exists (select 1 from private.league_logos l where f.id in (l.bar_id, l.icon_id, l.app_id, l.link_id, l.whole_id))
       and not exists (select 1 from private.pictures p where p.file_id = f.id)`,
    [before],
  );
}
