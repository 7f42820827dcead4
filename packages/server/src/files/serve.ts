import { type ByteRange, parseRange, StorageFailure } from '@muster/backend';
import type { FileStore } from './file-store.ts';
import { findFile, readFile, type StoredFile } from './stored-files.ts';

interface ServeOptions {
  /**
   * `forever` where the address changes with the content; `asked` where the right to see it is asked for each time;
   * `anew` where the address stays and the content does not.
   */
  caching: 'forever' | 'asked' | 'anew';
  /** The name to save it under; without one it may be shown in a page. */
  attachment?: string;
  /** What it is said to be, where that is not what it is kept as. */
  mediaType?: string;
  /** Whether a part of it may be asked for: of what is long to load and of no former release. */
  hasParts?: true;
}

const caching = {
  forever: 'public, max-age=31536000, immutable',
  asked: 'private, no-cache',
  anew: 'public, no-cache',
} as const;

/** RFC 6266, with the name for those who read only ASCII beside the real one. */
export function toDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** Answers with a file; null where there is none. Whoever calls has asked whether this person may see it. */
export async function serveFile(
  store: FileStore,
  request: Request,
  { id, ...options }: ServeOptions & { id: string },
): Promise<Response | null> {
  const file = await findFile(store.database, id);
  if (file === null) {
    return null;
  }
  const headers = new Headers({
    'Content-Type': options.mediaType ?? file.media_type,
    'Content-Length': String(file.size),
    ETag: `"${file.sha256}"`,
    'Cache-Control': caching[options.caching],
    // Whatever it turns out to be: it runs nothing, loads nothing and stands in no frame.
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  });
  if (options.attachment !== undefined) {
    headers.set('Content-Disposition', toDisposition(options.attachment));
  }
  if (request.headers.get('if-none-match')?.includes(`"${file.sha256}"`) === true) {
    headers.delete('Content-Length');
    return new Response(null, { status: 304, headers });
  }
  const part = options.hasParts === true ? readPart(request, file, headers) : null;
  if (part === 'none') {
    return new Response(null, { status: 416, headers });
  }
  const bodyless = request.method === 'HEAD';
  const body = bodyless ? null : await readFile(store, file.id, part ?? undefined);
  return new Response(body, { status: part === null ? 200 : 206, headers });
}

/** The part that a request asks for, said in the headers of the answer; `none` where the file has no such part. */
function readPart(
  request: Request,
  { size, sha256 }: StoredFile,
  headers: Headers,
): ByteRange | 'none' | null {
  headers.set('Accept-Ranges', 'bytes');
  const eTag = `"${sha256}"`;
  // No instant is given out, so one that is sent back is of no content of ours.
  if ((request.headers.get('if-range') ?? eTag) !== eTag) {
    return null;
  }
  try {
    const part = parseRange(request.headers, size, { eTag, lastModified: new Date(0) });
    if (part !== null) {
      headers.set('Content-Range', `bytes ${part.first}-${part.last}/${size}`);
      headers.set('Content-Length', String(part.last - part.first + 1));
    }
    return part;
  } catch (error) {
    if (!(error instanceof StorageFailure)) {
      throw error;
    }
    headers.set('Content-Range', `bytes */${size}`);
    headers.set('Content-Length', '0');
    return 'none';
  }
}
