import type { LoaderInput } from '../context.ts';
import { loadOwnedGames } from './page-owned.ts';

const named = 5;

/** Games are settled while one is kept. */
export async function loadGamesStep(input: LoaderInput) {
  const data = await loadOwnedGames(input);
  const kept = data?.games.filter(({ is_retired }) => !is_retired) ?? [];
  const facts = kept.slice(0, named).map(({ short_name }) => short_name);
  return { is_done: (data?.part.kept ?? 0) > 0, facts, data };
}
