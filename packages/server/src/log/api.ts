import type { Hono } from 'hono';
import { refuseField } from '../engine/refusal.ts';
import type { ApiParts } from '../http/command-route.ts';
import { getLogStream } from '../http/find.ts';
import { readPublicLog } from './public-lines.ts';

function parseAfter(text: string | undefined): number {
  if (text === undefined) {
    return 0;
  }
  if (!/^\d{1,15}$/.test(text)) {
    refuseField('after', 'integer');
  }
  return Number(text);
}

/** Lines as bytes, read from the database as fast as they are taken from here. */
function toBytes(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) {
        controller.close();
      } else {
        controller.enqueue(encoder.encode(value));
      }
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}

/** A ladder's log for everybody, one event a line. */
export function mountLog(api: Hono, parts: ApiParts): void {
  api.get('/ladders/:slug/log.ndjson', async (context) => {
    const after = parseAfter(context.req.query('after'));
    const { database } = parts.league;
    const stream = await getLogStream(database, context.req.param('slug'));
    const isExact = context.req.query('exact') !== undefined;
    const lines = readPublicLog(database, stream, { after, isExact });
    return context.body(toBytes(lines), 200, {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
    });
  });
}
