import * as v from 'valibot';
import type { Asked } from './asked.ts';
import { describeObject, serveObject } from './download.ts';
import { accessDenied, noSuchBucket, noSuchKey } from './failure.ts';
import { storageLimits } from './limits.ts';
import { requireBucketName, requireObjectName } from './names.ts';
import { findObject, type ObjectRow, objectColumns, requireObject } from './objects.ts';
import { parseBody } from './parse-body.ts';
import { readJson } from './receive/body.ts';
import type { Route } from './router.ts';
import { toSender } from './under-way.ts';
import { takeUpload } from './upload.ts';

async function isPublicBucket({ parts, bucket }: Asked): Promise<boolean | null> {
  const [row] = await parts.database.query<{ public: boolean | null }>(
    'select public from storage.buckets where id = $1',
    [requireBucketName(bucket)],
  );
  return row === undefined ? null : row.public === true;
}

/** An object that whoever asks may see: of a public bucket anybody, of another by its policies. */
export async function requireSeen(asked: Asked): Promise<ObjectRow> {
  const isPublic = await isPublicBucket(asked);
  if (isPublic === null || !(isPublic || asked.caller.isAuthenticated)) {
    throw noSuchBucket();
  }
  const { own, rights, bucket, name } = asked;
  return requireObject(isPublic ? own : rights, bucket, requireObjectName(name));
}

/** An object of a public bucket. */
export async function requirePublic(asked: Asked): Promise<ObjectRow> {
  if (!(await isPublicBucket(asked))) {
    throw noSuchBucket();
  }
  return requireObject(asked.own, asked.bucket, requireObjectName(asked.name));
}

function serve({ parts, request, query }: Asked, object: ObjectRow): Promise<Response> {
  return serveObject(parts.store, request, object, { download: query.get('download') });
}

async function upload(asked: Asked, isUpsert: boolean): Promise<Response> {
  const { parts, rights, request, caller, address, bucket, name } = asked;
  const { owner } = caller;
  const destination = {
    bucketId: requireBucketName(bucket),
    name: requireObjectName(name),
    owner,
    isUpsert,
  };
  const { id } = await parts.uploads.count(toSender(owner, address), () =>
    takeUpload(parts, rights, request, destination),
  );
  return Response.json({ Id: id, Key: `${bucket}/${name}` });
}

export const isUpsert = (request: Request) => request.headers.get('x-upsert') === 'true';

async function deleteObject({ own, rights, bucket, name }: Asked): Promise<Response> {
  const found = await own.run((transaction) => findObject(transaction, bucket, name));
  if (found === null) {
    throw noSuchKey();
  }
  const deleted = await rights.run((transaction) =>
    transaction.query(
      'delete from storage.objects where bucket_id = $1 and name = $2 returning id',
      [bucket, name],
    ),
  );
  if (deleted.length === 0) {
    throw accessDenied();
  }
  return Response.json({ message: 'Successfully deleted' });
}

const deletion = v.object({
  prefixes: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(storageLimits.objectsAtOnce)),
});

async function deleteObjects({ rights, request, bucket }: Asked): Promise<Response> {
  const { prefixes } = parseBody(deletion, await readJson(request));
  const deleted = await rights.run((transaction) =>
    transaction.query(
      `delete from storage.objects where bucket_id = $1 and name = any($2) returning ${objectColumns}`,
      [bucket, prefixes],
    ),
  );
  return Response.json(deleted);
}

const info = async (asked: Asked) => describeObject(await requireSeen(asked));

/** Uploads, downloads, what is known of an object, deletion. */
export const objectRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'object/info/public/:bucket/*',
    operation: 'storage.object.info_public',
    nobodyIs: 'enough',
    answer: async (asked) => describeObject(await requirePublic(asked)),
  },
  {
    method: 'GET',
    path: 'object/info/authenticated/:bucket/*',
    operation: 'object.get_authenticated_info',
    nobodyIs: 'refused',
    answer: info,
  },
  {
    method: 'GET',
    path: 'object/info/:bucket/*',
    operation: 'object.get_authenticated_info',
    nobodyIs: 'enough',
    answer: info,
  },
  {
    method: 'GET',
    path: 'object/public/:bucket/*',
    operation: 'storage.object.get_public',
    nobodyIs: 'enough',
    answer: async (asked) => serve(asked, await requirePublic(asked)),
  },
  {
    method: 'GET',
    path: 'object/authenticated/:bucket/*',
    operation: 'storage.object.get_authenticated',
    nobodyIs: 'refused',
    answer: async (asked) => serve(asked, await requireSeen(asked)),
  },
  {
    method: 'GET',
    path: 'object/:bucket/*',
    operation: 'storage.object.get_authenticated',
    nobodyIs: 'enough',
    answer: async (asked) => serve(asked, await requireSeen(asked)),
  },
  {
    method: 'POST',
    path: 'object/:bucket/*',
    operation: 'storage.object.upload',
    nobodyIs: 'refused',
    answer: (asked) => upload(asked, isUpsert(asked.request)),
  },
  {
    method: 'PUT',
    path: 'object/:bucket/*',
    operation: 'storage.object.upload_update',
    nobodyIs: 'refused',
    answer: (asked) => upload(asked, true),
  },
  {
    method: 'DELETE',
    path: 'object/:bucket/*',
    operation: 'storage.object.delete',
    nobodyIs: 'refused',
    answer: deleteObject,
  },
  {
    method: 'DELETE',
    path: 'object/:bucket',
    operation: 'storage.object.delete_many',
    nobodyIs: 'refused',
    answer: deleteObjects,
  },
];
