import { readRows } from './api-person.ts';

/** Every match of what these ladders, by their slugs, play now, with its status: far fewer than one answer may hold. */
export function listMatches(
  url: string,
  ladders: readonly string[],
): Promise<{ id: string; status: string }[]> {
  const columns = 'id,status,seasons!inner(ladders!inner(slug))';
  const which = `seasons.status=eq.open&seasons.ladders.slug=in.(${ladders})`;
  return readRows(url, `matches?select=${columns}&${which}`);
}
