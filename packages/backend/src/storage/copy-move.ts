import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import type { Asked } from './asked.ts';
import { noSuchKey, tooLarge } from './failure.ts';
import { storageLimits } from './limits.ts';
import { headBytes, requireAllowed, requireMediaType } from './media-type.ts';
import { requireBucketName, requireObjectName } from './names.ts';
import { findObject, type ObjectRow, requireObject, toOwnerUuid } from './objects.ts';
import { parseBody } from './parse-body.ts';
import { readJson } from './receive/body.ts';
import { parseMetadataHeader, toCacheControl } from './receive/incoming.ts';
import { toSender } from './under-way.ts';
import { requireBucketRules, requireWritable, throwAsKey, toMetadata, writeRow } from './upload.ts';

const fromTo = {
  bucketId: v.string(),
  sourceKey: v.string(),
  destinationBucket: v.nullish(v.string()),
  destinationKey: v.string(),
};
const moving = v.object(fromTo);
const copying = v.object({
  ...fromTo,
  copyMetadata: v.nullish(v.boolean()),
  metadata: v.nullish(
    v.object({
      cacheControl: v.nullish(v.pipe(v.string(), v.maxLength(storageLimits.cacheControl))),
      mimetype: v.nullish(v.pipe(v.string(), v.maxLength(storageLimits.mediaType))),
    }),
  ),
});

/** Refuses what the bucket does not take where it goes to. */
async function requireFits(
  { parts }: Asked,
  { version, metadata }: ObjectRow,
  { bucketId, mediaType }: { bucketId: string; mediaType: string },
): Promise<void> {
  const rules = await requireBucketRules(parts, bucketId);
  const size = metadata?.size ?? 0;
  if (size > rules.fileBytes) {
    throw tooLarge();
  }
  if (rules.mediaTypes === null || version === null || size === 0) {
    return;
  }
  const range = { first: 0, last: Math.min(size, headBytes) - 1 };
  const head = await buffer(await parts.store.read(version, range));
  requireAllowed(mediaType, head, rules.mediaTypes);
}

/** Writes the same file under another name, with what is said of it as it is or anew. */
export async function copyObject(asked: Asked): Promise<Response> {
  const { parts, rights, own, request, caller, address } = asked;
  const given = parseBody(copying, await readJson(request));
  const source = await requireObject(rights, given.bucketId, given.sourceKey);
  const { version } = source;
  if (version === null) {
    throw noSuchKey();
  }
  const destination = {
    bucketId: requireBucketName(given.destinationBucket ?? given.bucketId),
    name: requireObjectName(given.destinationKey),
    owner: caller.owner,
    isUpsert: request.headers.get('x-upsert') === 'true',
  };
  const isAnew = given.copyMetadata === false;
  const { cacheControl, mimetype } = source.metadata ?? {};
  const said = {
    mediaType: requireMediaType(
      (isAnew ? given.metadata?.mimetype : null) ?? mimetype ?? 'application/octet-stream',
    ),
    cacheControl: toCacheControl(
      (isAnew ? given.metadata?.cacheControl : null) ?? cacheControl ?? null,
    ),
    userMetadata: isAnew
      ? parseMetadataHeader(request.headers.get('x-metadata'))
      : source.user_metadata,
  };
  const bytes = source.metadata?.size ?? 0;
  await requireFits(asked, source, { ...destination, mediaType: said.mediaType });
  await requireWritable(rights, destination, { ...said, bytes });
  return parts.uploads.count(toSender(caller.owner, address), async () => {
    const copy = await parts.store.copy(version);
    try {
      const metadata = toMetadata(copy, bytes, said);
      const { userMetadata } = said;
      const { id } = await writeRow(rights, {
        ...destination,
        version: copy,
        metadata,
        userMetadata,
      });
      const { bucketId, name } = destination;
      const written = await own.run((transaction) => findObject(transaction, bucketId, name));
      return Response.json({ Id: id, Key: `${bucketId}/${name}`, ...written });
    } catch (error) {
      await parts.store.drop(copy);
      throw error;
    }
  });
}

/** Gives a file another name. Its bytes stay where they are, so that it is there all the while. */
export async function moveObject(asked: Asked): Promise<Response> {
  const { rights, request, caller } = asked;
  const given = parseBody(moving, await readJson(request));
  const bucketId = requireBucketName(given.destinationBucket ?? given.bucketId);
  const name = requireObjectName(given.destinationKey);
  if (bucketId !== given.bucketId) {
    const source = await requireObject(rights, given.bucketId, given.sourceKey);
    const mediaType = source.metadata?.mimetype ?? '';
    await requireFits(asked, source, { bucketId, mediaType });
  }
  const { owner } = caller;
  const moved = await rights
    .run((transaction) =>
      transaction.query<{ id: string }>(
        `update storage.objects set bucket_id = $3, name = $4,
           owner = case when $6::text is null then owner else $5::uuid end,
           owner_id = coalesce($6, owner_id)
         where bucket_id = $1 and name = $2 returning id`,
        [given.bucketId, given.sourceKey, bucketId, name, toOwnerUuid(owner), owner],
      ),
    )
    .catch(throwAsKey);
  const [row] = moved;
  if (row === undefined) {
    throw noSuchKey();
  }
  return Response.json({ message: 'Successfully moved', Id: row.id, Key: name });
}
