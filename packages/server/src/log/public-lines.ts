import type { Queryable } from '@muster/database';
import { type LeagueEvent, type StreamName, toPublicLine } from '@muster/league';
import { listEvents } from '../engine/streams.ts';
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
  queryable: Queryable,
  events: readonly LeagueEvent[],
): Promise<Set<string>> {
  const ids = events.filter(({ type }) => type === 'checked_in').map(({ match_id }) => match_id);
  const rows =
    ids.length === 0
      ? []
      : await queryable.query<{ id: string }>(
          'select id from public.matches where id = any($1::uuid[]) and ended_at is not null',
          [ids],
        );
  return new Set(rows.map(({ id }) => id));
}

/** What these events say where they are shown, by their ids: those that tell a name that an admin hid. */
async function listMasked(
  queryable: Queryable,
  events: readonly LeagueEvent[],
): Promise<ReadonlyMap<string, LeagueEvent['data']>> {
  const rows = await queryable.query<{ id: string; data: LeagueEvent['data'] }>(
    `select e.id, ${toShownDataSql('e')} as data from public.league_events e
     where e.id = any($1::uuid[]) and ${toIsMaskedSql('e')}`,
    [events.filter(({ data }) => 'name' in data).map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, data }) => [id, data]));
}

interface Asked {
  /** The sequence number after which it begins. */
  after: number;
  /** Whether every name is told as it stands in the log. */
  isExact: boolean;
}

/** The lines of a stream as everybody may read them, some hundred at a time. */
export async function* readPublicLog(
  queryable: Queryable,
  stream: StreamName,
  { after, isExact }: Asked,
): AsyncGenerator<string> {
  let last = after;
  for (;;) {
    const events = await listEvents(queryable, stream, last, linesAtOnce);
    if (events.length > 0) {
      const over = await listMatchesOver(queryable, events);
      const masked = isExact ? new Map() : await listMasked(queryable, events);
      yield events
        .map((event) =>
          toLine(event, {
            isMatchOver: (matchId) => over.has(matchId),
            shown: masked.get(event.id),
          }),
        )
        .join('');
    }
    last = events.at(-1)?.sequence ?? last;
    if (events.length < linesAtOnce) {
      return;
    }
  }
}
