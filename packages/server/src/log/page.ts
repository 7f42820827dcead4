import type { LadderLogData } from '@muster/site/pages/ladder/data.ts';
import type { EntryName } from '@muster/site/pages/ladder/entry-name.ts';
import type { LogLine, Names } from '@muster/site/pages/match/log-line.ts';
import type { Loader } from '../context.ts';
import { isUuid } from '../http/find.ts';
import { toLadderName } from '../ladder/names.ts';
import {
  type LadderRow,
  ladderAndSeason,
  ladderColumns,
  toNamedEntriesSql,
} from '../ladder/query.ts';
import { toInstant } from '../page/instants.ts';
import { readPlace } from '../page/read-place.ts';
import { type MatchEventRow, toNamedInSql } from './event-row.ts';
import { toIsMaskedSql, toShownDataSql } from './masked-names.ts';

const pageSize = 60;

interface LogEventRow extends MatchEventRow {
  from_rung: number | null;
  to_rung: number | null;
  from_mu: number | null;
  from_sigma: number | null;
  mu: number | null;
  sigma: number | null;
  reason: string | null;
  is_masked: boolean;
}

interface LogPageRow extends LadderRow {
  head: { stream: string; sequence: number; hash: string } | null;
  events: LogEventRow[] | null;
  matches: { id: string; challenger: string; defender: string }[] | null;
  runs: { id: string; entry: string; stage: string }[] | null;
  entries: { id: string; name: string; tag: string | null; href: string | null }[] | null;
  people: { id: string; username: string; user_id: string | null }[] | null;
}

/** The last events of the whole log, as its index has them. */
const latestSql = `
    select * from public.league_events
    where stream = (select name from stream) and sequence < (select sequence from before)
    order by sequence desc limit ${pageSize}`;

/** Those that moved the entry $3: the last of its rungs and of its ratings. */
const latestOfEntry = `
    select e.* from (
      (select sequence from public.entry_rungs
        where entry_id = $3 and sequence < (select sequence from before) order by sequence desc limit ${pageSize})
      union
      (select sequence from public.entry_ratings
        where entry_id = $3 and sequence < (select sequence from before) order by sequence desc limit ${pageSize})
    ) moved
    join public.league_events e on e.stream = (select name from stream) and e.sequence = moved.sequence
    order by e.sequence desc limit ${pageSize}`;

/** One page of a ladder's log in one statement: $1 slug, $2 before which number, $3 of which entry's moves. */
const toLogPage = (latest: string, toShown: (e: string) => string) => `${ladderAndSeason},
  stream as (
    select coalesce((select stream from season), 'ladder:' || ladder.id) as name from ladder
  ),
  before as (select coalesce($2::bigint, 9223372036854775807) as sequence),
  latest as materialized (${latest}),
  event as (
    select e.sequence, e.at, e.type, e.actor_id, e.match_id, (${toShown('e')}) - array['players', 'salt'] as data,
      ${toIsMaskedSql('e')} as is_masked, e.hash,
      r.from_rung, r.to_rung, q.from_mu, q.from_sigma, q.mu, q.sigma, x.text as reason
    from latest e
    left join public.entry_rungs r on r.entry_id = $3 and r.sequence = e.sequence
    left join public.entry_ratings q on q.entry_id = $3 and q.sequence = e.sequence
    -- What admins give as a reason is for everybody; what the sides say is not read here.
    left join private.event_texts x on x.id = (e.data -> 'text' ->> 'text_id')::uuid
  ),
  ${toNamedInSql('event')},
  mentioned as (
    select challenger as id from played union select defender from played
    union select entry from driven
    union select (data ->> 'entry_id')::uuid from event union select $3::uuid
  )
  select ${ladderColumns},
    (select json_build_object('stream', h.stream, 'sequence', h.sequence, 'hash', h.hash)
      from public.stream_heads h join stream on stream.name = h.stream) as head,
    (select json_agg(event order by event.sequence desc) from event) as events,
    (select json_agg(played) from played) as matches,
    (select json_agg(driven) from driven) as runs,
    (select json_agg(named) from (${toNamedEntriesSql('select id from mentioned')}) named) as entries,
    (select json_agg(json_build_object('id', p.id, 'username', p.username, 'user_id', p.user_id))
      from public.profiles p where p.id in (select actor_id from event)) as people
  from ladder`;

const exactly = (e: string) => `${e}.data`;

const logPage = toLogPage(latestSql, toShownDataSql);
const logPageOfEntry = toLogPage(latestOfEntry, toShownDataSql);
const exactLogPage = toLogPage(latestSql, exactly);
const exactLogPageOfEntry = toLogPage(latestOfEntry, exactly);

/** The ladder's log in plain sentences, or one entry's way on the ladder. */
export const loadLadderLog: Loader<LadderLogData> = async ({ database, params, url }) => {
  const before = readPlace(url, 'before');
  const entryId = toUuid(url.searchParams.get('entry'));
  const isExact = url.searchParams.has('exact');
  const [whole, ofEntry] = isExact
    ? [exactLogPage, exactLogPageOfEntry]
    : [logPage, logPageOfEntry];
  const statement = entryId === null ? whole : ofEntry;
  const [row] = await database.query<LogPageRow>(statement, [params.slug, before, entryId]);
  if (row === undefined) {
    return null;
  }
  const lines = (row.events ?? []).map(toLine);
  const names = toNames(row);
  const last = lines.at(-1)?.sequence ?? 1;
  return {
    ladder: toLadderName(row),
    head: row.head,
    lines,
    names,
    older: lines.length === pageSize && last > 1 ? last : null,
    is_latest: before === null,
    has_masks: !isExact && (row.events ?? []).some(({ is_masked }) => is_masked),
    entry: toEntry(entryId === null ? undefined : names.entries[entryId], row),
  };
};

const toUuid = (text: string | null) => (text !== null && isUuid(text) ? text : null);

function toLine(row: LogEventRow): LogLine {
  const { sequence, at, type, actor_id, match_id, data, hash, reason } = row;
  return { sequence, at: toInstant(at), type, actor_id, match_id, data, hash, reason };
}

function toEntry(name: EntryName | undefined, { events }: LogPageRow): LadderLogData['entry'] {
  if (name === undefined) {
    return null;
  }
  const moves = (events ?? []).map(
    ({ sequence, from_rung, to_rung }) => [sequence, { from: from_rung, to: to_rung }] as const,
  );
  const ratings = (events ?? []).flatMap(({ sequence, from_mu, from_sigma, mu, sigma }) => {
    if (mu === null || sigma === null) {
      return [];
    }
    const from =
      from_mu === null || from_sigma === null ? null : { mu: from_mu, sigma: from_sigma };
    return [[sequence, { from, to: { mu, sigma } }] as const];
  });
  return { ...name, moves: Object.fromEntries(moves), ratings: Object.fromEntries(ratings) };
}

function toNames({ entries, people, matches, runs }: LogPageRow): Names {
  return {
    entries: Object.fromEntries(
      (entries ?? []).map(({ id, name, tag, href }) => [id, { entry_id: id, name, tag, href }]),
    ),
    people: Object.fromEntries(
      (people ?? []).map(({ id, username, user_id }) => [id, { username, user_id }]),
    ),
    matches: Object.fromEntries(
      (matches ?? []).map(({ id, challenger, defender }) => [id, { challenger, defender }]),
    ),
    runs: Object.fromEntries((runs ?? []).map(({ id, entry, stage }) => [id, { entry, stage }])),
  };
}
