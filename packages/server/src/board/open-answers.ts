import { isPostUp } from './post-up.ts';

/**
 * Whether an answer `a`, given by `who` and for a scrim by the team `t`, can still be taken at an instant, a place in a
 * statement: nobody has dealt with it, its hour is to come, no admin took it out of sight, and who gave it is there.
 */
export const toIsAnswerOpenSql = (at: string) => `
  a.status = 'open' and (a.starts_at is null or a.starts_at > ${at}) and a.hidden_at is null
    and who.user_id is not null and (t.id is null or t.disbanded_at is null)`;

/** The answers that wait for the person $1 at the instant $2: to notices of teams that they lead, as the boards show them. */
export const answersToGive = `
  select who.username as who, coalesce(a.starts_at, p.expires_at) as until
  from public.rosters r
  join public.board_posts p on p.team_id = r.team_id and p.expires_at > $2 and p.hidden_at is null
  join private.board_answers a on a.post_id = p.id
  join public.profiles who on who.id = a.person_id
  left join public.teams t on t.id = a.team_id
  where r.person_id = $1 and r.role in ('captain', 'co_captain') and ${toIsAnswerOpenSql('$2')} and ${isPostUp}`;
