import type { Context, Hono } from 'hono';
import type { Viewer } from '../context.ts';
import { type FileKind, findKind } from '../files/kinds.ts';
import { PictureRefused } from '../files/pictures.ts';
import { countComingIn } from '../files/pieces.ts';
import { type Incoming, openIncoming, UploadRefused } from '../files/receive.ts';
import { type ApiParts, requireOwnOrigin, requireRate, requireViewer } from './command-route.ts';
import { Failure } from './failure.ts';

/** In bytes. */
export const uploadLimits = { image: 8 * 1024 * 1024, demo: 128 * 1024 * 1024 };

const uploadsInTenMinutes = 30;
const atOnce = 3;
const quarterHour = 15 * 60_000;

interface UploadInput {
  viewer: Viewer;
  context: Context;
  incoming: Incoming;
  kind: FileKind;
}

interface UploadRoute {
  path: string;
  kinds: readonly FileKind['kind'][];
  /** Refuses before any of the file is read. */
  before: (viewer: Viewer, context: Context) => Promise<void>;
  work: (input: UploadInput) => Promise<unknown>;
}

const statuses = { file_too_large: 413, file_empty: 400, file_broke_off: 408 } as const;

/** What the files module refuses, as the API answers it. */
function toFailure(error: unknown, kind: FileKind['kind'] | null): unknown {
  if (error instanceof PictureRefused) return new Failure(422, { code: error.code, params: {} });
  if (!(error instanceof UploadRefused)) return error;
  const megabytes = uploadLimits[kind ?? 'demo'] / 1024 / 1024;
  const params = error.code === 'file_too_large' ? { megabytes } : {};
  return new Failure(statuses[error.code], { code: error.code, params });
}

function requireSize(context: Context, kinds: readonly FileKind['kind'][]): void {
  const largest = Math.max(...kinds.map((kind) => uploadLimits[kind]));
  if (Number(context.req.header('content-length') ?? 0) > largest) {
    const params = { megabytes: largest / 1024 / 1024 };
    throw new Failure(413, { code: 'file_too_large', params });
  }
}

/**
 * Mounts a route by which a signed-in person sends a file: own origin, a rate, few at a time; its body is
 * the file and nothing else. It is counted as it comes and judged by its content.
 */
export function mountUpload(api: Hono, parts: ApiParts, route: UploadRoute): void {
  const { league } = parts;
  api.post(route.path, async (context) => {
    requireOwnOrigin(context, parts.config);
    const viewer = requireViewer((await parts.resolveContext(context.req.raw)).viewer);
    const key = `upload:${viewer.person_id}`;
    await requireRate(parts, { key, most: uploadsInTenMinutes, seconds: 600 });
    requireSize(context, route.kinds);
    await route.before(viewer, context);
    const since = new Date(league.now().getTime() - quarterHour);
    if ((await countComingIn(league.database, viewer.person_id, since)) >= atOnce) {
      throw new Failure(429, { code: 'rate_limited', params: { seconds: 30 } });
    }
    let kind: FileKind | null = null;
    let incoming: Incoming | null = null;
    try {
      incoming = await openIncoming(context.req.raw);
      kind = findKind(incoming.head);
      if (kind === null || !route.kinds.includes(kind.kind)) {
        throw new Failure(415, { code: 'file_type_refused', params: {} });
      }
      return context.json({ data: await route.work({ viewer, context, incoming, kind }) });
    } catch (error) {
      await incoming?.refuse();
      throw toFailure(error, kind?.kind ?? null);
    }
  });
}

/** A text of the address' query that will be kept. */
export function readQuery(context: Context, name: string, longest: number): string {
  const text = context.req.query(name) ?? '';
  if (text.length > longest || text.includes('\0') || !text.isWellFormed()) {
    throw new Failure(400, { code: 'field_invalid', params: { field: name }, field: name });
  }
  return text;
}
