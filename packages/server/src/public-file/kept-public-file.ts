import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Queryable, Transaction } from '@muster/database';
import type { FileStore } from '../files/file-store.ts';
import { publicMediaType } from '../files/kinds.ts';
import { deleteFile, settleFile, writeFile } from '../files/stored-files.ts';
import type { PublicManifest } from './manifest.ts';

/** The public file that the league hands out. */
export interface KeptPublicFile {
  file_id: string;
  made_at: Date;
  /** The instant whose pages it has. */
  as_of: Date;
  pages: number;
  /** In bytes. */
  size: number;
  sha256: string;
}

/** A league whose public file is longer than this, in bytes, offers none. */
const mostBytes = 1024 * 1024 * 1024;

/** The one that is handed out now; null where there is none, and where somebody left or something was hidden since. */
export async function findPublicFile(queryable: Queryable): Promise<KeptPublicFile | null> {
  const [row] = await queryable.query<KeptPublicFile>(
    `select p.file_id, p.made_at, p.as_of, p.pages, f.size::float8 as size, f.sha256
     from private.public_file p join private.files f on f.id = p.file_id
     where p.made_of = p.withheld`,
  );
  return row ?? null;
}

/** How often something was taken from the public; asked before a file is begun, that what comes meanwhile is noticed. */
export async function countWithheld(queryable: Queryable): Promise<number> {
  const [row] = await queryable.query<{ withheld: number }>(
    'select withheld from private.public_file',
  );
  return row?.withheld ?? 0;
}

const isOffered = async (transaction: Transaction) => {
  const [row] = await transaction.query<{ public_file: boolean | null }>(
    'select public_file from public.league_settings for share',
  );
  return row?.public_file !== false;
};

/** The id of the one that was handed out, which is held until the transaction ends. */
async function holdFormer(transaction: Transaction): Promise<string | null> {
  const [row] = await transaction.query<{ file_id: string | null }>(
    'select file_id from private.public_file for update',
  );
  return row?.file_id ?? null;
}

/** Brings a file that was written to where the league's files lie, and hands it out in place of the one before. */
export async function keepPublicFile(
  store: FileStore,
  path: string,
  { as_of, pages, withheld }: Pick<PublicManifest, 'as_of' | 'pages'> & { withheld: number },
): Promise<void> {
  const { size } = await stat(path);
  if (size > mostBytes) {
    throw new Error(`The public file has ${size} bytes: more than ${mostBytes} are not kept.`);
  }
  const file = await writeFile(
    store,
    { personId: null, mediaType: publicMediaType, at: new Date() },
    createReadStream(path),
  );
  const spare = await store.database.transaction(async (transaction) => {
    if (!(await isOffered(transaction))) {
      return file.id;
    }
    const former = await holdFormer(transaction);
    const id = await settleFile(transaction, file);
    await transaction.query(
      `update private.public_file
       set file_id = $1, made_at = now(), as_of = $2, pages = $3, made_of = $4`,
      [id, as_of, pages, withheld],
    );
    return former === id ? null : former;
  });
  if (spare !== null) {
    await deleteFile(store, spare);
  }
}

/** Takes it away, where there is one. */
export async function removePublicFile(store: FileStore): Promise<void> {
  const former = await store.database.transaction(async (transaction) => {
    const id = await holdFormer(transaction);
    await transaction.query(
      `update private.public_file set seen = null, file_id = null, made_at = null, as_of = null,
         pages = null, made_of = null
       where file_id is not null`,
    );
    return id;
  });
  if (former !== null) {
    await deleteFile(store, former);
  }
}
