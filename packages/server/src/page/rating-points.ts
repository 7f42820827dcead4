import type { RatingPoint } from '@muster/site/pages/rating/draw-rating-chart.ts';
import { type JsonInstant, toInstant } from './instants.ts';

export interface RatingPointRow {
  at: JsonInstant;
  mu: number;
  sigma: number;
  match_id: string | null;
}

export const toRatingPoint = ({ at, mu, sigma, match_id }: RatingPointRow): RatingPoint => ({
  at: toInstant(at),
  mu,
  sigma,
  match_id,
});

/** The last steps of an entry's rating, oldest first, as far as a condition on `r` lets through; `e` is the entry. */
export const toRatingPointsSql = (condition: string) => `(
  select coalesce(json_agg(step order by step.sequence), '[]') from (
    select r.at, r.mu, r.sigma, r.match_id, r.sequence from public.entry_ratings r
    where r.entry_id = e.id and ${condition} order by r.sequence desc limit ${pointsLimit}) step)`;

export const pointsLimit = 120;
