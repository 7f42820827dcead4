import type { Appeal, Dispute, MatchStatus } from '@muster/league';
import type { EntryName } from '@muster/site/pages/ladder/entry-name.ts';
import type {
  AdminAct,
  LadderAdminData,
  QueuedCase,
} from '@muster/site/pages/ladder-admin/data.ts';
import type { Loader } from '../context.ts';
import { toLadderName, toLadderSeason } from '../ladder/names.ts';
import {
  type LadderRow,
  ladderAndSeason,
  ladderColumns,
  toNamedEntriesSql,
} from '../ladder/query.ts';
import { type MatchEventRow, toNamedInSql } from '../log/event-row.ts';
import { toHasPartSql } from '../page/has-part.ts';
import { type JsonInstant, toInstant, toInstantOrNull } from '../page/instants.ts';

const day = 24 * 3600 * 1000;
const actsLimit = 40;

interface DeskMatchRow {
  id: string;
  number: number;
  status: MatchStatus;
  version: number;
  deadline: JsonInstant | null;
  starts_at: JsonInstant | null;
  challenger_entry_id: string;
  defender_entry_id: string;
  /** Whether the viewer is of one of its sides, as the rules see it: another admin must act. */
  has_part: boolean;
}

interface CaseRow {
  kind: 'disputes' | 'appeals';
  state: Dispute | Appeal;
  holder: { person_id: string; username: string; taken_at: JsonInstant } | null;
  /** Whether the viewer is of one of its sides, as the rules see it: another admin must decide. */
  has_part: boolean;
}

interface EntryRow {
  id: string;
  name: string;
  tag: string | null;
  href: string | null;
}

interface ActRow extends MatchEventRow {
  stream: string;
  reason: string | null;
}

interface DeskRow extends LadderRow {
  may_enter: boolean;
  is_site_admin: boolean;
  matches: DeskMatchRow[] | null;
  cases: CaseRow[] | null;
  entries: EntryRow[] | null;
  /** How many entries stand on rungs. */
  placed: number;
  acts: ActRow[] | null;
  people: { id: string; username: string; user_id: string | null }[] | null;
  played: { id: string; challenger: string; defender: string }[] | null;
  driven: { id: string; entry: string; stage: string }[] | null;
  median_hours: number | null;
  next_version: number | null;
}

/** What admins do by hand; the index of the log's events by admins knows the same types. */
const adminActs = `('ruling_given', 'appeal_decided', 'match_voided', 'deadline_extended', 'entry_moved',
  'entry_removed', 'entry_suspended', 'suspension_ended', 'strike_given', 'strike_lifted',
  'rest_announced', 'rest_ended', 'rules_edited', 'season_planned', 'season_opened', 'season_closed',
  'run_rejected', 'run_verified', 'ladder_edited')`;

