import * as v from 'valibot';
import {
  accessDenied,
  alreadyExists,
  bucketNotEmpty,
  invalidBucketName,
  invalidMediaType,
  invalidRequest,
  noSuchBucket,
  tooLarge,
} from './failure.ts';
import { storageLimits } from './limits.ts';
import { requireBucketName } from './names.ts';
import { toOwnerUuid } from './objects.ts';
import { parseBody } from './parse-body.ts';
import type { Rights } from './rights.ts';

const sizeLimit = v.optional(
  v.nullable(v.union([v.pipe(v.number(), v.integer(), v.minValue(0)), v.string()])),
);
const mediaTypes = v.optional(
  v.nullable(v.pipe(v.array(v.string()), v.maxLength(storageLimits.mediaTypes))),
);
const newBucket = v.object({
  name: v.string(),
  id: v.optional(v.string()),
  public: v.optional(v.nullable(v.boolean())),
  type: v.optional(v.string()),
  file_size_limit: sizeLimit,
  allowed_mime_types: mediaTypes,
});
const changedBucket = v.object({
  public: v.optional(v.nullable(v.boolean())),
  file_size_limit: sizeLimit,
  allowed_mime_types: mediaTypes,
});

interface BucketRow {
  file_size_limit: string | null;
}

const columns =
  'id, name, owner, public, created_at, updated_at, file_size_limit, allowed_mime_types';

/** The size is a number for clients, and a text for the driver. */
function toShown<Row extends BucketRow>(row: Row) {
  return {
    ...row,
    file_size_limit: row.file_size_limit === null ? null : Number(row.file_size_limit),
  };
}

const units: Readonly<Record<string, number>> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

/** A size in bytes, or as `20MB`, in decimal units. */
function toBytes(given: number | string, objectBytes: number): number {
  if (typeof given === 'number') {
    return requireSize(given, objectBytes);
  }
  const [, figure = '', unit = ''] = /^(\d{1,12}(?:\.\d{1,12})?)(gb|mb|kb|b)$/i.exec(given) ?? [];
  const size = Number(figure) * (units[unit.toLowerCase()] ?? 0);
  if (figure === '') {
    throw invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
  }
  return requireSize(Math.round(size), objectBytes);
}

function requireSize(bytes: number, objectBytes: number): number {
  if (bytes > objectBytes) {
    throw tooLarge();
  }
  return bytes;
}

const bucketMediaType = /^([a-z0-9\-+.]+\/([a-z0-9\-+.]+(;\s*charset=[a-z0-9-]+)?|\*)|\*)$/i;

function requireMediaTypes(given: readonly string[] | null | undefined) {
  const types = given?.filter((type) => type !== '');
  for (const type of types ?? []) {
    if (type.length > storageLimits.mediaType || !bucketMediaType.test(type)) {
      throw invalidMediaType(type);
    }
  }
  return types ?? null;
}

