import type { Appeal, Dispute, MatchStatus } from '@muster/league';
import {
  type LadderRow,
  ladderAndSeason,
  ladderColumns,
  toNamedEntriesSql,
} from '../ladder/query.ts';
import { type MatchEventRow, toNamedInSql } from '../log/event-row.ts';
import { toClaimHoldsSql } from '../page/claims.ts';
import { toHasPartSql } from '../page/has-part.ts';
import { toHeldSql } from '../page/held.ts';
import type { JsonInstant } from '../page/instants.ts';
import { toRetiredSql } from './hold-ladder.ts';

/** So many cases, and so many matches, a page shows. */
export const deskLimit = 50;
const actsLimit = 40;

export interface DeskMatchRow {
  id: string;
  number: number;
  status: MatchStatus;
  version: number;
  deadline: JsonInstant | null;
  is_stuck: boolean;
  challenger_entry_id: string;
  defender_entry_id: string;
  /** Whether the viewer is of one of its sides, as the rules see it: another admin must act. */
  has_part: boolean;
}

export interface CaseRow {
  kind: 'disputes' | 'appeals';
  state: Dispute | Appeal;
  number: number;
  challenger_entry_id: string;
  defender_entry_id: string;
  blocks_at: JsonInstant | null;
  holder: { person_id: string; username: string; taken_at: JsonInstant } | null;
  /** Whether the viewer is of one of its sides, as the rules see it: another admin must decide. */
  has_part: boolean;
}

export interface EntryRow {
  id: string;
  name: string;
  tag: string | null;
  href: string | null;
}

export interface ActRow extends MatchEventRow {
  stream: string;
  reason: string | null;
}

/** What the office of a ladder's admin comes to for whoever asks. */
export interface AccessRow {
  may_enter: boolean;
  /** It is theirs and rests: a sanction keeps them from all that it does. */
  is_held: boolean;
}

export interface DeskRow extends LadderRow, AccessRow {
  is_site_admin: boolean;
  matches: DeskMatchRow[] | null;
  cases: CaseRow[] | null;
  /** How many there are, and how many of those were looked for. */
  figures: Record<`${'cases' | 'matches'}_${'kept' | 'found'}` | 'stuck', number>;
  entries: EntryRow[] | null;
  /** How many entries stand on rungs. */
  placed: number;
  has_entries: boolean;
  acts: ActRow[] | null;
  people: { id: string; username: string; user_id: string | null }[] | null;
  played: { id: string; challenger: string; defender: string }[] | null;
  driven: { id: string; entry: string; stage: string }[] | null;
  median_hours: number | null;
  next_version: number | null;
  retired: string | null;
}

/** An `AccessRow` of the person $2 at the instant $3, of the ladder of `ladderAndSeason`. */
export const ladderAccess = `
  select is_admin and not is_held as may_enter, is_admin and is_held as is_held
  from (
    select exists (select 1 from public.admins a
        where a.person_id = $2 and (a.ladder_id = ladder.id or a.ladder_id is null)) as is_admin,
      ${toHeldSql({ person: '$2', at: '$3::timestamptz', ladder: 'ladder.id' })} as is_held
    from ladder) asking`;

/** What admins do by hand; the index of the log's events by admins knows the same types. */
const adminActs = `('ruling_given', 'appeal_decided', 'match_voided', 'deadline_extended', 'entry_moved',
  'entry_removed', 'entry_suspended', 'suspension_ended', 'strike_given', 'strike_lifted',
  'rest_announced', 'rest_ended', 'rules_edited', 'season_planned', 'season_edited', 'season_opened', 'season_closed',
  'run_rejected', 'run_verified', 'ladder_edited')`;

/** Whether a match of these two entries, or of this number, is looked for: $4 a pattern or null, $5 the words as typed. */
const toFoundSql = (match: string) => `
  ($4::text is null or ${match}.number::text = $5 or exists (
    select from public.entries e left join public.teams t on t.id = e.team_id left join public.profiles p on p.id = e.person_id
    where e.id in (${match}.challenger_entry_id, ${match}.defender_entry_id)
      and (t.name ilike $4 or t.tag ilike $4 or p.username ilike $4)))`;

/**
 * The admin's desk in one statement: $1 slug, $2 the viewer's person, $3 now, $4 and $5 what is looked for, $6 the first
 * case and $7 the first match shown. Of cases those that block a match come first, then what is late, then what will be
 * late soonest; of matches those that are stuck.
 */
