import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { Readable } from 'node:stream';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};
const year = 'public, max-age=31536000, immutable';

/** A file of the build, in the best form that the browser takes; null when there is none of that name. */
export async function findStaticFile(folder: string, request: Request): Promise<Response | null> {
  const url = new URL(request.url);
  const type = types[extname(url.pathname)];
  const path = normalize(join(folder, toFileName(url.pathname)));
  if (type === undefined || !path.startsWith(folder + sep)) {
    return null;
  }
  const accepted = request.headers.get('accept-encoding') ?? '';
  for (const [coding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
    ['', ''],
  ] as const) {
    if (coding !== '' && !new RegExp(`\\b${coding}\\b`).test(accepted)) {
      continue;
    }
    const size = await findSize(path + ending);
    if (size === null) {
      continue;
    }
    const headers = new Headers({
      'Content-Type': type,
      'Content-Length': String(size),
      'Cache-Control': url.pathname.startsWith('/assets/') ? year : 'public, max-age=3600',
      Vary: 'Accept-Encoding',
    });
    if (coding !== '') {
      headers.set('Content-Encoding', coding);
    }
    const body = request.method === 'HEAD' ? null : Readable.toWeb(createReadStream(path + ending));
    return new Response(body as ReadableStream | null, { headers });
  }
  return null;
}

function toFileName(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

async function findSize(path: string): Promise<number | null> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : null;
  } catch {
    return null;
  }
}
