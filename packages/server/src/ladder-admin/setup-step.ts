import type { LoaderInput } from '../context.ts';
import { loadOwnedLadders } from './page-owned.ts';

const named = 3;

/** The first ladder is there once a season of the league's own was planned on one. */
export async function loadLadderStep(input: LoaderInput) {
  const data = await loadOwnedLadders(input);
  if (data === null) {
    return { is_done: false, facts: [], data };
  }
  const planned = await input.database.query<{ name: string }>(
    `select l.name from public.ladders l
     where exists (select from public.seasons s where s.ladder_id = l.id and not s.is_demo)
     order by l.position, l.slug limit $1`,
    [named],
  );
  return { is_done: planned.length > 0, facts: planned.map(({ name }) => name), data };
}
