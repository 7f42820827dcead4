import type {
  Appeal,
  AskerOnLadder,
  Dispute,
  FormatName,
  Match,
  Role,
  Rules,
} from '@muster/league';
import { answersToGive } from '../board/open-answers.ts';
import { isPostUp } from '../board/post-up.ts';
import { type AskerRow, toAskerSql } from '../engine/asker.ts';
import { identitiesSql } from '../engine/facts.ts';
import { type MatchLineRow, toMatchLinesSql } from '../match/line.ts';
import { toFreeSql } from '../page/case-office.ts';
import { toHeldSql } from '../page/held.ts';
import type { JsonInstant } from '../page/instants.ts';
import { toScrimOverSql } from '../scrim/over.ts';
import { openInvitations } from '../team/invitations.ts';
import {
  decidable,
  deskItems,
  type OfficeCaseRow,
  officeCases,
  type ReportsRow,
  type RunsRow,
  reports,
  runsToConfirm,
} from './offices.ts';

/** A match of somebody's as the rules' own state has it. */
export interface WaitingMatchRow extends MatchLineRow {
  /** Theirs on the team that plays it. */
  role: Role;
  team_slug: string | null;
  state: Match;
  rules: Rules;
  season_end: JsonInstant;
  format: FormatName;
  dispute: Dispute | null;
  appeal: Appeal | null;
  /** Whether they may be in the lineup at its hour. */
  may_play: boolean;
  /** What the rules are asked with whether they may act in it. */
  asker: AskerRow;
  /** Both sides' entries; of who may play for them whether they do themselves. */
  entries: AskerOnLadder['state']['entries'];
}

export interface WaitingRow {
  matches: WaitingMatchRow[];
  invitations: {
    team: { slug: string; name: string };
    by: string | null;
    expires_at: JsonInstant;
  }[];
  requests: { team: { slug: string; name: string }; who: string }[];
  answers: { who: string; until: JsonInstant }[];
  ending: { until: JsonInstant }[];
  identities: { identity: string; ladder: { slug: string; name: string } }[];
  scrims: { id: string; team_slug: string; team: string; opponent: string; until: JsonInstant }[];
  cases: OfficeCaseRow[];
  /** One, where there is anything. */
  reports: ReportsRow[];
  runs: RunsRow[];
}

/** Of each kind; a person has a few. */
const limit = 20;

const officers = `('captain', 'co_captain')`;

/** The entries of seasons that are not closed for which the person $1 stands, alone or with a team. */
const own = `
  select e.id, e.season_id, e.status, r.role, t.slug as team_slug
  from public.rosters r
  join public.teams t on t.id = r.team_id and t.disbanded_at is null
  join public.entries e on e.team_id = t.id
  join public.seasons s on s.id = e.season_id and s.status <> 'closed'
  where r.person_id = $1
  union all
  select e.id, e.season_id, e.status, 'captain', null
  from public.entries e
  join public.seasons s on s.id = e.season_id and s.status <> 'closed'
  where e.person_id = $1`;

const member = (collection: string, id: string) => `
  (select member.state from private.stream_members member
    where member.stream = s.stream and member.collection = '${collection}' and member.id = (sm.state ->> '${id}')::uuid)`;

/** Who stands for the entries of both sides, as the rules ask of the person $1 alone. */
const bothEntries = `
  (select json_object_agg(e.id, json_build_object('team_id', e.team_id, 'person_id', e.person_id,
      'players', array(select json_build_object('person_id', ep.person_id) from public.entry_players ep
        where ep.entry_id = e.id and ep.person_id = $1)))
    from public.entries e where e.id in (m.challenger_entry_id, m.defender_entry_id))`;

