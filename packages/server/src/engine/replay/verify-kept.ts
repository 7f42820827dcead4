import type { Queryable } from '@muster/database';

/** What is kept so that pages need not count it: each with a statement that finds rows where it is not what it was made from. */
const comparisons: readonly [what: string, differences: string][] = [
  [
    'the final places',
    `with closed as (
       select (standing ->> 'entry_id')::uuid as id, (standing ->> 'place')::integer as place
       from public.league_events closing, jsonb_array_elements(closing.data -> 'standings') standing
       where closing.type = 'season_closed'
     )
     select from closed full join (select id, final_place from public.entries where final_place is not null) kept
       using (id) where closed.place is distinct from kept.final_place`,
  ],
  [
    'the rulings',
    `with given as (
       select r.id as event_id, r.actor_id, extract(epoch from r.at - opened.at)::float8 / 3600 as hours,
         r.data ->> 'dispute_id' in (select data ->> 'dispute_id' from public.league_events
           where type = 'appeal_decided' and data ->> 'status' = 'overturned'
             and data ->> 'dispute_id' is not null) as is_overturned
       from public.league_events r
       left join (select data ->> 'dispute_id' as dispute_id, min(at) as at from public.league_events
         where type in ('match_disputed', 'result_disputed') group by 1) opened
         on opened.dispute_id = r.data ->> 'dispute_id'
       where r.type = 'ruling_given'
         and not exists (select from public.ladders l where l.id = r.ladder_id and l.is_test)
     )
     select from given full join private.rulings kept using (event_id)
     where (given.actor_id, given.is_overturned) is distinct from (kept.actor_id, kept.is_overturned)
       or abs(coalesce(given.hours, -1) - coalesce(kept.hours, -1)) > 0.001`,
  ],
  [
    'the figures of rulings',
    `with counted as (
       select coalesce(actor_id::text, 'all') as whose, count(*) as rulings,
         count(*) filter (where is_overturned) as overturned,
         percentile_cont(0.5) within group (order by hours) as median_hours
       from private.rulings group by grouping sets ((), (actor_id)) having grouping(actor_id) = 1 or actor_id is not null
     )
     select from counted full join private.ruling_figures kept using (whose)
     where coalesce(counted.rulings, 0) <> coalesce(kept.rulings, 0)
       or coalesce(counted.overturned, 0) <> coalesce(kept.overturned, 0)
       or counted.median_hours is distinct from kept.median_hours`,
  ],
  [
    'the results of lineups',
    `select from private.match_lineups line join public.matches m on m.id = line.match_id
     where (line.ended_at, line.outcome) is distinct from (
       case when m.winner is not null then m.ended_at end,
       case when m.winner = 'draw' then 'drawn' when m.winner = line.side then 'won'
         when m.winner is not null then 'lost' end)
       or line.outcome is not null and line.ladder_id <> m.ladder_id`,
  ],
  [
    'the records of people',
    `with counted as (
       select person_id, ladder_id, count(*) filter (where outcome = 'won') as wins,
         count(*) filter (where outcome = 'lost') as losses, count(*) filter (where outcome = 'drawn') as draws
       from private.match_lineups where outcome is not null group by 1, 2
     )
     select from counted full join private.person_records kept using (person_id, ladder_id)
     join public.profiles p on p.id = person_id and p.user_id is not null
     where (coalesce(counted.wins, 0), coalesce(counted.losses, 0), coalesce(counted.draws, 0))
       is distinct from (coalesce(kept.wins, 0), coalesce(kept.losses, 0), coalesce(kept.draws, 0))`,
  ],
  [
    'the figures of the league',
    `select from (
       select 'teams' as figure, count(*) as counted from public.teams where disbanded_at is null
       union all select 'people', count(*) from public.profiles where user_id is not null
       union all select 'sides_of_results', coalesce(sum(2 * e.wins + e.draws), 0)
       from public.entries e join public.seasons s on s.id = e.season_id
       join public.ladders l on l.id = s.ladder_id and not l.is_test
     ) counted
     where counted.counted <>
       (select coalesce(sum(change), 0) from private.figure_changes kept where kept.figure = counted.figure)`,
  ],
];

/** Says which of the things kept for pages is not what the tables and the log come to; null where all are. */
export async function findKeptDifference(database: Queryable): Promise<string | null> {
  for (const [what, differences] of comparisons) {
    const [found] = await database.query<{ differs: boolean }>(
      `select exists (${differences}) as differs`,
    );
    if (found?.differs === true) {
      return `${what} are not what they are made from`;
    }
  }
  return null;
}
