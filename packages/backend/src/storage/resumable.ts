import { buffer } from 'node:stream/consumers';
import type { Asked } from './asked.ts';
import { StorageFailure, slowDown, tooLarge, toStorageFailure } from './failure.ts';
import { headBytes, requireAllowed, requireMediaType } from './media-type.ts';
import { isEmptyFolder, requireBucketName, requireObjectName } from './names.ts';
import { readBody } from './receive/body.ts';
import { parseMetadata, toCacheControl } from './receive/incoming.ts';
import {
  addUpload,
  findUpload,
  type Hold,
  holdUpload,
  type ResumableUpload,
} from './resumable-rows.ts';
import type { Rights } from './rights.ts';
import { verifyAddress } from './signing.ts';
import { toSender } from './under-way.ts';
import { requireBucketRules, requireWritable, toMetadata, writeRow } from './upload.ts';

/** Uploads that break off and go on: TUS 1.0.0, with creation (also with the first bytes), end and expiration. */

const version = '1.0.0';
const extensions = 'creation,creation-with-upload,termination,expiration';
/** The gateway's prefix, with which a client comes back. */
const base = '/storage/v1/upload/resumable';
/** How much may come twice when a process dies. */
const recordEvery = 2 * 1024 * 1024;

/** Who goes on with an upload, and with which rights its row is written. */
interface Sender {
  rights: Rights;
  role: string;
  owner: string | null;
  isSigned: boolean;
  /** What a signed address says of it. */
  isUpsert: boolean;
}

function refuse(status: number, code: string, message: string): StorageFailure {
  return new StorageFailure({ status, code, message });
}

/** The answers of this protocol have their own statuses, and their words as text. */
export async function answerTus(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (thrown) {
    const failure = toStorageFailure(thrown);
    if (!(failure instanceof StorageFailure)) {
      throw failure;
    }
    const { headers } = failure.getResponse();
    headers.set('Tus-Resumable', version);
    headers.set('Content-Type', 'text/plain; charset=utf-8');
    return new Response(failure.message, { status: Number(failure.body.statusCode), headers });
  }
}

function toAnswer(status: 200 | 201 | 204, headers: Record<string, string>): Response {
  return new Response(null, { status, headers: { 'Tus-Resumable': version, ...headers } });
}

/** What is spoken here, for whoever asks before anything else. */
export function describeTus(): Record<string, string> {
  return {
    'Tus-Resumable': version,
    'Tus-Version': version,
    'Tus-Extension': extensions,
  };
}

function requireVersion({ headers }: Request): void {
  if (headers.get('tus-resumable') !== version) {
    throw refuse(412, 'InvalidRequest', `Tus-Resumable must be ${version}`);
  }
}

async function resolveSender(
  { parts, request, rights, own, caller }: Asked,
  isSigned: boolean,
  { bucketId, name }: { bucketId: string; name: string },
): Promise<Sender> {
  if (!isSigned) {
    const isUpsert = request.headers.get('x-upsert') === 'true';
    return { rights, role: caller.role, owner: caller.owner, isSigned, isUpsert };
  }
  const token = request.headers.get('x-signature');
  if (token === null) {
    throw refuse(400, 'InvalidSignature', 'Missing x-signature header');
  }
  const url = `${bucketId}/${name}`;
  const { owner = null, upsert = false } = await verifyAddress(parts.secret, 'upload', {
    ...{ token, url },
  });
  return { rights: own, role: 'signed', owner, isSigned, isUpsert: upsert };
}

/** `Upload-Metadata`: words and what they say in base64, divided by commas. */
function parseUploadMetadata(header: string | null): Map<string, string> {
  const pairs = (header ?? '').split(',').map((pair) => pair.trim().split(' '));
  return new Map(
    pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]),
  );
}

function parseLength(header: string | null, name: string): number {
  if (header === null || !/^\d{1,15}$/.test(header)) {
    throw refuse(400, 'InvalidRequest', `${name} must be a number of bytes`);
  }
  return Number(header);
}

