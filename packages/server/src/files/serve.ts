import type { FileStore } from './file-store.ts';
import { findFile, readFile } from './stored-files.ts';

interface ServeOptions {
  /** `forever` where the address changes with the content; `asked` where the right to see it is asked for each time. */
  caching: 'forever' | 'asked';
  /** The name to save it under; without one it may be shown in a page. */
  attachment?: string;
}

const caching = {
  forever: 'public, max-age=31536000, immutable',
  asked: 'private, no-cache',
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
    'Content-Type': file.media_type,
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
  const body = request.method === 'HEAD' ? null : await readFile(store, file.id);
  return new Response(body, { headers });
}
