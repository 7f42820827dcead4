import { type LeagueEvent, type StreamName, toPublicLine } from '@muster/league';
import type { Hono } from 'hono';
import { refuseField } from '../engine/refusal.ts';
import { listEvents } from '../engine/streams.ts';
import type { ApiParts } from '../http/command-route.ts';
import { getLogStream } from '../http/find.ts';

const linesAtOnce = 500;

/** A line of the public log, its members in the order that the rules of competition name. */
function toLine(event: LeagueEvent, isMatchOver: (matchId: string) => boolean): string {
  const line = toPublicLine(event, isMatchOver);
  const { id, stream, sequence, ladder_id, match_id, type, version, actor_id, at } = line;
  const { data, previous_hash, hash } = line;
  return `${JSON.stringify({
    ...{ id, stream, sequence, ladder_id, match_id, type, version, actor_id, at },
    ...{ data, previous_hash, hash },
    ...('withheld' in line ? { withheld: true } : {}),
  })}\n`;
}

/** Of the matches whose lineups these events tell, those that have a result. */
async function listMatchesOver(
  { league }: ApiParts,
  events: readonly LeagueEvent[],
): Promise<Set<string>> {
  const ids = events.filter(({ type }) => type === 'checked_in').map(({ match_id }) => match_id);
  const rows =
    ids.length === 0
      ? []
      : await league.database.query<{ id: string }>(
          'select id from public.matches where id = any($1::uuid[]) and ended_at is not null',
          [ids],
        );
  return new Set(rows.map(({ id }) => id));
}

function parseAfter(text: string | undefined): number {
  if (text === undefined) {
    return 0;
  }
  if (!/^\d{1,15}$/.test(text)) {
    refuseField('after', 'integer');
  }
  return Number(text);
}

/** The stream's lines as bytes, read from the database as fast as they are taken from here. */
function streamLines(parts: ApiParts, stream: StreamName, after: number) {
  const encoder = new TextEncoder();
  let last = after;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const events = await listEvents(parts.league.database, stream, last, linesAtOnce);
      if (events.length > 0) {
        const over = await listMatchesOver(parts, events);
        const lines = events.map((event) => toLine(event, (matchId) => over.has(matchId)));
        controller.enqueue(encoder.encode(lines.join('')));
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