/** Begins an upload, and takes what comes with the request. */
export async function createUpload(asked: Asked, isSigned: boolean): Promise<Response> {
  const { parts, request, address } = asked;
  requireVersion(request);
  const { headers } = request;
  const size = parseLength(headers.get('upload-length'), 'Upload-Length');
  const said = parseUploadMetadata(headers.get('upload-metadata'));
  const bucketId = requireBucketName(said.get('bucketName') ?? '');
  const name = requireObjectName(said.get('objectName') ?? '');
  const rules = await requireBucketRules(parts, bucketId);
  if (size > (isEmptyFolder(name) ? 0 : rules.fileBytes)) {
    throw refuse(413, 'EntityTooLarge', 'Maximum size exceeded');
  }
  const mediaType = requireMediaType(said.get('contentType') || 'application/octet-stream');
  const seconds = said.get('cacheControl') ?? '';
  const userMetadata = parseMetadata(said.get('metadata') ?? null);
  const sender = await resolveSender(asked, isSigned, { bucketId, name });
  const { rights, owner, isUpsert, role } = sender;
  const destination = { bucketId, name, owner, isUpsert };
  await requireWritable(rights, destination, { mediaType, bytes: size, userMetadata });
  const id = await parts.store.begin();
  const upload = {
    ...{ id, bucket_id: bucketId, name, role, owner_id: owner, is_signed: isSigned },
    ...{ is_upsert: isUpsert, size, media_type: mediaType, user_metadata: userMetadata },
    cache_control: toCacheControl(/^\d+$/.test(seconds) ? `max-age=${seconds}` : null),
  };
  if (!(await addUpload(parts.database, upload))) {
    await parts.store.drop(id);
    throw slowDown('Too many uploads have been begun and not ended', 429);
  }
  const hasBytes = headers.get('content-type') === 'application/offset+octet-stream';
  const begun = await requireUpload(asked, id, sender);
  const taken =
    hasBytes || size === 0
      ? await parts.uploads.count(toSender(owner, address), () => add(asked, begun, sender, 0))
      : 0;
  return toAnswer(201, {
    Location: `${base}${isSigned ? '/sign' : ''}/${id}`,
    'Upload-Expires': begun.expires_at.toUTCString(),
    ...(hasBytes ? { 'Upload-Offset': String(taken) } : {}),
  });
}

async function requireUpload(
  { parts }: Asked,
  id: string,
  sender: Pick<Sender, 'role' | 'owner' | 'isSigned'>,
): Promise<ResumableUpload> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
  const upload = isId ? await findUpload(parts.database, id) : null;
  const isOwn =
    upload?.owner_id === sender.owner &&
    upload.role === sender.role &&
    upload.is_signed === sender.isSigned;
  if (upload === null || !isOwn) {
    throw refuse(404, 'NoSuchUpload', 'Upload not found');
  }
  return upload;
}

/** The upload that the address names, of whoever began it. */
async function findOwn(asked: Asked, isSigned: boolean) {
  const { parts, caller, name: id } = asked;
  requireVersion(asked.request);
  const asCaller = { role: caller.role, owner: caller.owner, isSigned };
  if (!isSigned) {
    const upload = await requireUpload(asked, id, asCaller);
    return { upload, sender: { ...asCaller, rights: asked.rights, isUpsert: upload.is_upsert } };
  }
  const isId = /^[0-9a-f-]{36}$/.test(id);
  const found = isId ? await findUpload(parts.database, id) : null;
  const destination = { bucketId: found?.bucket_id ?? '', name: found?.name ?? '' };
  const sender = await resolveSender(asked, isSigned, destination);
  return { upload: await requireUpload(asked, id, sender), sender };
}

/** How much has come. What is whole and has no row yet, since a process died in between, gets it now. */
export async function tellUpload(asked: Asked, isSigned: boolean): Promise<Response> {
  const { upload, sender } = await findOwn(asked, isSigned);
  if (upload.taken === upload.size && !upload.is_done) {
    await add(asked, upload, sender, upload.taken);
  }
  return toAnswer(200, {
    'Upload-Offset': String(upload.taken),
    'Upload-Length': String(upload.size),
    'Upload-Expires': upload.expires_at.toUTCString(),
    'Cache-Control': 'no-store',
  });
}

