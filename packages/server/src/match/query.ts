import type { Appeal, Dispute, Entry, FormatName, Match, Role, Rules, Side } from '@muster/league';
import type { EvidencePiece } from '@muster/site/pages/match/evidence-data.ts';
import type { CaseHolder } from '@muster/site/pages/ruling/case-data.ts';
import { type AskerRow, toAskerSql } from '../engine/asker.ts';
import { type JudgeRow, toJudgesSql } from '../engine/facts.ts';
import { toEntryName } from '../ladder/query.ts';
import type { MatchEventRow } from '../log/event-row.ts';
import { toClaimHoldsSql } from '../page/claims.ts';
import type { JsonInstant } from '../page/instants.ts';
import { type RoomRights, toOutsider, toRoomRightsSql } from './room.ts';

export interface SideRow {
  side: Side;
  id: string;
  name: string;
  tag: string | null;
  href: string | null;
  logo: string | null;
  rung: number | null;
  wins: number;
  losses: number;
  form: string;
  people:
    | {
        person_id: string;
        username: string;
        user_id: string | null;
        role: Role;
        eligible_from: JsonInstant | null;
      }[]
    | null;
}

export interface MatchPageRow {
  id: string;
  number: number;
  version: number;
  ladder_id: string;
  ladder_slug: string;
  ladder_name: string;
  format: FormatName;
  region: string;
  zone: string;
  is_test: boolean;
  game_slug: string;
  game_name: string;
  season_id: string;
  season_name: string;
  is_demo: boolean;
  is_open: boolean;
  season_end: JsonInstant;
  rules: Rules;
  challenger_entry_id: string;
  defender_entry_id: string;
  challenger_rung: number | null;
  defender_rung: number | null;
  ended_at: JsonInstant | null;
  sides: SideRow[];
  state: Match | null;
  dispute: Dispute | null;
  appeal: Appeal | null;
  events: MatchEventRow[] | null;
  people: { id: string; username: string; user_id: string | null }[] | null;
  texts: { id: string; text: string | null }[] | null;
  own_side: Side | null;
  own_role: Role | null;
  asker: AskerRow | null;
  rights: RoomRights;
  /** The rules' own state of both sides' entries; null for a match of a season past, on which nobody acts. */
  entries: Record<string, Entry> | null;
  /** Null for everybody who is on neither roster and no admin of the ladder. */
  messages:
    | { id: string; person_id: string; text: string; is_removed: boolean; sent_at: JsonInstant }[]
    | null;
  server: { address: string; password: string; set_at: JsonInstant } | null;
  /** Null for whoever may not see it yet. */
  evidence: EvidenceRow[] | null;
  is_ruled: boolean;
  /** Everybody in office and the outsider, where a dispute or an appeal has been; null elsewhere. */
  judges: JudgeRow[] | null;
  /** Who played the last match of the viewer's side that had a lineup; empty where there is none. */
  last_lineup: string[];
  /** The admin who has the match's latest case in hand. */
  holder: (Omit<CaseHolder, 'until'> & { case_id: string }) | null;
}

export interface EvidenceRow extends Omit<EvidencePiece, 'added_at' | 'is_own'> {
  added_at: JsonInstant;
}

/**
 * The whole match room in one statement: $1 the match, $2 the viewer's person or null, $3 now. What only the
 * rosters and those who judge may see is not even read for others.
 */
