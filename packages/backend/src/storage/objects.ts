import { randomUUID } from 'node:crypto';
import type { Queryable, Transaction } from '@muster/database';
import { noSuchKey } from './failure.ts';
import type { Rights } from './rights.ts';

/** What is kept of an object's bytes, as Supabase's service writes it. */
export interface ObjectMetadata {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: 200;
}

/** An object as its row has it. */
export interface ObjectRow {
  id: string;
  bucket_id: string;
  name: string;
  owner: string | null;
  owner_id: string | null;
  version: string | null;
  metadata: Partial<ObjectMetadata> | null;
  user_metadata: unknown;
  created_at: Date;
  updated_at: Date;
  last_accessed_at: Date;
}

/** What a row is written with. */
export interface NewObject {
  bucketId: string;
  name: string;
  owner: string | null;
  version: string | null;
  metadata: Partial<ObjectMetadata> | null;
  userMetadata: unknown;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The older column holds owners whose ids are UUIDs. */
export function toOwnerUuid(owner: string | null): string | null {
  return owner !== null && uuid.test(owner) ? owner : null;
}

export const objectColumns =
  'id, bucket_id, name, owner, owner_id, version, metadata, user_metadata, created_at, updated_at, last_accessed_at';

const insertSql = `insert into storage.objects
    (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;
const upsertSql = `${insertSql}
  on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
    user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id
  returning id`;

/**
 * Writes an object's row, a new one or with `isUpsert` also over one that is there, and gives its id. Nothing is
 * asked back of a new one: who may write it need not be one who may read it.
 */
export async function writeObject(
  transaction: Transaction,
  { bucketId, name, owner, version, metadata, userMetadata }: NewObject,
  isUpsert: boolean,
): Promise<string> {
  const id = randomUUID();
  const [written] = await transaction.query<{ id: string }>(isUpsert ? upsertSql : insertSql, [
    id,
    bucketId,
    name,
    toOwnerUuid(owner),
    owner,
    version,
    metadata === null ? null : JSON.stringify(metadata),
    userMetadata === null ? null : JSON.stringify(userMetadata),
  ]);
  return written?.id ?? id;
}

const findSql = `select ${objectColumns} from storage.objects where bucket_id = $1 and name = $2`;

export async function findObject(
  queryable: Queryable,
  bucketId: string,
  name: string,
): Promise<ObjectRow | null> {
  const [row] = await queryable.query<ObjectRow>(findSql, [bucketId, name]);
  return row ?? null;
}

/** The object that somebody with these rights sees; refuses where they see none. */
export async function requireObject(
  rights: Rights,
  bucketId: string,
  name: string,
): Promise<ObjectRow> {
  const found = await rights.run((transaction) => findObject(transaction, bucketId, name));
  if (found === null) {
    throw noSuchKey();
  }
  return found;
}
