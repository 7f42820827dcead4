/** The zone that somebody reads times in where no page of theirs says it: their own, else their first team's; null else. */
export const toReaderZoneSql = (person: string) => `
  coalesce((select s.zone from private.person_settings s where s.person_id = ${person}),
    (select home.zone from public.rosters r join public.teams home on home.id = r.team_id
      where r.person_id = ${person} order by r.joined_at limit 1))`;
