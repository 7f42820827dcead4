/** SQL: whether a season of a game is planned or runs, which is to be ended before the game retires. `slug` names the game's. */
export const toIsRunningSql = (slug: string) => `exists (
  select from public.seasons s join public.ladders l on l.id = s.ladder_id
  where l.game_slug = ${slug} and s.status <> 'closed' and not s.is_demo)`;
