import type { LeagueEvent, StreamName } from '@muster/league';
import type { Hono } from 'hono';
import { listEvents } from '../league/streams.ts';
import type { ApiParts } from './command-route.ts';
import { Failure } from './failure.ts';
import { getLogStream } from './find.ts';

const linesAtOnce = 500;

/** A line of the public log, its members in the order that the rules of competition name. */
function toLine(event: LeagueEvent): string {
  const { id, stream, sequence, ladder_id, match_id, type, version, actor_id, at } = event;
  const { data, previous_hash, hash } = event;
  return `${JSON.stringify({
    ...{ id, stream, sequence, ladder_id, match_id, type, version, actor_id, at },
    ...{ data, previous_hash, hash },
  })}\n`;
}

function parseAfter(text: string | undefined): number {
  if (text === undefined) {
    return 0;
  }
  if (!/^\d{1,15}$/.test(text)) {
    const params = { field: 'after', rule: 'integer' };
    throw new Failure(400, { code: 'field_invalid', params, field: 'after' });
  }
  return Number(text);
}

/** The stream's lines as bytes, read from the database as fast as they are taken from here. */
function streamLines({ league }: ApiParts, stream: StreamName, after: number) {
  const encoder = new TextEncoder();
  let last = after;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const events = await listEvents(league.database, stream, last, linesAtOnce);
      if (events.length > 0) {
        controller.enqueue(encoder.encode(events.map(toLine).join('')));
      }
      last = events.at(-1)?.sequence ?? last;
      if (events.length < linesAtOnce) {
        controller.close();
      }
    },
  });
}

/** A ladder's log for everybody, one event a line. */
export function mountLog(api: Hono, parts: ApiParts): void {
  api.get('/ladders/:slug/log.ndjson', async (context) => {
    const after = parseAfter(context.req.query('after'));
    const stream = await getLogStream(parts.league.database, context.req.param('slug'));
    return context.body(streamLines(parts, stream, after), 200, {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
    });
  });
}
