import { createHash } from 'node:crypto';
import { drawEmblem } from '@muster/site/emblem/draw-emblem.ts';
import { isEmblemKind } from '@muster/site/emblem/outlines.ts';
import { Hono } from 'hono';
import { compress } from './compress.ts';

/** Longer than any name is; what asks for more asks for no emblem. */
const longestName = 120;

/**
 * `GET /{kind}.svg?of={name}`: the emblem that belongs to a name; it never changes, so it may be kept for ever. It is
 * drawn from what is asked and nothing else: no name is looked up, so none is told.
 */
export function createEmblems(): Hono {
  const emblems = new Hono();
  emblems.get('/:file', (context) => {
    const [, kind = ''] = /^([a-z]+)\.svg$/.exec(context.req.param('file')) ?? [];
    const name = context.req.query('of') ?? '';
    if (!isEmblemKind(kind) || name === '' || name.length > longestName) {
      return context.text('404', 404);
    }
    const svg = drawEmblem(kind, name);
    const headers = new Headers({
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'",
      ETag: `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`,
    });
    if (context.req.header('if-none-match') === headers.get('ETag')) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(compress(svg, context.req.raw, headers), { headers });
  });
  return emblems;
}
