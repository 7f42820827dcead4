import * as v from 'valibot';
import type { Asked } from './asked.ts';
import { serveObject } from './download.ts';
import { storageLimits } from './limits.ts';
import { requireBucketName, requireObjectName } from './names.ts';
import { isUpsert } from './object-routes.ts';
import { requireObject } from './objects.ts';
import { parseBody } from './parse-body.ts';
import { readJson } from './receive/body.ts';
import { parseMetadataHeader } from './receive/incoming.ts';
import { transformBody, writeTransform } from './rendering.ts';
import type { Route } from './router.ts';
import { signAddress, verifyAddress } from './signing.ts';
import { toSender } from './under-way.ts';
import { requireWritable, takeUpload } from './upload.ts';

const expiresIn = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(storageLimits.signedSeconds),
);
const one = v.object({ expiresIn, transform: transformBody });
const many = v.object({
  expiresIn,
  paths: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(storageLimits.objectsAtOnce)),
});

const toExpiry = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

async function toSignedUrl(
  { parts, bucket }: Asked,
  name: string,
  { seconds, transformations }: { seconds: number; transformations?: string },
) {
  const url = `${bucket}/${name}`;
  const token = await signAddress(parts.secret, 'download', {
    ...{ url, exp: toExpiry(seconds) },
    ...(transformations ? { transformations } : {}),
  });
  return `/${transformations ? 'render/image' : 'object'}/sign/${url}?token=${token}`;
}

async function signOne(asked: Asked): Promise<Response> {
  const given = parseBody(one, await readJson(asked.request));
  await requireObject(asked.rights, asked.bucket, requireObjectName(asked.name));
  const transformations = writeTransform(given.transform ?? {});
  const { expiresIn: seconds } = given;
  const signedURL = await toSignedUrl(asked, asked.name, { seconds, transformations });
  return Response.json({ signedURL });
}

async function signMany(asked: Asked): Promise<Response> {
  const { paths, expiresIn: seconds } = parseBody(many, await readJson(asked.request));
  const seen = await asked.rights.run((transaction) =>
    transaction.query<{ name: string }>(
      'select name from storage.objects where bucket_id = $1 and name = any($2)',
      [requireBucketName(asked.bucket), paths],
    ),
  );
  const names = new Set(seen.map(({ name }) => name));
  const signed = paths.map(async (path) =>
    names.has(path)
      ? { error: null, path, signedURL: await toSignedUrl(asked, path, { seconds }) }
      : {
          error: 'Either the object does not exist or you do not have access to it',
          ...{ path, signedURL: null },
        },
  );
  return Response.json(await Promise.all(signed));
}

/** What a signed address is for, by its token alone: no other right is asked. */
export function verifySigned({ parts, query, bucket, name }: Asked, scope: 'download' | 'upload') {
  const url = `${requireBucketName(bucket)}/${requireObjectName(name)}`;
  return verifyAddress(parts.secret, scope, { token: query.get('token'), url });
}

async function serveSigned(asked: Asked): Promise<Response> {
  const { exp } = await verifySigned(asked, 'download');
  const object = await requireObject(asked.own, asked.bucket, asked.name);
  const { parts, request, query } = asked;
  const handing = { download: query.get('download'), expires: new Date(exp * 1000) };
  return serveObject(parts.store, request, object, handing);
}

async function signUpload(asked: Asked): Promise<Response> {
  const { parts, rights, request, bucket, name, caller } = asked;
  const { owner } = caller;
  const { headers } = request;
  const destination = {
    bucketId: requireBucketName(bucket),
    name: requireObjectName(name),
    ...{ owner, isUpsert: isUpsert(request) },
  };
  await requireWritable(rights, destination, {
    mediaType: headers.get('content-type') ?? 'application/octet-stream',
    bytes: null,
    userMetadata: parseMetadataHeader(headers.get('x-metadata')),
  });
  const url = `${bucket}/${name}`;
  const token = await signAddress(parts.secret, 'upload', {
    ...{ url, exp: toExpiry(storageLimits.uploadAddressSeconds), upsert: destination.isUpsert },
    ...(owner === null ? {} : { owner }),
  });
  return Response.json({ url: `/object/upload/sign/${url}?token=${token}`, token });
}

async function uploadSigned(asked: Asked): Promise<Response> {
  const { parts, own, request, bucket, name, address } = asked;
  const { owner = null, upsert = false } = await verifySigned(asked, 'upload');
  const destination = { bucketId: bucket, name, owner, isUpsert: upsert };
  await parts.uploads.count(toSender(owner, address), () =>
    takeUpload(parts, own, request, destination),
  );
  return Response.json({ Key: `${bucket}/${name}` });
}

/** Addresses that are good by themselves: to read by, and to write by. */
export const signedRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: 'object/upload/sign/:bucket/*',
    operation: 'storage.object.sign_upload_url',
    nobodyIs: 'refused',
    answer: signUpload,
  },
  {
    method: 'PUT',
    path: 'object/upload/sign/:bucket/*',
    operation: 'storage.object.upload_signed',
    nobodyIs: 'enough',
    answer: uploadSigned,
  },
  {
    method: 'GET',
    path: 'object/sign/:bucket/*',
    operation: 'storage.object.get_signed',
    nobodyIs: 'enough',
    answer: serveSigned,
  },
  {
    method: 'POST',
    path: 'object/sign/:bucket',
    operation: 'storage.object.sign_many',
    nobodyIs: 'refused',
    answer: signMany,
  },
  {
    method: 'POST',
    path: 'object/sign/:bucket/*',
    operation: 'storage.object.sign',
    nobodyIs: 'refused',
    answer: signOne,
  },
];
