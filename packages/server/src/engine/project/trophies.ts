/**
 * Whether a run, by its name in the statement, counts at the end of its season, as the standings of a time attack have
 * it: its driver has a place there, and it is no faster than the stage's fastest that an admin has verified.
 */
export const toCountsSql = (run: string) => `(
  ${run}.status in ('confirmed', 'verified')
  and exists (select from public.entries driver where driver.id = ${run}.entry_id and driver.final_place is not null)
  and ${run}.time_ms + ${run}.penalty_ms >= (
    select min(fastest.time_ms + fastest.penalty_ms)
    from public.runs fastest join public.entries driver on driver.id = fastest.entry_id and driver.final_place is not null
    where fastest.season_id = ${run}.season_id and fastest.stage = ${run}.stage and fastest.status = 'verified'))`;

/**
 * A season's first three have a trophy, a driver only with a run that counts: those without one share a place however
 * many they are. The condition on an entry's row, by its name in the statement.
 */
export const hasTrophySql = (entry: string) => `(
  ${entry}.final_place <= 3 and (${entry}.person_id is null or exists (
    select from public.runs driven where driven.entry_id = ${entry}.id and ${toCountsSql('driven')})))`;
