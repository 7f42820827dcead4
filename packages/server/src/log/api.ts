import { type LeagueEvent, type StreamName, toPublicLine } from '@muster/league';
import type { Hono } from 'hono';
import { refuseField } from '../engine/refusal.ts';
import { listEvents } from '../engine/streams.ts';
import type { ApiParts } from '../http/command-route.ts';
import { getLogStream } from '../http/find.ts';
import { toIsMaskedSql, toShownDataSql } from './masked-names.ts';

const linesAtOnce = 500;

interface Shown {
  isMatchOver: (matchId: string) => boolean;
  /** What it says with a masked name; its hash is of what it said. */
  shown: LeagueEvent['data'] | undefined;
}

/** A line of the public log, its members in the order that the rules of competition name. */
function toLine(event: LeagueEvent, { isMatchOver, shown }: Shown): string {
  const line =
    shown === undefined
      ? toPublicLine(event, isMatchOver)
      : { ...event, data: shown, withheld: true as const };
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

/** What these events say where they are shown, by their ids: those that tell a name that an admin hid. */
async function listMasked(
  { league }: ApiParts,
  events: readonly LeagueEvent[],
): Promise<ReadonlyMap<string, LeagueEvent['data']>> {
  const rows = await league.database.query<{ id: string; data: LeagueEvent['data'] }>(
    `select e.id, ${toShownDataSql('e')} as data from public.league_events e
     where e.id = any($1::uuid[]) and ${toIsMaskedSql('e')}`,
    [events.filter(({ data }) => 'name' in data).map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, data }) => [id, data]));
}

interface Asked {
  after: number;
  /** Whether every name is told as it stands in the log. */
  isExact: boolean;
}

/** The stream's lines as bytes, read from the database as fast as they are taken from here. */
function streamLines(parts: ApiParts, stream: StreamName, { after, isExact }: Asked) {
  const encoder = new TextEncoder();
  let last = after;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const events = await listEvents(parts.league.database, stream, last, linesAtOnce);
      if (events.length > 0) {
        const over = await listMatchesOver(parts, events);
        const masked = isExact ? new Map() : await listMasked(parts, events);
        const lines = events.map((event) =>
          toLine(event, {
            isMatchOver: (matchId) => over.has(matchId),
            shown: masked.get(event.id),
          }),
        );
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
    const isExact = context.req.query('exact') !== undefined;
    return context.body(streamLines(parts, stream, { after, isExact }), 200, {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
    });
  });
}
