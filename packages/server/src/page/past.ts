import type { Queryable } from '@muster/database';
import {
  fromLocalTime,
  isZone,
  type LadderState,
  replayLadder,
  type StreamName,
} from '@muster/league';
import type { PastView } from '@muster/site/pages/past/data.ts';
import type { LoaderInput } from '../context.ts';
import { toLeagueEvent } from '../engine/streams.ts';

/** Nothing but the present. */
const present = { at: null, wrong: null, is_recomputed: false };

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;
const localPattern = /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d))?$/;

/** An instant, or a time or a day as the viewer's own clock shows it: what a form without a script sends. */
function parseAsked(asked: string, zone: string): number {
  if (instantPattern.test(asked)) {
    return Date.parse(asked);
  }
  const [, day = '', hours = '23', minutes = '59'] = localPattern.exec(asked) ?? [];
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || Number(hours) > 23 || Number(minutes) > 59) {
    return Number.NaN;
  }
  const local = { day: midnight, minutes: Number(hours) * 60 + Number(minutes) };
  return fromLocalTime(isZone(zone) ? zone : 'UTC', local);
}

/** What the address asks for: an instant that is past, the present, or neither. */
export function readPast({
  url,
  zone,
  now,
}: Pick<LoaderInput, 'url' | 'zone' | 'now'>): Pick<PastView, 'at' | 'wrong' | 'is_recomputed'> {
  const asked = url.searchParams.get('at')?.trim() ?? '';
  if (asked === '') {
    return present;
  }
  const epoch = parseAsked(asked, zone);
  // Nothing here is older than that clock, and PostgreSQL knows no year 0.
  if (Number.isNaN(epoch) || epoch < 0 || epoch > now.getTime()) {
    return { ...present, wrong: asked.slice(0, 60) };
  }
  const is_recomputed = url.searchParams.get('view') === 'recomputed';
  return { at: new Date(epoch).toISOString(), wrong: null, is_recomputed };
}

/** A season as it stood at an instant. */
export interface SeasonThen {
  stream: StreamName<'ladder'>;
  number: number;
  is_demo: boolean;
  closed_at: Date | null;
  /** The ladder, its season and the next rules; no entries and no matches. */
  state: LadderState;
}

interface SeasonEventRow {
  stream: StreamName<'ladder'>;
}

/** The events that say which season ran: $1 the ladder, $2 the instant. */
const seasonEvents = `
  select e.stream, e.sequence, e.ladder_id, e.match_id, e.type, e.version, e.actor_id, e.at, e.data
  from public.league_events e
  where e.stream in (select 'ladder:' || $1 union select stream from public.seasons where ladder_id = $1::uuid)
    and e.type in ('ladder_created', 'ladder_edited', 'rules_edited', 'season_planned', 'season_edited',
      'season_opened', 'season_closed')
    and e.at <= $2
  order by e.stream, e.sequence`;

/** The season that a ladder's pages showed at an instant: the running one, else the newest; null before the first. */
export async function findSeasonAt(
  queryable: Queryable,
  ladderId: string,
  at: string,
): Promise<SeasonThen | null> {
  const events = await queryable.query<SeasonEventRow>(seasonEvents, [ladderId, at]);
  const seasons = await queryable.query<
    { id: string } & Pick<SeasonThen, 'number' | 'is_demo' | 'closed_at'>
  >('select id, number, is_demo, closed_at from public.seasons where ladder_id = $1', [ladderId]);
  const streams = Map.groupBy(events, ({ stream }) => stream);
  const found = [...streams].flatMap(([stream, rows]): SeasonThen[] => {
    const state = replayLadder(rows.map((row) => toLeagueEvent<'ladder'>(row)));
    const season = seasons.find(({ id }) => id === state.season?.id);
    return season === undefined ? [] : [{ stream, state, ...season }];
  });
  const isRunning = ({ state }: SeasonThen) => Number(state.season?.status === 'open');
  return (
    found.sort((one, other) => isRunning(other) - isRunning(one) || other.number - one.number)[0] ??
    null
  );
}

/** When a ladder's log begins. */
export async function findFirst(queryable: Queryable, ladderId: string): Promise<string | null> {
  const [row] = await queryable.query<{ at: Date | null }>(
    `select min(e.at) as at from public.league_events e
     where e.sequence = 1 and e.stream in
       (select 'ladder:' || $1 union select stream from public.seasons where ladder_id = $1::uuid)`,
    [ladderId],
  );
  return row?.at?.toISOString() ?? null;
}

/** Whether a ruling after the instant changed a result that was there by then. */
export async function hasLaterRuling(
  queryable: Queryable,
  stream: StreamName<'ladder'>,
  at: string,
): Promise<boolean> {
  const rows = await queryable.query(
    `select 1 from public.league_events o
     where o.stream = $1 and o.type = 'result_overturned' and o.at > $2
       and exists (select 1 from public.league_events r where r.match_id = o.match_id
         and r.type in ('match_completed', 'match_forfeited', 'match_voided') and r.at <= $2)
     limit 1`,
    [stream, at],
  );
  return rows.length > 0;
}
