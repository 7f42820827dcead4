/** Whether the person $2 is of one of the sides of a match, given by its alias: its teams, entries or lineups. */
export const toHasPartSql = (match: string) => `
  exists (select 1 from public.entries e
    where e.id in (${match}.challenger_entry_id, ${match}.defender_entry_id)
      and (e.person_id = $2
        or exists (select 1 from public.rosters r where r.team_id = e.team_id and r.person_id = $2)
        or exists (select 1 from public.entry_players ep where ep.entry_id = e.id and ep.person_id = $2)))
  -- Asked of the match, so that nobody reads all that the person ever played.
  or coalesce($2 in (select ml.person_id from private.match_lineups ml where ml.match_id = ${match}.id), false)`;
