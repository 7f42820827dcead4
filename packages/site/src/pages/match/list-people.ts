import type { MatchData } from './data.ts';

/** What the people are called whom a refusal may name. */
export function listPeople({ sides, names }: MatchData): Record<string, string> {
  const rosters = [...sides.challenger.people, ...sides.defender.people];
  return Object.fromEntries([
    ...Object.entries(names.people).map(([id, { username }]) => [id, username]),
    ...rosters.map(({ person_id, username }) => [person_id, username]),
  ]);
}
