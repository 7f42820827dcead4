import type { RatingPoint } from '@muster/site/pages/rating/draw-rating-chart.ts';
import { type JsonInstant, toInstant } from '../page/instants.ts';
import { sigmaSql, toGrowthSql } from './ratings.ts';

export interface RatingPointRow {
  at: JsonInstant;
  mu: number;
  sigma: number;
  match_id: string | null;
}

const toRatingPoint = ({ at, mu, sigma, match_id }: RatingPointRow): RatingPoint => ({
  at: toInstant(at),
  mu,
  sigma,
  match_id,
});

/** Results first, behind them what idle weeks came to. */
export const toRatingPoints = (
  results: readonly RatingPointRow[],
  idle: RatingPointRow | null,
): RatingPoint[] => [...results, ...(idle === null ? [] : [idle])].map(toRatingPoint);

/** The last steps of an entry's rating, oldest first, as far as a condition on `r` lets through; `e` is the entry. */
export const toRatingPointsSql = (condition: string) => `(
  select coalesce(json_agg(step order by step.sequence), '[]') from (
    select r.at, r.mu, r.sigma, r.match_id, r.sequence from public.entry_ratings r
    where r.entry_id = e.id and ${condition} order by r.sequence desc limit ${pointsLimit}) step)`;

/** Where idle weeks have brought it by an instant, as its last point; null where none has passed. `e` the entry, `s` its season. */
export const toIdlePointSql = (at: string) => `(
  select json_build_object('at', growth.at, 'mu', e.mu, 'sigma', ${sigmaSql}, 'match_id', null)
  from (${toGrowthSql('select s.id', at)}) growth
  where ${sigmaSql} > e.sigma and e.status in ('active', 'suspended'))`;

export const pointsLimit = 120;
