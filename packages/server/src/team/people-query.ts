import type { LadderState, Role, Rules } from '@muster/league';
import { type AskerRow, toAskerSql } from '../engine/asker.ts';
import { identitiesSql } from '../engine/facts.ts';
import { toShownDataSql } from '../log/masked-names.ts';
import type { JsonInstant } from '../page/instants.ts';
import { toIsInviteOpenSql } from './invitations.ts';

export interface InviteRow {
  invite_id: string;
  code: string;
  role: Role;
  person: string | null;
  expires_at: JsonInstant;
}

export interface RequestRow {
  person_id: string;
  username: string;
  user_id: string | null;
  words: string;
  at: JsonInstant;
}

export interface ChangeRow {
  sequence: number;
  type: string;
  at: JsonInstant;
  data: Record<string, string>;
}

export interface PersonRow {
  person_id: string;
  username: string;
  user_id: string | null;
}

/** What of the people about a team is for the one who looks, and what is for all. */
export interface TeamPeopleRow {
  invites: InviteRow[];
  /** What became of the invite that the address names; null where it names none of this team's. */
  invite_is_good: boolean | null;
  invitation: { invite_id: string; role: Role; by: string } | null;
  requests: RequestRow[];
  own_request: { is_waiting: boolean; reason: string; at: JsonInstant } | null;
  /** The newest last. */
  changes: ChangeRow[];
  changed_people: PersonRow[];
  asker: AskerRow | null;
  /** For the captain: the accounts that each member has linked. */
  identities: Record<string, string[]> | null;
}

export interface EligibleRow extends PersonRow {
  eligible_from: JsonInstant;
}

export interface EligibilityRow {
  players: EligibleRow[] | null;
  rules: Rules;
  /** The captain as the ladder knows them. */
  asker: AskerRow | null;
  /** For the captain of a running season: the rules' own state with all entries for which members may play. */
  state: { root: Partial<LadderState>; entries: LadderState['entries'] | null } | null;
}

/** The team's invites; the rules' own state knows for which role, and which are open still. */
const invites = `
  select link.invite_id, link.code, link.created_at, link.expires_at, link.person_id,
    stream.state -> 'invites' -> link.invite_id::text ->> 'role' as role, named.username as person,
    maker.username as by, ${toIsInviteOpenSql('$4')} as is_good
  from private.team_invites link
  join private.stream_states stream on stream.stream = 'team:' || team.id
  left join public.profiles named on named.id = link.person_id
  left join public.profiles maker on maker.id = link.created_by
  where link.team_id = team.id`;

const isLeader = `exists (select 1 from public.rosters r where r.team_id = team.id
  and r.person_id = $2 and r.role in ('captain', 'co_captain'))`;

const isCaptain = `exists (select 1 from public.rosters r where r.team_id = team.id
  and r.person_id = $2 and r.role = 'captain')`;

const requests = `
  select coalesce(json_agg(asked order by asked.at), '[]') from (
    select p.id as person_id, p.username, p.user_id, coalesce(own.words, '') as words,
      request.value ->> 'at' as at
    from private.stream_states stream
    cross join lateral jsonb_each(stream.state -> 'requests') request
    join public.profiles p on p.id = request.key::uuid
    left join private.join_requests own on own.team_id = team.id and own.person_id = p.id
    where stream.stream = 'team:' || team.id and ${isLeader}) asked`;

const ownRequest = `
  select json_build_object('is_waiting', own.is_accepted is null, 'reason', own.reason,
    'at', coalesce(own.answered_at, own.asked_at))
  from private.join_requests own
  where own.team_id = team.id and own.person_id = $2 and own.is_accepted is distinct from true`;

/** What the log says of the team and its people; invites and requests are theirs alone. */
const changes = `
  select e.sequence, e.type, e.at, ${toShownDataSql('e')} as data from public.league_events e
  where e.stream = 'team:' || team.id and e.type in ('team_founded', 'team_edited', 'member_joined',
    'member_left', 'member_removed', 'role_changed', 'captaincy_passed', 'team_disbanded',
    'team_restored')
    and e.at <= $4`;

/** Columns of `team`: $2 who looks, $3 an invite's code, $4 the instant. */
export const teamPeople = `
  (select coalesce(json_agg(json_build_object('invite_id', i.invite_id, 'code', i.code, 'role', i.role,
      'person', i.person, 'expires_at', i.expires_at) order by i.created_at desc), '[]')
    from (${invites}) i where i.is_good and ${isLeader}) as invites,
  (select i.is_good from (${invites}) i where i.code = $3) as invite_is_good,
  (select json_build_object('invite_id', i.invite_id, 'role', i.role, 'by', i.by)
    from (${invites}) i where i.is_good and i.person_id = $2
      and not exists (select 1 from public.rosters r where r.team_id = team.id and r.person_id = $2)
    limit 1) as invitation,
  case when $2::uuid is not null then ${toAskerSql('$2', { ladder: 'null', at: '$4' })} end as asker,
  case when ${isCaptain} then (select json_object_agg(p.id, ${identitiesSql})
    from public.rosters o join public.profiles p on p.id = o.person_id
    where o.team_id = team.id) end as identities,
  (${requests}) as requests, (${ownRequest}) as own_request,
  (select coalesce(json_agg(c order by c.sequence), '[]') from (${changes}) c) as changes,
  (select coalesce(json_agg(json_build_object('person_id', p.id, 'username', p.username,
      'user_id', p.user_id)), '[]')
    from public.profiles p where p.id in (
      -- By their ids as ids, which have an index; \`from\` and \`to\` are roles elsewhere.
      select person::uuid from (${changes}) c, unnest(array[c.data ->> 'person_id', c.data ->> 'founder_id',
        case when c.type = 'captaincy_passed' then c.data ->> 'from' end,
        case when c.type = 'captaincy_passed' then c.data ->> 'to' end]) as person)) as changed_people`;

const membersEntries = `
  select json_object_agg(sm.id, sm.state) from private.stream_members sm
  where sm.stream = s.stream and sm.is_current and sm.collection = 'entries'
    and sm.id = any(array(select e.id union select ep.entry_id from public.rosters o
      join public.entry_players ep on ep.person_id = o.person_id and ep.season_id = s.id
      where o.team_id = team.id))`;

const players = `(
    select json_agg(json_build_object('person_id', p.id, 'username', p.username, 'user_id', p.user_id,
      'eligible_from', ep.eligible_from) order by ep.eligible_from, lower(p.username))
    from public.entry_players ep join public.profiles p on p.id = ep.person_id
    where ep.entry_id = e.id)`;

/** Columns of an entry `e` of a season `s` that is looked at as it was: nobody may change anything there. */
export const eligibleThen = `s.rules, ${players} as players, null::json as asker, null::json as state`;

/** Columns of an entry `e` of a season `s` of a ladder `l`: who may play for it, and what its captain may change. */
export const eligible = `s.rules,
  case when s.status <> 'closed' and ${isCaptain} then
    ${toAskerSql('$2', { ladder: 'l.id', at: '$4' })} end as asker,
  case when s.status <> 'closed' and ${isCaptain} then
    (select json_build_object('root', root.state, 'entries', (${membersEntries}))
      from private.stream_states root where root.stream = s.stream) end as state, ${players} as players`;