export const matchPage = `
  with found as (
    select m.id, m.number, m.version, m.ladder_id, l.slug as ladder_slug, l.name as ladder_name,
      l.format, l.region, l.zone, l.is_test, l.game_slug, g.name as game_name,
      m.season_id, s.name as season_name, s.is_demo, s.status <> 'closed' as is_open, s.ends_at as season_end, s.rules, s.stream,
      m.challenger_entry_id, m.defender_entry_id, m.challenger_rung, m.defender_rung, m.ended_at
    from public.matches m
    join public.seasons s on s.id = m.season_id
    join public.ladders l on l.id = m.ladder_id
    join public.games g on g.slug = l.game_slug
    where m.id = $1
  ),
  entrant as (
    select case when e.id = f.challenger_entry_id then 'challenger' else 'defender' end as side,
      e.id, e.team_id, ${toEntryName('t', 'p')}, t.logo_path as logo, e.rung, e.wins, e.losses, e.form
    from found f
    join public.entries e on e.id in (f.challenger_entry_id, f.defender_entry_id)
    left join public.teams t on t.id = e.team_id
    left join public.profiles p on p.id = e.person_id
  ),
  member as (
    select entrant.side, r.person_id, p.username, p.user_id, r.role, ep.eligible_from
    from entrant
    join public.rosters r on r.team_id = entrant.team_id
    join public.profiles p on p.id = r.person_id
    left join public.entry_players ep on ep.entry_id = entrant.id and ep.person_id = r.person_id
  ),
  own as (
    select
      standing.side, standing.role,
      case when $2::uuid is not null then
        (select ${toAskerSql('$2', { ladder: 'found.ladder_id', at: '$3' })} from found) end as asker
    from (select 1) one left join (
      -- Who is on both rosters is shown as of the side that they lead.
      select side, role from member where person_id = $2
      order by role in ('captain', 'co_captain') desc, side limit 1) standing on true
  ),
  access as (
    select own.*, to_jsonb(rights) as rights, rights.may_enter, rights.may_enter or (found.ended_at is not null
        and coalesce(found.rules -> 'report' ->> 'evidenceShown', 'everybody') = 'everybody') as sees_evidence
    from own, found cross join lateral (${toRoomRightsSql('found', 'found', '$2', '$3')}) rights
  ),
  last_played as (
    select m.id, case when m.challenger_entry_id = entrant.id then 'challenger' else 'defender' end as side
    from found, own join entrant on entrant.side = own.side
    join public.matches m on entrant.id in (m.challenger_entry_id, m.defender_entry_id)
    where found.ended_at is null and m.ended_at is not null
      and exists (select 1 from private.match_lineups ml where ml.match_id = m.id)
    order by m.ended_at desc limit 1
  ),
  event as (
    select e.sequence, e.at, e.type, e.actor_id, e.match_id, e.data, e.hash
    from found join public.league_events e on e.match_id = found.id
  ),
  state as (
    select sm.state from found join private.stream_members sm
      on sm.stream = found.stream and sm.collection = 'matches' and sm.id = found.id
  ),
  message as (
    select mm.id, mm.person_id, case when mm.hidden_at is null then mm.text else '' end as text,
      mm.hidden_at is not null as is_removed, mm.sent_at from found join private.match_messages mm
      on mm.match_id = found.id
    where (select may_enter from access)
    order by mm.sent_at desc limit 200
  ),
  evidence as (
    select me.id, me.side, me.kind, me.url, me.name, me.note, me.person_id, me.added_at, me.width,
      me.height, f.size as bytes
    from found join private.match_evidence me on me.match_id = found.id and me.hidden_at is null
    left join private.files f on f.id = me.file_id
    where (select sees_evidence from access)
  ),
  mentioned as (
    select actor_id as id from event where actor_id is not null
    union select person_id from message
    union select person_id from evidence
    union select ${toOutsider('found')} from found
    -- Before the result, a name that is told here would tell who plays.
    union select jsonb_array_elements_text(data -> 'players')::uuid from event, found, own
    where type = 'checked_in' and (found.ended_at is not null or data ->> 'by' = own.side)
  )
  select found.*, access.side as own_side, access.role as own_role, access.asker, access.rights,
    (select json_object_agg(sm.id, sm.state) from private.stream_members sm
      where sm.stream = found.stream and sm.is_current and sm.collection = 'entries'
        and sm.id in (found.challenger_entry_id, found.defender_entry_id)) as entries,
    (select json_agg(row_to_json(entrant)::jsonb || jsonb_build_object('people',
        (select json_agg(row_to_json(member) order by array_position(
            array['captain', 'co_captain', 'player', 'substitute'], member.role), member.username)
         from member where member.side = entrant.side))) from entrant) as sides,
    (select state from state) as state,
    (select sm.state from private.stream_members sm, state where sm.stream = found.stream
      and sm.collection = 'disputes' and sm.id = (state.state ->> 'dispute_id')::uuid) as dispute,
    (select sm.state from private.stream_members sm, state where sm.stream = found.stream
      and sm.collection = 'appeals' and sm.id = (state.state ->> 'appeal_id')::uuid) as appeal,
    (select json_agg(event order by event.sequence) from event) as events,
    (select json_agg(json_build_object('id', p.id, 'username', p.username, 'user_id', p.user_id))
      from public.profiles p where p.id in (select id from mentioned)) as people,
    (select json_agg(json_build_object('id', et.id, 'text', et.text))
      from private.event_texts et where et.id in (
        select (event.data -> part ->> 'text_id')::uuid
        from event, unnest(array['text', 'statement']) as part)) as texts,
    case when access.may_enter then
      coalesce((select json_agg(message order by message.sent_at) from message), '[]') end as messages,
    case when access.may_enter then
      (select json_build_object('address', ms.address, 'password', ms.password, 'set_at', ms.set_at)
       from private.match_servers ms where ms.match_id = found.id) end as server,
    case when access.sees_evidence then
      coalesce((select json_agg(evidence order by evidence.added_at, evidence.id) from evidence), '[]')
      end as evidence,
    case when exists (select 1 from event where event.type in ('match_disputed', 'result_disputed', 'appeal_made'))
      then (select json_agg(judge) from (${toJudgesSql({
        ladder: 'found.ladder_id',
        outsider: toOutsider('found'),
        at: '$3',
      })}) judge) end as judges,
    exists (select 1 from event where event.type in ('ruling_given', 'appeal_decided')) as is_ruled,
    case when access.may_enter then
      (select json_build_object('case_id', h.case_id, 'username', p.username, 'since', h.taken_at,
          'is_own', h.person_id = $2)
       from private.case_holders h join public.profiles p on p.id = h.person_id
       where h.match_id = found.id and ${toClaimHoldsSql('dispute', 'h.taken_at', '$3')}
       order by h.taken_at desc limit 1) end as holder,
    array(select ml.person_id from private.match_lineups ml join last_played on last_played.id = ml.match_id
      and last_played.side = ml.side) as last_lineup
  from found, access`;
