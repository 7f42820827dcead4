/**
 * The places at a season's end as its closing wrote them into the log, of every format: `entry_id` and `place`.
 * To be joined laterally; `s` is the season.
 */
export const FINAL_PLACES = `(
    select (standing ->> 'entry_id')::uuid as entry_id, (standing ->> 'place')::int as place
    from public.league_events closing, jsonb_array_elements(closing.data -> 'standings') standing
    where closing.stream = s.stream and closing.type = 'season_closed'
      and closing.data ->> 'season_id' = s.id::text)`;
