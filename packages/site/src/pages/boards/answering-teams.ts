import type { BoardForm, BoardPost } from './data.ts';

/** The teams for which the person who looks may answer: who seeks a team is invited once, and to none that has them. */
export function listAnsweringTeams(post: BoardPost, form: BoardForm): BoardForm['teams'] {
  return form.teams.filter(({ slug }) =>
    post.kind === 'player_seeks_team' ? post.may_invite.includes(slug) : slug !== post.team?.slug,
  );
}