/** Takes more bytes, from where the last ones ended. */
export async function continueUpload(asked: Asked, isSigned: boolean): Promise<Response> {
  const { parts, request, address } = asked;
  const { headers } = request;
  if (headers.get('content-type') !== 'application/offset+octet-stream') {
    throw refuse(415, 'InvalidRequest', 'Content-Type must be application/offset+octet-stream');
  }
  const offset = parseLength(headers.get('upload-offset'), 'Upload-Offset');
  const { upload, sender } = await findOwn(asked, isSigned);
  const taken = upload.is_done
    ? requireOffset(upload.size, offset)
    : await parts.uploads.count(toSender(sender.owner, address), () =>
        add(asked, upload, sender, offset),
      );
  return toAnswer(204, {
    'Upload-Offset': String(taken),
    'Upload-Expires': upload.expires_at.toUTCString(),
  });
}

function requireOffset(taken: number, offset: number): number {
  if (taken !== offset) {
    throw refuse(409, 'InvalidRequest', `Upload-Offset conflict: it must be ${taken}`);
  }
  return taken;
}

async function add(
  asked: Asked,
  upload: ResumableUpload,
  sender: Sender,
  offset: number,
): Promise<number> {
  const { parts, request } = asked;
  const hold = await holdUpload(parts.database, upload.id, parts.onError);
  if (hold === null) {
    throw refuse(423, 'ResourceLocked', 'The upload is being added to by another request');
  }
  try {
    requireOffset(hold.taken, offset);
    const taken = await append(asked, upload, hold, request);
    if (taken === upload.size) {
      await complete(asked, upload, sender);
    }
    return taken;
  } finally {
    await hold.release();
  }
}

async function append(
  { parts }: Asked,
  { id, size }: ResumableUpload,
  hold: Hold,
  request: Request,
): Promise<number> {
  let recorded = hold.taken;
  let safe = hold.taken;
  async function* take() {
    let taken = hold.taken;
    for await (const chunk of readBody(request)) {
      taken += chunk.length;
      if (taken > size) {
        throw tooLarge('upload');
      }
      yield chunk;
    }
  }
  if (recorded === size) {
    return size;
  }
  try {
    await parts.store.append(id, hold.taken, take(), async (now) => {
      safe = now;
      if (safe - recorded >= recordEvery) {
        await hold.record(safe);
        recorded = safe;
      }
    });
  } finally {
    // Also of what broke off: it goes on from there.
    if (safe > recorded) {
      await hold.record(safe);
    }
  }
  return safe;
}

/** Writes the row of an upload of which all is there. What may not be written goes. */
async function complete(
  { parts }: Asked,
  upload: ResumableUpload,
  { rights, owner }: Sender,
): Promise<void> {
  const { id, size, bucket_id: bucketId, name } = upload;
  const said = { mediaType: upload.media_type, cacheControl: upload.cache_control };
  if (size > 0) {
    await parts.store.finish(id);
  }
  try {
    const rules = await requireBucketRules(parts, bucketId);
    if (size > rules.fileBytes) {
      throw tooLarge();
    }
    if (rules.mediaTypes !== null && size > 0) {
      const last = Math.min(size, headBytes) - 1;
      const head = await buffer(await parts.store.read(id, { first: 0, last }));
      requireAllowed(said.mediaType, head, rules.mediaTypes);
    }
    await writeRow(rights, {
      ...{ bucketId, name, owner, isUpsert: upload.is_upsert, version: id },
      ...{ metadata: toMetadata(id, size, said), userMetadata: upload.user_metadata },
    });
  } catch (error) {
    if (error instanceof StorageFailure || isRefusal(error)) {
      await parts.store.drop(id);
    }
    throw error;
  }
}

/** What a policy or a rule of the database refuses will be refused again. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && /^(42501|PT413|23|22|P0)/.test(String(error.code))
  );
}

/** Ends an upload that is not whole. */
export async function endUpload(asked: Asked, isSigned: boolean): Promise<Response> {
  const { upload } = await findOwn(asked, isSigned);
  if (upload.is_done) {
    throw refuse(400, 'InvalidRequest', 'The upload is complete and cannot be ended');
  }
  await asked.parts.store.drop(upload.id);
  return toAnswer(204, {});
}
