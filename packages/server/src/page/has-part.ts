/** Whether a person, $2 unless said otherwise, is of one of the sides of a match, given by its alias: its teams, entries or lineups. */
export const toHasPartSql = (match: string, person = '$2') => `
  exists (select 1 from public.entries e
    where e.id in (${match}.challenger_entry_id, ${match}.defender_entry_id)
      and (e.person_id = ${person}
        or exists (select 1 from public.rosters r where r.team_id = e.team_id and r.person_id = ${person})
        or exists (select 1 from public.entry_players ep where ep.entry_id = e.id and ep.person_id = ${person})))
  -- Asked of the match, so that nobody reads all that the person ever played.
  or coalesce(${person} in (select ml.person_id from private.match_lineups ml where ml.match_id = ${match}.id), false)`;
