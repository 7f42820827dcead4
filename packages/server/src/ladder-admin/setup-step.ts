import type { LoaderInput } from '../context.ts';
import { loadOwnedLadders } from './page-owned.ts';

/** The first ladder is there once a season of the league's own was planned on one. */
export async function loadLadderStep(input: LoaderInput) {
  const data = await loadOwnedLadders(input);
  const planned = data?.ladders.filter(({ season }) => season !== null) ?? [];
  return { is_done: planned.length > 0, facts: planned.slice(0, 3).map(({ name }) => name), data };
}
