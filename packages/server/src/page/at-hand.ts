interface Asked {
  /** SQL of the person's id. */
  person: string;
  /** Placeholder of the instant. */
  now: string;
}

/**
 * Whether a match of somebody's begins within the hour or is under way, as `isAtHand` of the rules has it: cheap
 * enough to be asked for every page, so that what a match asks is read for those alone who have one.
 */
export const toIsAtHandSql = ({ person, now }: Asked) => `
  exists (select 1
    from (
      select e.id from public.rosters r join public.entries e on e.team_id = r.team_id
      where r.person_id = ${person}
      union all select e.id from public.entries e where e.person_id = ${person}) own
    join public.matches m on own.id in (m.challenger_entry_id, m.defender_entry_id)
    where m.ended_at is null and m.status in ('scheduled', 'checking_in', 'veto', 'live')
      and m.starts_at <= ${now}::timestamptz + interval '1 hour')`;