export const deskStatement = `${ladderAndSeason},
  access as (
    select asking.*, exists (select 1 from public.admins a where a.person_id = $2 and a.ladder_id is null) as is_site_admin
    from (${ladderAccess}) asking
  ),
  open_case as materialized (
    select sm.id, sm.collection as kind, sm.state, m.id as match_id, m.number, m.challenger_entry_id, m.defender_entry_id
    from season join private.stream_members sm on sm.stream = season.stream
    join public.matches m on m.season_id = season.id and m.id = (sm.state ->> 'match_id')::uuid
    where sm.collection in ('disputes', 'appeals') and sm.is_current
      and sm.state ->> 'status' = 'open' and (select may_enter from access)
  ),
  soon as (
    select m.id as match_id, side.entry_id, m.starts_at
    from season join public.matches m on m.season_id = season.id
    cross join lateral (values (m.challenger_entry_id), (m.defender_entry_id)) side (entry_id)
    where m.ended_at is null and m.starts_at between $3::timestamptz and $3::timestamptz + interval '1 day'
  ),
  blocked as (
    select c.id, min(soon.starts_at) as blocks_at
    from open_case c
    cross join lateral (values (c.challenger_entry_id), (c.defender_entry_id)) side (entry_id)
    join soon on soon.entry_id = side.entry_id and soon.match_id <> c.match_id
    group by c.id
  ),
  found_case as materialized (
    select c.*, b.blocks_at, row_number() over (order by
        case when b.blocks_at is not null then 0 when due.aimed_at < $3::timestamptz then 1 else 2 end,
        coalesce(b.blocks_at, due.aimed_at, due.since), c.id) as place
    from open_case c left join blocked b on b.id = c.id
    cross join lateral (select (c.state ->> 'ruling_aimed_at')::timestamptz as aimed_at,
      coalesce(c.state ->> 'opened_at', c.state ->> 'at')::timestamptz as since) due
    where ${toFoundSql('c')}
  ),
  shown_case as materialized (
    select * from found_case order by place offset $6 limit ${deskLimit}
  ),
  running as materialized (
    select m.*, m.deadline is null or m.deadline < $3::timestamptz - interval '1 minute' as is_stuck
    from season join public.matches m on m.season_id = season.id
    where m.ended_at is null and m.id not in (select match_id from open_case)
      and (select may_enter from access)
  ),
  found_match as materialized (select * from running where ${toFoundSql('running')}),
  shown_match as materialized (
    select id, number, status, version, deadline, is_stuck, challenger_entry_id, defender_entry_id
    from found_match order by is_stuck desc, deadline nulls first, number offset $7 limit ${deskLimit}
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
      `select challenger_entry_id as id from shown_match union select defender_entry_id from shown_match
       union select challenger_entry_id from shown_case union select defender_entry_id from shown_case
       union select challenger from played union select defender from played
       union select entry from driven
       union select (data ->> 'entry_id')::uuid from act`,
    )}
  )
  select ${ladderColumns}, access.may_enter, access.is_held, access.is_site_admin,
    json_build_object('cases_kept', (select count(*) from open_case), 'cases_found', (select count(*) from found_case),
      'matches_kept', (select count(*) from running), 'matches_found', (select count(*) from found_match),
      'stuck', (select count(*) from running where is_stuck)) as figures,
    (select json_agg(line order by line.is_stuck desc, line.deadline nulls first, line.number) from (
      select m.*, ${toHasPartSql('m')} as has_part from shown_match m) line) as matches,
    (select json_agg(json_build_object('kind', c.kind, 'state', c.state, 'number', c.number,
        'challenger_entry_id', c.challenger_entry_id, 'defender_entry_id', c.defender_entry_id, 'blocks_at', c.blocks_at,
        'has_part', (select ${toHasPartSql('m')} from public.matches m where m.id = c.match_id), 'holder',
        (select json_build_object('person_id', h.person_id, 'username', p.username, 'taken_at', h.taken_at)
          from private.case_holders h join public.profiles p on p.id = h.person_id
          where h.case_id = c.id and ${toClaimHoldsSql('dispute', 'h.taken_at', '$3')})) order by c.place) from shown_case c) as cases,
    (select json_agg(entry) from entry) as entries,
    (select count(*)::integer from public.entries where season_id = (select id from season)
      and rung is not null) as placed,
    exists (select 1 from public.entries where season_id = (select id from season)) as has_entries,
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
      where s.stream = 'ladder:' || ladder.id) as next_version,
    (${toRetiredSql('ladder.id')}) as retired
  from ladder, access`;