export async function createBucket(
  rights: Rights,
  body: unknown,
  { owner, objectBytes }: { owner: string | null; objectBytes: number },
): Promise<Response> {
  const given = parseBody(newBucket, body);
  if (given.type !== undefined && given.type !== 'STANDARD') {
    throw invalidRequest('body/type must be STANDARD');
  }
  const name = requireBucketName(given.name);
  const id = requireBucketName(given.id || name);
  if (name.trim() !== name || id.trim() !== id) {
    throw invalidBucketName();
  }
  const limit = given.file_size_limit;
  await rights
    .run((transaction) =>
      transaction.query(
        `insert into storage.buckets
           (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          id,
          name,
          toOwnerUuid(owner),
          owner,
          given.public ?? false,
          limit === null || limit === undefined ? null : toBytes(limit, objectBytes),
          requireMediaTypes(given.allowed_mime_types),
        ],
      ),
    )
    .catch((thrown: unknown) => {
      const isTaken = thrown instanceof Error && 'code' in thrown && thrown.code === '23505';
      throw isTaken ? alreadyExists('Bucket') : thrown;
    });
  return Response.json({ name });
}

export async function updateBucket(
  rights: Rights,
  id: string,
  body: unknown,
  { objectBytes }: { objectBytes: number },
): Promise<Response> {
  const given = parseBody(changedBucket, body);
  const { file_size_limit: limit, public: isPublic, allowed_mime_types: types } = given;
  if (limit === undefined && isPublic === undefined && types === undefined) {
    throw invalidRequest("body must have required property 'public'");
  }
  const changed = await rights.run((transaction) =>
    transaction.query(
      `update storage.buckets set
         public = coalesce($2, public),
         file_size_limit = case when $3 then $4 else file_size_limit end,
         allowed_mime_types = case when $5 then $6 else allowed_mime_types end,
         updated_at = now()
       where id = $1 returning id`,
      [
        requireBucketName(id),
        isPublic ?? null,
        limit !== undefined,
        limit === null || limit === undefined ? null : toBytes(limit, objectBytes),
        types !== undefined,
        requireMediaTypes(types),
      ],
    ),
  );
  if (changed.length === 0) {
    throw noSuchBucket();
  }
  return Response.json({ message: 'Successfully updated' });
}

export async function getBucket(rights: Rights, id: string): Promise<Response> {
  const [row] = await rights.run((transaction) =>
    transaction.query<BucketRow>(`select ${columns} from storage.buckets where id = $1`, [id]),
  );
  if (row === undefined) {
    throw noSuchBucket();
  }
  return Response.json(toShown(row));
}

const sortColumns: readonly string[] = ['id', 'name', 'created_at', 'updated_at'];

function readInteger(query: URLSearchParams, name: string, least: number, most: number) {
  const given = query.get(name);
  if (given === null) {
    return null;
  }
  const number = Number(given);
  if (!/^\d+$/.test(given) || number < least || number > most) {
    throw invalidRequest(`querystring/${name} must be an integer from ${least} to ${most}`);
  }
  return number;
}

export async function listBuckets(rights: Rights, query: URLSearchParams): Promise<Response> {
  const limit = readInteger(query, 'limit', 1, storageLimits.offset);
  const offset = readInteger(query, 'offset', 0, storageLimits.offset);
  const column = query.get('sortColumn') ?? 'created_at';
  const order = query.get('sortOrder') ?? 'asc';
  if (!sortColumns.includes(column) || !['asc', 'desc'].includes(order)) {
    throw invalidRequest('querystring/sortColumn must be a column, sortOrder asc or desc');
  }
  const search = query.get('search') ?? '';
  const rows = await rights.run((transaction) =>
    transaction.query<BucketRow>(
      `select ${columns}, type from storage.buckets
       where $1 = '' or position(lower($1) in lower(name)) > 0
       order by ${column} ${order}, id collate "C" ${order} limit $2 offset $3`,
      [search, Math.min(limit ?? storageLimits.listed, storageLimits.listed), offset ?? 0],
    ),
  );
  return Response.json(rows.map(toShown));
}

export async function deleteBucket(own: Rights, rights: Rights, id: string): Promise<Response> {
  const [found] = await own.run((transaction) =>
    transaction.query<{ is_empty: boolean }>(
      `select not exists (select from storage.objects where bucket_id = b.id) as is_empty
       from storage.buckets b where id = $1`,
      [id],
    ),
  );
  if (found === undefined) {
    throw noSuchBucket();
  }
  if (!found.is_empty) {
    throw bucketNotEmpty();
  }
  const deleted = await rights
    .run((transaction) =>
      transaction.query('delete from storage.buckets where id = $1 returning id', [id]),
    )
    .catch((thrown: unknown) => {
      // Filled in the meantime.
      const isFilled = thrown instanceof Error && 'code' in thrown && thrown.code === '23503';
      throw isFilled ? bucketNotEmpty() : thrown;
    });
  if (deleted.length === 0) {
    throw noSuchBucket();
  }
  return Response.json({ message: 'Successfully deleted' });
}

/** Deletes what the caller may delete of a bucket. Who may delete none of what they see is told so. */
export async function emptyBucket(rights: Rights, id: string): Promise<Response> {
  await getBucket(rights, id);
  for (let isFirst = true; ; isFirst = false) {
    const { seen, deleted } = await rights.run((transaction) => deleteSome(transaction, id));
    if (isFirst && seen > 0 && deleted === 0) {
      throw accessDenied();
    }
    if (deleted < storageLimits.emptiedAtOnce) {
      break;
    }
  }
  const message = 'Empty bucket has been queued. Completion may take up to an hour.';
  return Response.json({ message });
}

async function deleteSome(
  transaction: Parameters<Parameters<Rights['run']>[0]>[0],
  id: string,
): Promise<{ seen: number; deleted: number }> {
  const seen = await transaction.query<{ id: string }>(
    `select id from storage.objects where bucket_id = $1 limit ${storageLimits.emptiedAtOnce}`,
    [id],
  );
  const deleted = await transaction.query(
    'delete from storage.objects where bucket_id = $1 and id = any($2) returning id',
    [id, seen.map((row) => row.id)],
  );
  return { seen: seen.length, deleted: deleted.length };
}
