import { getConservativeRating, ratingParameters } from '@muster/league';

const secondsOfWeek = 7 * 86_400;

/**
 * Until when uncertainty has grown in each season that `seasons` names (to its closing, where that was before `at`),
 * and by how much a week. What follows calls it `growth`.
 */
export const toGrowthSql = (seasons: string, at: string) => `
  select asked.id as season_id, least(${at}::timestamptz, asked.closed_at) as at,
    (asked.rules -> 'rating' ->> 'idleGrowth')::double precision as a_week
  from public.seasons asked where asked.id in (${seasons})`;

const idleWeeksSql = `greatest(0, floor(date_part('epoch', growth.at - e.rated_at) / ${secondsOfWeek}))`;

/** Uncertainty as it is at an instant, to the same bit as `getRatingAt` of the rules: `e` the entry, `growth` its season's. */
export const sigmaSql = `case when e.sigma is not null then
  least(${ratingParameters.sigma}::double precision, greatest(e.sigma,
    sqrt(e.sigma * e.sigma + ${idleWeeksSql} * growth.a_week * growth.a_week))) end`;

/** What places by rating follow; who has no rating counts as a newcomer, as in the rules. */
export const ratedValueSql = `coalesce(e.mu - 3 * (${sigmaSql}), ${getConservativeRating(ratingParameters)})`;

/** The entries with a place in the seasons that `seasons` names, with their places by rating at an instant. */
export const toRatedEntriesSql = (seasons: string, at: string) => `
  with growth as materialized (${toGrowthSql(seasons, at)})
  select e.id, e.team_id, e.person_id,
    rank() over (partition by e.season_id order by ${ratedValueSql} desc)::int as place
  from growth join public.entries e on e.season_id = growth.season_id
  where e.status in ('active', 'suspended')`;

/** An entry's rung; on a rating ladder its place at an instant. `e` the entry, `s` its season, `l` its ladder. */
export const toPlaceSql = (at: string) => `coalesce(e.rung, (
  select rated.place from (${toRatedEntriesSql(`select s.id where l.format = 'rating'`, at)}) rated
  where rated.id = e.id))`;

/** The same figure as `ratedValueSql` of what it is made from. */
export function toRatedValue({ mu, sigma }: { mu: number | null; sigma: number | null }): number {
  return getConservativeRating(mu === null || sigma === null ? ratingParameters : { mu, sigma });
}