/** Matches under way or judged, and fresh results: their scores may still be mended. */
const matches = `
  select m.*, side.name as own_side, own.role, own.team_slug, sm.state, s.rules, s.ends_at as season_end,
    ${member('disputes', 'dispute_id')} as dispute, ${member('appeals', 'appeal_id')} as appeal,
    own.team_slug is null or exists (select 1 from public.entry_players ep
      where ep.entry_id = own.id and ep.person_id = $1
        and ep.eligible_from <= coalesce(m.starts_at, $2)) as may_play,
    ${toAskerSql('$1', { ladder: 's.ladder_id', at: '$2' })} as asker, ${bothEntries} as entries,
    row_number() over (order by m.starts_at nulls last, m.id, own.role in ${officers} desc, own.id) as place
  from own
  join public.matches m on own.id in (m.challenger_entry_id, m.defender_entry_id)
  cross join lateral (select case when m.challenger_entry_id = own.id
    then 'challenger' else 'defender' end as name) side
  join public.seasons s on s.id = m.season_id
  join private.stream_members sm
    on sm.stream = s.stream and sm.collection = 'matches' and sm.id = m.id and sm.is_current
  where m.ended_at is null or sm.is_live or m.ended_at > $2::timestamptz - interval '7 days'`;

const toList = (statement: string) => `
  (select coalesce(json_agg(found), '[]') from (${statement} limit ${limit}) found)`;

/** Who is held back on the whole site can say neither yes nor no. */
const isFree = toFreeSql('$1', '$2');

/** Who is muted can put up no notice in its place. */
const isHeard = `not ${toHeldSql({ person: '$1', at: '$2', ladder: null, from: 'speaking' })}`;

const toTeam = (alias: string) =>
  `json_build_object('slug', ${alias}.slug, 'name', ${alias}.name) as team`;

const matchLines = toMatchLinesSql(
  matches,
  'm.role, m.team_slug, m.state, m.rules, m.season_end, l.format, m.dispute, m.appeal, m.may_play, m.asker, m.entries,',
);

/** The matches of the person $1 alone, at the instant $2. */
export const ownMatchesStatement = `
  with own as materialized (${own}) select ${matchLines} as matches`;

/** Everything that concerns the person $1 at the instant $2, in one statement. */
export const waitingStatement = `
  with own as materialized (${own}),
    desk_item as materialized (${deskItems}),
    decidable as materialized (${decidable})
  select
    ${matchLines} as matches,
    ${toList(`
      select link.team, link.by, link.expires_at from (${openInvitations}) link
      where ${isFree} order by link.expires_at`)} as invitations,
    ${toList(`
      select ${toTeam('t')}, who.username as who
      from public.rosters r
      join public.teams t on t.id = r.team_id and t.disbanded_at is null
      join private.join_requests asked on asked.team_id = t.id and asked.is_accepted is null
      join public.profiles who on who.id = asked.person_id
      where r.person_id = $1 and r.role in ${officers} and ${isFree}
      order by asked.asked_at`)} as requests,
    ${toList(`${answersToGive} and ${isFree} order by until`)} as answers,
    ${toList(`
      select p.expires_at as until from public.board_posts p
      where p.person_id = $1 and p.expires_at > $2 and p.expires_at <= $2::timestamptz + interval '3 days'
        and p.hidden_at is null and ${isPostUp} and ${isHeard}
      order by p.expires_at`)} as ending,
    ${toList(`
      select distinct on (l.slug) s.rules -> 'team' ->> 'identityRequired' as identity,
        json_build_object('slug', l.slug, 'name', l.name) as ladder
      from own
      join public.seasons s on s.id = own.season_id
      join public.ladders l on l.id = s.ladder_id
      where own.status = 'active' and s.rules -> 'team' ->> 'identityRequired' is not null
        and s.rules -> 'team' ->> 'identityRequired' <> all (
          select unnest(${identitiesSql}) from public.profiles p where p.id = $1)
      order by l.slug`)} as identities,
    ${toList(`
      select game.id, mine.slug as team_slug, mine.name as team, other.name as opponent, game.starts_at as until
      from public.rosters r
      join private.scrims game on r.team_id in (game.home_team_id, game.away_team_id)
      join public.teams mine on mine.id = r.team_id
      join public.teams other on other.id = case when r.team_id = game.home_team_id
        then game.away_team_id else game.home_team_id end
      where r.person_id = $1 and game.cancelled_at is null
        and not (${toScrimOverSql('game.starts_at', '$2')})
      order by game.starts_at`)} as scrims,
    ${toList(officeCases)} as cases,
    ${toList(reports)} as reports,
    ${toList(runsToConfirm)} as runs`;