/** The admin's desk in one statement: $1 slug, $2 the viewer's person. */
const desk = `${ladderAndSeason},
  access as (
    select exists (select 1 from public.admins a, ladder
        where a.person_id = $2 and (a.ladder_id = ladder.id or a.ladder_id is null)) as may_enter,
      exists (select 1 from public.admins a where a.person_id = $2 and a.ladder_id is null) as is_site_admin
  ),
  open_case as (
    select sm.id, sm.collection as kind, sm.state, (sm.state ->> 'match_id')::uuid as match_id
    from season join private.stream_members sm on sm.stream = season.stream
    where sm.collection in ('disputes', 'appeals') and sm.is_current
      and sm.state ->> 'status' = 'open' and (select may_enter from access)
  ),
  running as (
    select m.id, m.number, m.status, m.version, m.deadline, m.starts_at,
      m.challenger_entry_id, m.defender_entry_id, ${toHasPartSql('m')} as has_part
    from season join public.matches m on m.season_id = season.id
    where (m.ended_at is null or m.id in (select match_id from open_case))
      and (select may_enter from access)
  ),
  act as (
    select e.stream, e.sequence, e.at, e.type, e.actor_id, e.match_id, e.data, e.hash, x.text as reason
    from (select 'ladder:' || ladder.id as name from ladder union select stream from season) own
    cross join lateral (
      select * from public.league_events
      where stream = own.name and type in ${adminActs} and actor_id is not null
        and (select may_enter from access)
        -- Captains announce rests and end them too; only an admin gives a reason.
        and (type not in ('rest_announced', 'rest_ended') or data ? 'text')
      order by sequence desc limit ${actsLimit}
    ) e
    left join private.event_texts x on x.id = (e.data -> 'text' ->> 'text_id')::uuid
    order by e.at desc, e.sequence desc limit ${actsLimit}
  ),
  ${toNamedInSql('act')},
  entry as (
    ${toNamedEntriesSql(
      `select challenger_entry_id as id from running union select defender_entry_id from running
       union select challenger from played union select defender from played
       union select entry from driven
       union select (data ->> 'entry_id')::uuid from act`,
    )}
  )
  select ${ladderColumns}, access.may_enter, access.is_site_admin,
    (select json_agg(running order by running.deadline nulls last, running.number) from running) as matches,
    (select json_agg(json_build_object('kind', c.kind, 'state', c.state, 'has_part',
        (select ${toHasPartSql('m')} from public.matches m where m.id = c.match_id), 'holder',
        (select json_build_object('person_id', h.person_id, 'username', p.username, 'taken_at', h.taken_at)
          from private.case_holders h join public.profiles p on p.id = h.person_id
          where h.case_id = c.id))) from open_case c) as cases,
    (select json_agg(entry) from entry) as entries,
    (select count(*)::integer from public.entries where season_id = (select id from season)
      and rung is not null and status in ('active', 'suspended')) as placed,
    (select json_agg(act order by act.at desc, act.sequence desc) from act) as acts,
    (select json_agg(played) from played) as played,
    (select json_agg(driven) from driven) as driven,
    (select json_agg(json_build_object('id', p.id, 'username', p.username, 'user_id', p.user_id))
      from public.profiles p where p.id in (select actor_id from act)) as people,
    (select percentile_cont(0.5) within group (order by extract(epoch from
        (sm.state -> 'ruling' ->> 'at')::timestamptz - (sm.state ->> 'opened_at')::timestamptz) / 3600)::float8
      from season join private.stream_members sm on sm.stream = season.stream
      where sm.collection = 'disputes' and sm.is_current and sm.state -> 'ruling' <> 'null'
        and access.may_enter) as median_hours,
    (select (s.state -> 'next_rules' ->> 'version')::integer from private.stream_states s
      where s.stream = 'ladder:' || ladder.id) as next_version
  from ladder, access`;

/** What waits for a ladder's admins; nothing of it for anybody else. */
export const loadLadderAdmin: Loader<LadderAdminData> = async (input) => {
  const { database, params, viewer, now } = input;
  const person = viewer?.person_id ?? null;
  const [row] = await database.query<DeskRow>(desk, [params.slug, person]);
  if (row === undefined) {
    return null;
  }
  return { ladder: toLadderName(row), desk: row.may_enter ? toDesk(row, person, now) : null };
};

