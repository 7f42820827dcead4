import type { BytesStore } from './bytes/bytes-store.ts';
import { judgeConditions, parseRange } from './conditions.ts';
import { noSuchKey, StorageFailure } from './failure.ts';
import type { ObjectRow } from './objects.ts';

/** How a file is handed out, beside what its row says. */
export interface Handing {
  /** What `?download=` says: the name to save it under, or none. */
  download: string | null;
  /** Until when the address was signed. */
  expires?: Date;
}

interface File {
  version: string;
  size: number;
  eTag: string;
  lastModified: Date;
  mediaType: string;
  cacheControl: string;
}

/** What an object's row says of its file. Refuses where it names none. */
export function requireFile({ version, metadata, updated_at: updatedAt }: ObjectRow): File {
  if (version === null || typeof metadata?.size !== 'number') {
    // A row that was written by SQL and names no bytes.
    throw noSuchKey();
  }
  const { mimetype = 'application/octet-stream', cacheControl = 'no-cache' } = metadata;
  const lastModified = new Date(metadata.lastModified ?? updatedAt);
  return {
    version,
    size: metadata.size,
    eTag: metadata.eTag ?? `"${version}"`,
    lastModified: Number.isNaN(lastModified.getTime()) ? updatedAt : lastModified,
    // A page of somebody's is shown as the text that it is.
    mediaType: /text\/html/i.test(mimetype) ? 'text/plain' : mimetype,
    cacheControl,
  };
}

/** What every answer says of the file itself. */
export function toHeaders(file: File, { expires }: Pick<Handing, 'expires'>): Headers {
  const headers = new Headers({
    'Accept-Ranges': 'bytes',
    'Content-Type': file.mediaType,
    ETag: file.eTag,
    'Last-Modified': file.lastModified.toUTCString(),
    'X-Robots-Tag': 'none',
  });
  if (expires === undefined) {
    headers.set('Cache-Control', file.cacheControl);
  } else {
    headers.set('Expires', expires.toUTCString());
  }
  return headers;
}

/** As Supabase's service names it; what was not drawn anew here is always to be saved, never a page of ours. */
export function toDisposition(download: string | null): string {
  if (download === null || download === '') {
    return 'attachment;';
  }
  const name = encodeURIComponent(download.toWellFormed());
  return `attachment; filename=${name}; filename*=UTF-8''${name}`;
}

/** Of a file that is another than was meant. */
export function toUnmeant(): StorageFailure {
  const message = 'At least one of the pre-conditions you specified did not hold';
  return new StorageFailure({ status: 412, code: 'PreconditionFailed', message, answer: 412 });
}

/** Answers with a file, or the part of it that is asked for. */
export async function serveObject(
  store: BytesStore,
  request: Request,
  object: ObjectRow,
  handing: Handing,
): Promise<Response> {
  const file = requireFile(object);
  const headers = toHeaders(file, handing);
  headers.set('Content-Disposition', toDisposition(handing.download));
  const outcome = judgeConditions(request.headers, file);
  if (outcome === 304) {
    return new Response(null, { status: 304, headers });
  }
  if (outcome === 412) {
    throw toUnmeant();
  }
  const part = parseRange(request.headers, file.size, file);
  const range = part ?? { first: 0, last: file.size - 1 };
  const length = range.last - range.first + 1;
  headers.set('Content-Length', String(length));
  if (part !== null) {
    headers.set('Content-Range', `bytes ${part.first}-${part.last}/${file.size}`);
  }
  const isBodiless = request.method === 'HEAD' || length === 0;
  const body = isBodiless ? null : await store.read(file.version, range);
  return new Response(body, { status: part === null ? 200 : 206, headers });
}

/** What is known of an object, as `info` asks for it. */
export function describeObject(object: ObjectRow): Response {
  const { metadata } = object;
  const described = {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    cache_control: metadata?.cacheControl ?? null,
    etag: metadata?.eTag ?? null,
    metadata: object.user_metadata ?? {},
    last_modified: object.updated_at,
    created_at: object.created_at,
  };
  const headers = metadata?.eTag === undefined ? {} : { ETag: metadata.eTag };
  return Response.json(described, { headers });
}
