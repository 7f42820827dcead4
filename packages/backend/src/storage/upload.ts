import type { Queryable } from '@muster/database';
import type { BytesStore } from './bytes/bytes-store.ts';
import { alreadyExists, noSuchBucket, tooLarge } from './failure.ts';
import { requireAllowed } from './media-type.ts';
import { isEmptyFolder } from './names.ts';
import { type ObjectMetadata, writeObject } from './objects.ts';
import { type IncomingFile, openIncoming } from './receive/incoming.ts';
import { type Rights, tryOut } from './rights.ts';

/** Where an object goes, and whose it is then. */
export interface Destination {
  bucketId: string;
  name: string;
  owner: string | null;
  /** Whether it may take the place of one that is there. */
  isUpsert: boolean;
}

/** What a bucket takes. */
export interface BucketRules {
  fileBytes: number;
  mediaTypes: readonly string[] | null;
}

/** What uploads need of the service. */
export interface UploadParts {
  /** With the service's own rights. */
  database: Queryable;
  store: BytesStore;
  /** Bytes of one object. */
  objectBytes: number;
}

/** What an object's bucket takes. Refuses where there is no bucket. */
export async function requireBucketRules(
  { database, objectBytes }: Pick<UploadParts, 'database' | 'objectBytes'>,
  bucketId: string,
): Promise<BucketRules> {
  const [row] = await database.query<{
    file_size_limit: string | null;
    allowed_mime_types: string[] | null;
  }>('select file_size_limit, allowed_mime_types from storage.buckets where id = $1', [bucketId]);
  if (row === undefined) {
    throw noSuchBucket();
  }
  const own = row.file_size_limit === null ? objectBytes : Number(row.file_size_limit);
  return { fileBytes: Math.min(own, objectBytes), mediaTypes: row.allowed_mime_types };
}

/** Whether somebody may write an object so: tried by writing its row, of which nothing is left. */
export async function requireWritable(
  rights: Rights,
  { bucketId, name, owner, isUpsert }: Destination,
  said: { mediaType: string; bytes: number | null; userMetadata: unknown },
): Promise<void> {
  const metadata = {
    mimetype: said.mediaType,
    ...(said.bytes === null ? {} : { contentLength: said.bytes }),
  };
  const { userMetadata } = said;
  await tryOut(rights, (transaction) =>
    writeObject(
      transaction,
      { bucketId, name, owner, version: null, metadata, userMetadata },
      isUpsert,
    ),
  ).catch(throwAsKey);
}

/** A row that is there already is told as the key that it has. */
export function throwAsKey(thrown: unknown): never {
  throw thrown instanceof Error && 'code' in thrown && thrown.code === '23505'
    ? alreadyExists('Key')
    : thrown;
}

/** What is kept of new bytes. Their version says whether they are the same, since they never change. */
export function toMetadata(
  version: string,
  size: number,
  { mediaType, cacheControl }: Pick<IncomingFile, 'mediaType' | 'cacheControl'>,
): ObjectMetadata {
  return {
    eTag: `"${version.replaceAll('-', '')}"`,
    size,
    mimetype: mediaType,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  };
}

/**
 * Takes a file and writes its object. The bytes are safe before the row names them, and the row is written
 * with the rights of whoever sends it, with what the bytes have turned out to be.
 */
export async function takeUpload(
  parts: UploadParts,
  rights: Rights,
  request: Request,
  destination: Destination,
): Promise<{ id: string }> {
  const { bucketId, name } = destination;
  const rules = await requireBucketRules(parts, bucketId);
  const most = isEmptyFolder(name) ? 0 : rules.fileBytes;
  const incoming = await openIncoming(request);
  try {
    if (incoming.declaredBytes !== null && incoming.declaredBytes > most) {
      throw tooLarge();
    }
    if (!isEmptyFolder(name)) {
      requireAllowed(incoming.mediaType, incoming.head, rules.mediaTypes);
    }
    const { mediaType, declaredBytes: bytes, userMetadata } = incoming;
    await requireWritable(rights, destination, { mediaType, bytes, userMetadata });
    return await keep(parts, rights, destination, { ...incoming, most });
  } catch (error) {
    await incoming.refuse();
    throw error;
  }
}

async function keep(
  { store }: UploadParts,
  rights: Rights,
  destination: Destination,
  incoming: IncomingFile & { most: number },
): Promise<{ id: string }> {
  const version = await store.begin();
  try {
    const size = await store.write(version, incoming.take(incoming.most));
    const metadata = toMetadata(version, size, incoming);
    const { userMetadata } = incoming;
    return await writeRow(rights, { ...destination, version, metadata, userMetadata });
  } catch (error) {
    await store.drop(version);
    throw error;
  }
}

/** Writes the row of bytes that are safe, and gives its id. */
export async function writeRow(
  rights: Rights,
  object: Destination & { version: string; metadata: ObjectMetadata; userMetadata: unknown },
): Promise<{ id: string }> {
  return rights
    .run(async (transaction) => ({ id: await writeObject(transaction, object, object.isUpsert) }))
    .catch(throwAsKey);
}
