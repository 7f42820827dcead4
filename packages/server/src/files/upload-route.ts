import type { Context, Hono } from 'hono';
import type { Viewer } from '../context.ts';
import { Refused, refuse, refuseField } from '../engine/refusal.ts';
import {
  type ApiParts,
  requireOwnOrigin,
  requireRate,
  requireViewer,
} from '../http/command-route.ts';
import { type FileKind, findKind } from './kinds.ts';
import { PictureRefused } from './picture.ts';
import { discardUnread, type Incoming, openIncoming, UploadRefused } from './receive.ts';
import { Busy, createRoom } from './room.ts';
import { beginUpload, endUpload } from './uploads.ts';

const megabyte = 1024 * 1024;

/** A picture is held in memory while it comes in, so it may not take as long as a demo. */
export const uploadLimits = {
  image: { bytes: 8 * megabyte, minutes: 3 },
  demo: { bytes: 128 * megabyte, minutes: 15 },
};

const uploadsInTenMinutes = 30;

/** Of this process, for all uploads: eight of the largest pictures, or thirty-two of any size. */
const takeRoom = createRoom(64 * megabyte);
/** What drawing a picture takes at least, however small its file; and what a demo takes, piece by piece. */
const leastRoom = { image: 2 * megabyte, demo: megabyte };

/** The room that a file takes until all is done with it. HTTP ends a body where its header says. */
function toRoom(context: Context, { kind }: FileKind): number {
  if (kind === 'demo') {
    return leastRoom.demo;
  }
  const told = Number(context.req.header('content-length') ?? uploadLimits.image.bytes);
  return Math.max(leastRoom.image, told);
}

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

/** What the files module refuses, as the API answers it. */
function toFailure(error: unknown, largest: number): unknown {
  if (error instanceof Busy) {
    const { seconds } = error;
    return new Refused({ code: 'uploads_busy', params: { seconds } });
  }
  if (error instanceof PictureRefused) {
    return new Refused({ code: error.code, params: {} });
  }
  if (!(error instanceof UploadRefused)) {
    return error;
  }
  const megabytes = largest / megabyte;
  return new Refused(
    error.code === 'file_too_large'
      ? { code: error.code, params: { megabytes } }
      : { code: error.code, params: {} },
  );
}

function requireSize(context: Context, largest: number): void {
  if (Number(context.req.header('content-length') ?? 0) > largest) {
    const params = { megabytes: largest / megabyte };
    refuse({ code: 'file_too_large', params });
  }
}

/** Takes the file and does with it what the route does, holding the room for it all the while. */
async function receive(
  route: UploadRoute,
  { viewer, context }: Pick<UploadInput, 'viewer' | 'context'>,
): Promise<unknown> {
  let kind: FileKind | null = null;
  let incoming: Incoming | null = null;
  let leaveRoom: (() => void) | null = null;
  try {
    incoming = await openIncoming(context.req.raw);
    kind = findKind(incoming.head);
    if (kind === null || !route.kinds.includes(kind.kind)) {
      refuse({ code: 'file_type_refused', params: {} });
    }
    leaveRoom = takeRoom(viewer.person_id, toRoom(context, kind));
    return await route.work({ viewer, context, incoming, kind });
  } catch (error) {
    await incoming?.refuse();
    throw toFailure(error, uploadLimits[kind?.kind ?? 'demo'].bytes);
  } finally {
    leaveRoom?.();
  }
}

interface Entrance {
  path: string;
  largest: number;
  /** Refuses before any of the file is read. */
  before: (viewer: Viewer, context: Context) => Promise<void>;
  receive: (input: Pick<UploadInput, 'viewer' | 'context'>) => Promise<unknown>;
}

/** What comes before any file is read: own origin, a rate, its size, few at a time. */
async function enter(
  context: Context,
  { parts, entrance }: { parts: ApiParts; entrance: Entrance },
): Promise<Response> {
  const { database } = parts.league;
  requireOwnOrigin(context, parts.config);
  const viewer = requireViewer((await parts.resolveContext(context.req.raw)).viewer);
  const key = `upload:${viewer.person_id}`;
  await requireRate(parts, { key, most: uploadsInTenMinutes, seconds: 600 });
  requireSize(context, entrance.largest);
  await entrance.before(viewer, context);
  const upload = await beginUpload(database, viewer.person_id);
  if (upload === null) {
    refuse({ code: 'rate_limited', params: { seconds: 30 } });
  }
  try {
    return context.json({ data: await entrance.receive({ viewer, context }) });
  } finally {
    await endUpload(database, upload);
  }
}

function mountEntrance(api: Hono, parts: ApiParts, entrance: Entrance): void {
  api.post(entrance.path, (context) =>
    enter(context, { parts, entrance }).catch(async (error: unknown) => {
      await discardUnread(context.req.raw);
      throw error;
    }),
  );
}

/**
 * Mounts a route by which a signed-in person sends a file: own origin, a rate, few at a time, counted
 * before anything of it is read; its body is the file and nothing else. It is counted as it comes and
 * judged by its content.
 */
export function mountUpload(api: Hono, parts: ApiParts, route: UploadRoute): void {
  mountEntrance(api, parts, {
    path: route.path,
    largest: Math.max(...route.kinds.map((kind) => uploadLimits[kind].bytes)),
    before: route.before,
    receive: (input) => receive(route, input),
  });
}

interface TextRoute extends Pick<UploadRoute, 'path' | 'before'> {
  limit: { bytes: number };
  work: (input: Omit<UploadInput, 'kind'>) => Promise<unknown>;
}

/** The same for a file of text, which is of no kind and takes a few times its size while it is read. */
export function mountText(api: Hono, parts: ApiParts, route: TextRoute): void {
  const { bytes } = route.limit;
  mountEntrance(api, parts, {
    path: route.path,
    largest: bytes,
    before: route.before,
    async receive({ viewer, context }) {
      let leaveRoom: (() => void) | null = null;
      let incoming: Incoming | null = null;
      try {
        leaveRoom = takeRoom(viewer.person_id, 4 * bytes);
        incoming = await openIncoming(context.req.raw);
        return await route.work({ viewer, context, incoming });
      } catch (error) {
        await incoming?.refuse();
        throw toFailure(error, bytes);
      } finally {
        leaveRoom?.();
      }
    },
  });
}

/** A text of the address' query that will be kept. */
export function readQuery(context: Context, name: string, longest: number): string {
  const text = context.req.query(name) ?? '';
  if (text.length > longest || text.includes('\0') || !text.isWellFormed()) {
    refuseField(name);
  }
  return text;
}
