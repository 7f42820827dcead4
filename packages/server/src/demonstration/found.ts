import type { Queryable } from '@muster/database';

/** What of the demonstration is there, and what real people have done in it. */
export interface DemoFound {
  seasons: number;
  /** Seasons of it that are not over. */
  running: number;
  teams: number;
  people: number;
  matches: number;
  /** Lines of the log in its streams. */
  lines: number;
  notices: number;
  /** Those who are no figures of it and have acted in it, by name. */
  actors: string[];
  /** Their lines in its streams. */
  acts: number;
  /** What they wrote in the rooms of its matches, and brought there. */
  messages: number;
  evidence: number;
  /** Scrims between one of its teams and a real one. */
  scrims: number;
  /** Real teams that entered one of its seasons. */
  entered: string[];
  /** Its teams that entered a real season. */
  leaving: string[];
  /** What stays in any case. */
  real_teams: number;
  real_people: number;
}

const statement = `
  with streams as (
    select stream from public.seasons where is_demo
    union select 'team:' || id from public.teams where is_demo
  ), lines as (
    select e.actor_id, p.id is not null as is_real
    from public.league_events e join streams using (stream)
    left join public.profiles p on p.id = e.actor_id and not p.is_demo
  ), rooms as (
    select m.id from public.matches m join public.seasons s on s.id = m.season_id and s.is_demo
  ), messages as (
    select w.person_id from private.match_messages w join rooms on rooms.id = w.match_id
    join public.profiles p on p.id = w.person_id and not p.is_demo
  ), evidence as (
    select b.person_id from private.match_evidence b join rooms on rooms.id = b.match_id
    join public.profiles p on p.id = b.person_id and not p.is_demo
  )
  select
    (select count(*)::integer from public.seasons where is_demo) as seasons,
    (select count(*)::integer from public.seasons where is_demo and status <> 'closed') as running,
    (select count(*)::integer from public.teams where is_demo) as teams,
    (select count(*)::integer from public.profiles where is_demo) as people,
    (select count(*)::integer from rooms) as matches,
    (select count(*)::integer from lines) as lines,
    (select count(*)::integer from public.board_posts b
       join public.profiles p on p.id = b.person_id and p.is_demo) as notices,
    array(select p.username from public.profiles p where p.id in (
      select actor_id from lines where is_real
      union select person_id from messages union select person_id from evidence)
      order by p.username, p.id) as actors,
    (select count(*)::integer from lines where is_real) as acts,
    (select count(*)::integer from messages) as messages,
    (select count(*)::integer from evidence) as evidence,
    (select count(*)::integer from private.scrims s
       join public.teams home on home.id = s.home_team_id
       join public.teams away on away.id = s.away_team_id
       where home.is_demo <> away.is_demo) as scrims,
    array(select distinct t.name from public.entries e
      join public.seasons s on s.id = e.season_id and s.is_demo
      join public.teams t on t.id = e.team_id and not t.is_demo order by t.name) as entered,
    array(select distinct t.name from public.entries e
      join public.seasons s on s.id = e.season_id and not s.is_demo
      join public.teams t on t.id = e.team_id and t.is_demo order by t.name) as leaving,
    (select count(*)::integer from public.teams where not is_demo) as real_teams,
    (select count(*)::integer from public.profiles where not is_demo and user_id is not null) as real_people`;

/** Reads what of the demonstration is there. */
export async function findDemo(queryable: Queryable): Promise<DemoFound> {
  const [row] = await queryable.query<DemoFound>(statement);
  if (row === undefined) {
    throw new Error('a row of counts is always there');
  }
  return row;
}

/** Whether anything is marked as the demonstration's. */
export const isThere = ({ seasons, teams, people }: DemoFound): boolean =>
  seasons + teams + people > 0;

/** Whether real people have done something that would go with it. */
export const hasRealActs = ({ acts, messages, evidence, scrims, entered }: DemoFound): boolean =>
  acts + messages + evidence + scrims + entered.length > 0;
