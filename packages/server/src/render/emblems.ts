import { createHash } from 'node:crypto';
import { drawEmblem } from '@muster/site/emblem/draw-emblem.ts';
import { isEmblemKind } from '@muster/site/emblem/outlines.ts';
import { type Context, Hono } from 'hono';
import { drawLinkPicture } from '../files/pictures.ts';
import { compress } from './compress.ts';

/** Longer than any name is; what asks for more asks for no emblem. */
const longestName = 120;
/** How many pictures may wait to be drawn: a second's worth. */
const mostWaiting = 20;

type DrawPicture = (svg: string) => Promise<Uint8Array>;

/**
 * `GET /{kind}.svg?of={name}`: the emblem that belongs to a name; it never changes, so it may be kept for ever. It is
 * drawn from what is asked and nothing else: no name is looked up, so none is told. `/{kind}.png` is the same as the
 * picture that goes with a link, for programs that show no SVG: the last of those are kept, and few wait to be drawn.
 */
export function createEmblems({
  maxKept = 200,
  drawPicture = drawLinkPicture,
}: {
  maxKept?: number;
  drawPicture?: DrawPicture;
} = {}): Hono {
  const emblems = new Hono();
  const findPicture = keepPictures(drawPicture, maxKept);
  emblems.get('/:file', async (context) => {
    const [, kind = '', form] = /^([a-z]+)\.(svg|png)$/.exec(context.req.param('file')) ?? [];
    const name = context.req.query('of') ?? '';
    if (!isEmblemKind(kind) || name === '' || name.length > longestName) {
      return context.text('404', 404);
    }
    const svg = drawEmblem(kind, name);
    const headers = new Headers({
      'Content-Type': form === 'png' ? 'image/png' : 'image/svg+xml',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'",
      ETag: `"${createHash('sha256').update(`${form} ${svg}`).digest('base64url').slice(0, 22)}"`,
    });
    if (context.req.header('if-none-match') === headers.get('ETag')) {
      return new Response(null, { status: 304, headers });
    }
    return form === 'png'
      ? toPicture(context, findPicture(svg), headers)
      : new Response(compress(svg, context.req.raw, headers), { headers });
  });
  return emblems;
}

async function toPicture(
  context: Context,
  found: Promise<Uint8Array> | null,
  headers: Headers,
): Promise<Response> {
  if (found === null) {
    return context.text('503', 503, { 'Retry-After': '5' });
  }
  return new Response(new Uint8Array(await found), { headers });
}

/** Draws a picture once and keeps the last of them; null where too many wait. */
function keepPictures(drawPicture: DrawPicture, maxKept: number) {
  const kept = new Map<string, Promise<Uint8Array>>();
  let waiting = 0;
  return (emblem: string): Promise<Uint8Array> | null => {
    const known = kept.get(emblem);
    if (known !== undefined) {
      return known;
    }
    if (waiting >= mostWaiting) {
      return null;
    }
    waiting += 1;
    const drawn = drawPicture(toLinkCard(emblem)).finally(() => {
      waiting -= 1;
    });
    kept.set(emblem, drawn);
    drawn.catch(() => kept.delete(emblem));
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) {
      kept.delete(oldest);
    }
    return drawn;
  };
}

/** An emblem in the middle of a card, in the measures that chat platforms show. */
const toLinkCard = (emblem: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><path fill="#171312" d="M0 0h1200v630H0z"/>${emblem.replace('<svg ', '<svg x="420" y="117" width="360" height="396" ')}</svg>`;
