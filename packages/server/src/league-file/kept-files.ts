import { type HomeName, type HomesConfig, openHomes, ownBucket, toPieces } from '@muster/backend';
import type { Queryable, Transaction } from '@muster/database';
import { listPieces } from '../files/former-pieces.ts';
import { publicMediaType } from '../files/kinds.ts';
import { FileFault } from './file-fault.ts';

/** A file whose bytes a league's file keeps. */
export interface KeptFile {
  /** The table that has its row. */
  table: 'private.files' | 'private.stored_bytes';
  id: string;
  size: number;
  /** Where its bytes lie; null where there is but one place. */
  home: HomeName | null;
}

/** All files: of the storage service, and those of a former release that are not there yet; in the order of their ids. */
export function listKeptFiles(queryable: Queryable): Promise<KeptFile[]> {
  return queryable.query<KeptFile>(
    `select 'private.files' as table, id, size::float8 as size, null as home
     from private.files f where sha256 is not null
       and exists (select from private.file_pieces p where p.file_id = f.id)
     union all
     select 'private.stored_bytes', b.id, (o.metadata ->> 'size')::float8, b.home
     from private.stored_bytes b join storage.objects o on o.version = b.id::text
     where b.named_at is not null and b.unwanted_at is null
       and (o.bucket_id = $1 and o.metadata ->> 'mimetype' = $2) is not true
     order by 1, 2`,
    [ownBucket, publicMediaType],
  );
}

/** A file's bytes from wherever they lie. */
export async function* readKeptFile(
  queryable: Queryable,
  config: HomesConfig,
  { table, id, size, home }: KeptFile,
): AsyncGenerator<Uint8Array> {
  if (table === 'private.files') {
    yield* listPieces(queryable, id);
    return;
  }
  const found = home === null ? undefined : openHomes(queryable, config)[home];
  if (found === undefined) {
    throw new FileFault(`the home ${home}, where stored files lie, is not configured here`);
  }
  if (size > 0) {
    yield* found.read(id, { first: 0, last: size - 1 });
  }
}

const formerPieceBytes = 256 * 1024;

/** Writes a file's bytes into the database, wherever they lay before: what a transaction takes back goes with it. */
export async function writeKeptFile(
  transaction: Transaction,
  { table, id }: { table: string; id: string },
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  if (table === 'private.stored_bytes') {
    await openHomes(transaction, {}).database?.append(id, 0, bytes);
    return;
  }
  let position = 0;
  for await (const piece of toPieces(bytes, formerPieceBytes)) {
    await transaction.query(
      'insert into private.file_pieces (file_id, position, bytes) values ($1, $2, $3)',
      [id, position, piece],
    );
    position += 1;
  }
}
