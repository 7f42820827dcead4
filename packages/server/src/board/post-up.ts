/**
 * Whether the team of a row `p` can do what its notice is for: on a ladder of that game it is not suspended, and
 * looks for nobody whom its roster there has no place for. A team on no such ladder answers for itself.
 */
const isTeamReady = `(p.team_id is null or coalesce((
  select bool_or(e.status = 'active' and (p.kind <> 'team_seeks_player' or
    (select count(*) from public.entry_players ep where ep.entry_id = e.id)
      < coalesce((s.rules -> 'team' ->> 'rosterMaximum')::int, 2 * (s.rules -> 'team' ->> 'size')::int + 2)))
  from public.entries e
  join public.seasons s on s.id = e.season_id and s.status <> 'closed'
  join public.ladders l on l.id = s.ladder_id and l.game_slug = p.game_slug
  where e.team_id = p.team_id and e.status in ('active', 'suspended')), true))`;

/** Whether a row `p` stands for others to see at the instant $1: its author may write, and its team can stand to it. */
export const isPostReady = `${isTeamReady} and not exists (select 1 from public.sanctions k
  where k.person_id = p.person_id and k.ladder_id is null and not k.is_lifted
    and k.kind in ('mute', 'suspension', 'ban') and k.starts_at <= $1 and (k.ends_at is null or k.ends_at > $1))`;

/** Whether a row `p` is up at all: it goes with its author's account, with its team, and with its author's lead of that team. */
export const isPostUp = `exists (select 1 from public.profiles up where up.id = p.person_id and up.user_id is not null)
  and (p.team_id is null or exists (select 1 from public.rosters l join public.teams up on up.id = l.team_id
    where l.team_id = p.team_id and l.person_id = p.person_id and l.role in ('captain', 'co_captain')
      and up.disbanded_at is null))`;
