import type { Queryable } from '@muster/database';
import type { BytesHome } from './home.ts';
import { streamPieces, toPieces } from './pieces.ts';

/** Large enough that a file is some hundred rows, small enough that few are in memory at a time. */
const pieceBytes = 256 * 1024;
/** How many are copied by one statement. */
const copiedAtOnce = 64;

/** Bytes in pieces in PostgreSQL: every process of a league sees them, and each backup of it has them. */
export function createDatabaseHome(database: Queryable): BytesHome {
  return {
    async append(id, start, bytes, onSafe) {
      await database.query(
        'delete from private.stored_pieces where bytes_id = $1 and start >= $2',
        [id, start],
      );
      let size = start;
      for await (const piece of toPieces(bytes, pieceBytes)) {
        await database.query(
          'insert into private.stored_pieces (bytes_id, start, bytes) values ($1, $2, $3)',
          [id, size, piece],
        );
        size += piece.length;
        await onSafe?.(size);
      }
      return size;
    },
    finish: async () => undefined,
    read: (id, range) =>
      streamPieces(range, (place, most) => readAt(database, id, { place, most })),
    async copy(from, to) {
      let next = 0;
      for (;;) {
        const [row] = await database.query<{ next: string | null }>(
          `with pieces as (
             select start, bytes from private.stored_pieces
             where bytes_id = $1 and start >= $3 order by start limit ${copiedAtOnce}),
           copied as (
             insert into private.stored_pieces (bytes_id, start, bytes) select $2, start, bytes from pieces)
           select max(start) + 1 as next from pieces`,
          [from, to, next],
        );
        if (row?.next === null || row === undefined) {
          return;
        }
        next = Number(row.next);
      }
    },
    async remove(id) {
      await database.query('delete from private.stored_pieces where bytes_id = $1', [id]);
    },
  };
}

/** What lies in the piece with this place, from there on. */
async function readAt(
  database: Queryable,
  id: string,
  { place, most }: { place: number; most: number },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const [row] = await database.query<{ start: string; bytes: Buffer }>(
    `select start, bytes from private.stored_pieces
     where bytes_id = $1 and start <= $2 order by start desc limit 1`,
    [id, place],
  );
  if (row === undefined) {
    return null;
  }
  const offset = place - Number(row.start);
  return new Uint8Array(row.bytes.subarray(offset, offset + most));
}