function toDesk(row: DeskRow, person: string | null, now: Date): LadderAdminData['desk'] {
  const entries = row.entries ?? [];
  const names = new Map(entries.map((entry) => [entry.id, toName(entry)]));
  const running = row.matches ?? [];
  const context: DeskContext = { running, names, person, now };
  const cases = (row.cases ?? []).flatMap((found) => toCase(found, context) ?? []);
  const disputed = new Set(cases.map(({ match_id }) => match_id));
  return {
    season: row.season === null ? null : toLadderSeason(row.season),
    cases: cases.sort(byUrgency(now)),
    median_hours: row.median_hours,
    matches: running
      .filter(({ id }) => !disputed.has(id))
      .map((match) => ({
        id: match.id,
        number: match.number,
        status: match.status,
        version: match.version,
        deadline: toInstantOrNull(match.deadline),
        has_part: match.has_part,
        // Nothing ever falls due where there is no deadline.
        is_stuck: match.deadline === null || Date.parse(match.deadline) < now.getTime() - 60_000,
        ...toSides(match, names),
      })),
    placed: row.placed,
    acts: (row.acts ?? []).map(toAct),
    names: {
      entries: Object.fromEntries(names),
      people: Object.fromEntries(
        (row.people ?? []).map(({ id, username, user_id }) => [id, { username, user_id }]),
      ),
      matches: Object.fromEntries(
        (row.played ?? []).map(({ id, challenger, defender }) => [id, { challenger, defender }]),
      ),
      runs: Object.fromEntries(
        (row.driven ?? []).map(({ id, entry, stage }) => [id, { entry, stage }]),
      ),
    },
    next_version: row.next_version,
    is_site_admin: row.is_site_admin,
  };
}

interface DeskContext {
  running: readonly DeskMatchRow[];
  names: ReadonlyMap<string, EntryName>;
  person: string | null;
  now: Date;
}

const nobody: EntryName = { entry_id: '', name: '?', tag: null, href: null };

function toSides(match: DeskMatchRow, names: ReadonlyMap<string, EntryName>) {
  return {
    challenger: names.get(match.challenger_entry_id) ?? nobody,
    defender: names.get(match.defender_entry_id) ?? nobody,
  };
}

const toName = ({ id, name, tag, href }: EntryRow): EntryName => ({
  entry_id: id,
  name,
  tag,
  href,
});

function toCase(
  { kind, state, holder, has_part }: CaseRow,
  { running, names, person, now }: DeskContext,
): QueuedCase | null {
  const match = running.find(({ id }) => id === state.match_id);
  if (match === undefined) {
    return null;
  }
  const dispute = kind === 'disputes' ? (state as Dispute) : null;
  return {
    id: state.id,
    kind: dispute === null ? 'appeal' : 'dispute',
    match_id: match.id,
    number: match.number,
    reason: dispute?.reason ?? null,
    opened_at: dispute?.opened_at ?? (state as Appeal).at,
    aimed_at: dispute?.ruling_aimed_at ?? null,
    blocks_at: findBlocked(match, running, now),
    statements: dispute?.statements.length ?? 1,
    has_part,
    ...toSides(match, names),
    holder:
      holder === null
        ? null
        : {
            username: holder.username,
            since: toInstant(holder.taken_at),
            is_own: holder.person_id === person,
          },
  };
}

/** The next match of either side that begins within a day. */
function findBlocked(
  { id, challenger_entry_id, defender_entry_id }: DeskMatchRow,
  running: readonly DeskMatchRow[],
  now: Date,
): string | null {
  const sides = [challenger_entry_id, defender_entry_id];
  const starts = running
    .filter(
      (match) =>
        match.id !== id &&
        (sides.includes(match.challenger_entry_id) || sides.includes(match.defender_entry_id)),
    )
    .flatMap(({ starts_at }) => toInstantOrNull(starts_at) ?? [])
    .filter((start) => Math.abs(Date.parse(start) - now.getTime() - day / 2) <= day / 2);
  return starts.sort()[0] ?? null;
}

/** What blocks a match comes first, then what is late, then what will be late soonest. */
const byUrgency =
  (now: Date) =>
  (one: QueuedCase, other: QueuedCase): number => {
    const toRank = ({ blocks_at, aimed_at }: QueuedCase) =>
      blocks_at !== null ? 0 : aimed_at !== null && aimed_at < now.toISOString() ? 1 : 2;
    const toDue = ({ blocks_at, aimed_at, opened_at }: QueuedCase) =>
      Date.parse(blocks_at ?? aimed_at ?? opened_at);
    return toRank(one) - toRank(other) || toDue(one) - toDue(other);
  };

const toAct = ({ at, ...act }: ActRow): AdminAct => ({ ...act, at: toInstant(at) });
