import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import type { Asked } from './asked.ts';
import { judgeConditions } from './conditions.ts';
import { requireFile, toDisposition, toHeaders, toUnmeant } from './download.ts';
import { type DrawingWishes, gravities } from './drawing.ts';
import { invalidRequest, StorageFailure } from './failure.ts';
import { storageLimits } from './limits.ts';
import type { ObjectRow } from './objects.ts';
import { toSender } from './under-way.ts';

const measure = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));
/** Pixels, or a part of the picture. */
const offset = v.pipe(v.number(), v.minValue(-1_000_000), v.maxValue(1_000_000));
const isPoint = (given: number | undefined) => given !== undefined && given >= 0 && given <= 1;
const transformSchema = v.pipe(
  v.object({
    width: v.optional(measure),
    height: v.optional(measure),
    resize: v.optional(v.picklist(['cover', 'contain', 'fill'])),
    format: v.optional(v.picklist(['origin', 'webp', 'avif'])),
    quality: v.optional(v.pipe(v.number(), v.integer(), v.minValue(20), v.maxValue(100))),
    gravity: v.optional(v.picklist(gravities)),
    x_offset: v.optional(offset),
    y_offset: v.optional(offset),
  }),
  v.forward(
    v.check(
      ({ gravity, x_offset: x, y_offset: y }) => gravity !== 'fp' || (isPoint(x) && isPoint(y)),
      'fp needs x_offset and y_offset from 0 to 1',
    ),
    ['gravity'],
  ),
);
type Transform = v.InferOutput<typeof transformSchema>;
/** The part of a body that says how a picture is drawn. */
export const transformBody = v.optional(v.nullable(transformSchema));

/** What a query says of it; numbers are texts there. */
export function parseTransform(query: URLSearchParams): Transform {
  const given: Record<string, unknown> = {};
  for (const name of ['width', 'height', 'quality', 'x_offset', 'y_offset']) {
    const text = query.get(name);
    if (text !== null && text !== '') {
      given[name] = Number(text);
    }
  }
  for (const name of ['resize', 'format', 'gravity']) {
    const text = query.get(name);
    if (text !== null && text !== '') {
      given[name] = text;
    }
  }
  const parsed = v.safeParse(transformSchema, given, { abortEarly: true });
  if (parsed.success) {
    return parsed.output;
  }
  const [issue] = parsed.issues;
  throw invalidRequest(`querystring/${v.getDotPath(issue)}: ${issue.message}`);
}

/** As it stands in a signed address. */
export function writeTransform(transform: Transform): string {
  return Object.entries(transform)
    .map(([name, value]) => `${name}:${value}`)
    .join(',');
}

/** As Supabase's service says in its answer how a picture was drawn. */
function describeTransform(transform: Transform): string {
  const { height, width, resize, quality, format } = transform;
  const sizes = { cover: 'fill', contain: 'fit', fill: 'force' } as const;
  return [
    ...(height ? [`height:${clamp(height)}`] : []),
    ...(width ? [`width:${clamp(width)}`] : []),
    ...(height || width ? [`resizing_type:${sizes[resize ?? 'cover']}`] : []),
    ...(quality === undefined ? [] : [`quality:${quality}`]),
    ...(format === undefined || format === 'origin' ? [] : [`format:${format}`]),
    ...describeGravity(transform),
  ].join(',');
}

function describeGravity({ gravity, x_offset: x, y_offset: y }: Transform): string[] {
  if (gravity === undefined) {
    return [];
  }
  const isBare = gravity === 'sm' || (x === undefined && y === undefined);
  return [`gravity:${gravity}${isBare ? '' : `:${x ?? 0}:${y ?? 0}`}`];
}

/** Nothing where the address was signed for the file itself. */
export function readTransform(text: string): Transform {
  const pairs = text === '' ? [] : text.split(',').map((pair) => pair.split(':').slice(0, 2));
  return parseTransform(new URLSearchParams(pairs));
}

const clamp = (given: number | undefined) =>
  given === undefined || given === 0 ? null : Math.min(given, storageLimits.drawnPixels);

function toWishes(transform: Transform, accept: string): DrawingWishes {
  const { format, gravity, x_offset: x = 0, y_offset: y = 0 } = transform;
  // A browser that shows webp gets it, unless the picture's own form is asked for.
  const chosen = format ?? (accept.includes('image/webp') ? 'webp' : 'origin');
  return {
    width: clamp(transform.width),
    height: clamp(transform.height),
    resize: transform.resize ?? 'cover',
    gravity: gravity === undefined ? null : { to: gravity, x, y },
    quality: transform.quality ?? 80,
    format: chosen,
  };
}

/** Answers with a picture drawn anew: nothing of the file is left in it but what can be seen, so it may be shown. */
export async function renderObject(
  { parts, request, query, caller, address }: Asked,
  object: ObjectRow,
  transform: Transform,
  expires?: Date,
): Promise<Response> {
  const { drawImage, drawings, store } = parts;
  const file = requireFile(object);
  if (drawImage === null) {
    throw refuse('FeatureNotEnabled', 'Pictures are not drawn here');
  }
  if (file.size > storageLimits.drawnBytes) {
    throw refuse('InvalidRequest', 'The source image file is too large to process');
  }
  const wishes = toWishes(transform, request.headers.get('accept') ?? '');
  const eTag = `${file.eTag.replace(/"$/, '')}-${toTag(wishes)}"`;
  const headers = toHeaders({ ...file, eTag }, expires === undefined ? {} : { expires });
  headers.set('Vary', 'Accept');
  headers.delete('Accept-Ranges');
  const outcome = judgeConditions(request.headers, { ...file, eTag });
  if (outcome === 304) {
    return new Response(null, { status: 304, headers });
  }
  if (outcome === 412) {
    throw toUnmeant();
  }
  const who = toSender(caller.owner, address);
  const read = async () => {
    return buffer(await store.read(file.version, { first: 0, last: file.size - 1 }));
  };
  const drawn = await drawings.count(who, () => drawImage(who, read, wishes));
  if (drawn === null) {
    throw refuse('InvalidRequest', 'The source image is invalid or unsupported for rendering');
  }
  headers.set('Content-Type', drawn.mediaType);
  headers.set('Content-Length', String(drawn.bytes.length));
  headers.set('X-Transformations', describeTransform(transform));
  const download = query.get('download');
  if (download !== null) {
    headers.set('Content-Disposition', toDisposition(download));
  }
  const body = request.method === 'HEAD' ? null : new Uint8Array(drawn.bytes);
  return new Response(body, { headers });
}

const toTag = ({ width, height, resize, gravity, quality, format }: DrawingWishes) =>
  `${width ?? ''}x${height ?? ''}${resize}${Object.values(gravity ?? {}).join(':')}${quality}${format}`;

function refuse(code: string, message: string): StorageFailure {
  return new StorageFailure({ status: 400, code, message });
}
