/**
 * The zone that somebody reads times in where no page of theirs says it: their own, else their first team's; null else.
 * Its tables have names of their own, so that the person may be a column of the statement around it.
 */
export const toReaderZoneSql = (person: string) => `
  coalesce((select reader.zone from private.person_settings reader where reader.person_id = ${person}),
    (select reader_team.zone from public.rosters reader join public.teams reader_team on reader_team.id = reader.team_id
      where reader.person_id = ${person} order by reader.joined_at limit 1))`;
