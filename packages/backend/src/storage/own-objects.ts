import type { Database } from '@muster/database';
import type { BytesStore } from './bytes/bytes-store.ts';
import type { ByteRange } from './bytes/home.ts';
import { type HomesConfig, openStore } from './bytes/open-store.ts';
import { writeObject } from './objects.ts';
import { toMetadata } from './upload.ts';

/** What the server itself keeps, in a bucket that no policy opens: only the server writes and reads there. */
export const ownBucket = 'muster-league';

/** Files of the server's own, under names that it makes. */
export interface OwnObjects {
  /** Takes all bytes as they come; what breaks off leaves nothing. What bears the name already is replaced. */
  put(name: string, mediaType: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** All bytes, or a part of them that is there; null where there is nothing of that name. */
  read(name: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  /** There or not. */
  remove(name: string): Promise<void>;
  /** All names, some at a time. */
  listNames(): AsyncGenerator<string[]>;
}

const cacheControl = 'no-cache';
const listedAtOnce = 1_000;

/** The server's own files among those of the storage service, in the home that the operator chose. */
export function openOwnObjects(
  database: Database,
  config: HomesConfig = {},
  onError: (error: unknown) => void = () => undefined,
): OwnObjects {
  const store = openStore(database, config, onError);
  return {
    put: (name, mediaType, bytes) => put(database, store, { name, mediaType, bytes }),
    async read(name, range) {
      const [row] = await database.query<{ version: string; size: string }>(
        `select version, metadata->>'size' as size from storage.objects
         where bucket_id = $1 and name = $2`,
        [ownBucket, name],
      );
      return row === undefined
        ? null
        : store.read(row.version, range ?? { first: 0, last: Number(row.size) - 1 });
    },
    async remove(name) {
      await database.query('delete from storage.objects where bucket_id = $1 and name = $2', [
        ownBucket,
        name,
      ]);
    },
    listNames: () => listNames(database),
  };
}

async function* listNames(database: Database): AsyncGenerator<string[]> {
  let after = '';
  for (;;) {
    const rows = await database.query<{ name: string }>(
      `select name from storage.objects where bucket_id = $1 and name collate "C" > $2
       order by name collate "C" limit ${listedAtOnce}`,
      [ownBucket, after],
    );
    const last = rows.at(-1);
    if (last === undefined) {
      return;
    }
    after = last.name;
    yield rows.map(({ name }) => name);
  }
}

async function put(
  database: Database,
  store: BytesStore,
  { name, mediaType, bytes }: { name: string; mediaType: string; bytes: AsyncIterable<Uint8Array> },
): Promise<void> {
  const version = await store.begin();
  try {
    const size = await store.write(version, bytes);
    const metadata = toMetadata(version, size, { mediaType, cacheControl });
    await database.transaction(async (transaction) => {
      await transaction.query(
        'insert into storage.buckets (id, name, public) values ($1, $1, false) on conflict do nothing',
        [ownBucket],
      );
      const object = { bucketId: ownBucket, name, owner: null, version, metadata };
      await writeObject(transaction, { ...object, userMetadata: null }, true);
    });
  } catch (error) {
    await store.drop(version);
    throw error;
  }
}
