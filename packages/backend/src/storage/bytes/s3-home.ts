import type { Queryable } from '@muster/database';
import type { BytesHome } from './home.ts';
import { streamPieces, toPieces } from './pieces.ts';
import type { S3Client } from './s3-client.ts';

/** Each is in memory while it is sent or read; larger ones would be fewer requests. */
const pieceBytes = 2 * 1024 * 1024;

interface Piece {
  start: number;
  size: number;
}

/** Bytes as objects of an S3, a piece each; which there are stands in the database, so that nothing is ever listed. */
export function createS3Home(database: Queryable, client: S3Client): BytesHome {
  const toKey = (id: string, start: number) => `${id}/${start}`;

  async function listPieces(id: string, from: number): Promise<Piece[]> {
    const rows = await database.query<{ start: string; size: string }>(
      'select start, size from private.s3_pieces where bytes_id = $1 and start >= $2 order by start',
      [id, from],
    );
    return rows.map(({ start, size }) => ({ start: Number(start), size: Number(size) }));
  }

  async function send(id: string, start: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await database.query(
      'insert into private.s3_pieces (bytes_id, start, size) values ($1, $2, $3)',
      [id, start, bytes.length],
    );
    await client.put(toKey(id, start), bytes);
  }

  async function removeFrom(id: string, from: number): Promise<void> {
    for (const { start } of await listPieces(id, from)) {
      await client.remove(toKey(id, start));
      await database.query('delete from private.s3_pieces where bytes_id = $1 and start = $2', [
        id,
        start,
      ]);
    }
  }

  return {
    async append(id, start, bytes, onSafe) {
      await removeFrom(id, start);
      let size = start;
      for await (const piece of toPieces(bytes, pieceBytes)) {
        await send(id, size, new Uint8Array(piece));
        size += piece.length;
        await onSafe?.(size);
      }
      return size;
    },
    async finish(id) {
      // What was taken and is not there is found before a row names it, not by who reads.
      for (const { start, size } of await listPieces(id, 0)) {
        if ((await client.getSize(toKey(id, start))) !== size) {
          throw new Error(`the S3 took ${toKey(id, start)} and does not have it`);
        }
      }
    },
    read: (id, range) =>
      streamPieces(range, async (place, most) => {
        const piece = await findPiece(database, id, place);
        const offset = place - (piece?.start ?? 0);
        const length = Math.min(most, (piece?.size ?? 0) - offset);
        return piece === undefined || length <= 0
          ? null
          : client.get(toKey(id, piece.start), offset, offset + length - 1);
      }),
    async copy(from, to) {
      for (const { start, size } of await listPieces(from, 0)) {
        await send(to, start, await client.get(toKey(from, start), 0, size - 1));
      }
    },
    remove: (id) => removeFrom(id, 0),
  };
}

/** The piece in which a place is. */
async function findPiece(database: Queryable, id: string, at: number): Promise<Piece | undefined> {
  const [row] = await database.query<{ start: string; size: string }>(
    `select start, size from private.s3_pieces
     where bytes_id = $1 and start <= $2 order by start desc limit 1`,
    [id, at],
  );
  return row && { start: Number(row.start), size: Number(row.size) };
}
