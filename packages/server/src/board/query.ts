import { toScrimOverSql } from '../scrim/over.ts';
import { toIsInvitableSql } from '../team/invite.ts';
import { toIsAnswerOpenSql } from './open-answers.ts';
import { isPostReady, isPostUp } from './post-up.ts';

/** True where the person $2 leads the team of a row `p`. */
const isLeader = `exists (select 1 from public.rosters r
  where r.team_id = p.team_id and r.person_id = $2 and r.role in ('captain', 'co_captain'))`;

const team = `json_build_object('slug', t.slug, 'name', t.name, 'tag', t.tag, 'logo', t.logo_path)`;

/** Who waits for an answer of the person's team; read for nobody else, nor of a notice that is not up or that admins removed. */
const answers = `case when p.hidden_at is null and stand.is_up and ${isLeader} then (
  select coalesce(json_agg(json_build_object('id', a.id, 'user_id', who.user_id, 'username', who.username,
      'team', case when t.id is not null then ${team} end, 'starts_at', a.starts_at, 'words', a.words)
    order by a.answered_at), '[]')
  from private.board_answers a
  join public.profiles who on who.id = a.person_id
  left join public.teams t on t.id = a.team_id
  where a.post_id = p.id and ${toIsAnswerOpenSql('$1')})
  else '[]' end`;

const ownAnswer = `(
  select json_build_object('id', a.id, 'status', a.status, 'starts_at', a.starts_at)
  from private.board_answers a where a.post_id = p.id and a.person_id = $2
  order by a.answered_at desc limit 1)`;

/** The teams for which the person $2 may invite who seeks one. */
const mayInvite = `case when p.kind = 'player_seeks_team' then array(
  select own.slug from public.rosters led
  join public.teams own on own.id = led.team_id and own.disbanded_at is null
  where led.person_id = $2 and led.role in ('captain', 'co_captain')
    and ${toIsInvitableSql({ team: 'own.id', person: 'p.person_id', at: '$1' })}
  order by own.slug)
  else '{}' end`;

/**
 * $1 the instant, $2 who looks, $3 to $8 kind, game, language, region, zone and weekday or null, $9 how
 * many. While the team or the author of a notice cannot stand to it, only they and their team see it; one that is not
 * up any more only its author does, whom it keeps from putting up another.
 */
export const boardPosts = `
  select p.id, p.kind, json_build_object('slug', g.slug, 'name', g.name) as game,
    case when t.id is not null then ${team} end as team,
    json_build_object('user_id', a.user_id, 'username', a.username) as author,
    p.region, p.zone, p.evenings, p.languages, p.text, p.created_at, p.expires_at,
    array(select time from unnest(p.times) as time where time > $1 order by time) as times,
    coalesce(p.person_id = $2 or ${isLeader}, false) as is_own,
    exists (select 1 from public.rosters r where r.team_id = p.team_id and r.person_id = $2) as is_member,
    p.hidden_at is not null as is_removed, stand.is_up, not (stand.is_up and stand.is_ready) as is_withheld,
    ${answers} as answers, ${ownAnswer} as own_answer, ${mayInvite} as may_invite
  from public.board_posts p
  join public.games g on g.slug = p.game_slug
  join public.profiles a on a.id = p.person_id
  left join public.teams t on t.id = p.team_id
  cross join lateral (select ${isPostReady} as is_ready, ${isPostUp} as is_up) stand
  -- Who wrote what the admins removed sees that it was.
  where p.expires_at > $1 and (p.hidden_at is null or p.person_id = $2)
    and (p.person_id = $2 or (stand.is_up and (stand.is_ready or ${isLeader})))
    and ($3::text is null or p.kind = $3)
    and ($4::text is null or p.game_slug = $4)
    and ($5::text is null or $5 = any (p.languages))
    and ($6::text is null or p.region in ($6, 'INT'))
    and ($7::text is null or p.zone = $7)
    and ($8::integer is null or cardinality(p.evenings) = 0 or $8 = any (p.evenings))
  order by p.created_at desc, p.id limit $9`;

/** The scrims to come of the person's teams: $1 the instant, $2 the person. One is to come until two hours after its start. */
export const ownScrims = `
  select s.id, s.starts_at, g.name as game,
    json_build_object('slug', h.slug, 'name', h.name) as home,
    json_build_object('slug', w.slug, 'name', w.name) as away
  from private.scrims s
  join public.games g on g.slug = s.game_slug
  join public.teams h on h.id = s.home_team_id
  join public.teams w on w.id = s.away_team_id
  where s.cancelled_at is null and not (${toScrimOverSql('s.starts_at', '$1')})
    and exists (select 1 from public.rosters r
      where r.team_id in (h.id, w.id) and r.person_id = $2)
  order by s.starts_at, s.id limit 20`;
