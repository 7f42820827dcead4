import { fetchLater } from '../fetch/fetch-later.ts';

/** A game or a ladder that a form may name. */
export interface Choice {
  /** Of a ladder its id, of a game its address word. */
  id: string;
  slug: string;
  name: string;
  /** What tells it from others of its name: a ladder's game. */
  note: string | null;
  is_retired: boolean;
}

export type Named = Pick<Choice, 'slug' | 'name'>;

/** What a reader's filter may be set to. */
export interface FilterChoices {
  /** Whether they are so many that they are looked for by their names; the list is empty then. */
  is_long: boolean;
  list: readonly Named[];
  /** What the address asks for, as far as it is one of them. */
  chosen: Named | null;
}

/** The first of what was looked for, and how many there are of it. */
export interface Choices<Thing = Choice> {
  choices: readonly Thing[];
  total: number;
}

/** Looks for what is typed; null where the server could not be asked. */
export type Find<Thing> = (words: string, signal: AbortSignal) => Promise<Choices<Thing> | null>;

/** Looks among the league's games or ladders, by `GET /api/choices/{kind}` with these parameters. */
export function findChoices(
  kind: 'games' | 'ladders',
  parameters: Readonly<Record<string, string>> = {},
): Find<Choice> {
  return async (words, signal) => {
    try {
      const query = new URLSearchParams({ ...parameters, q: words });
      const response = await fetchLater(`/api/choices/${kind}?${query}`, { signal });
      // Our own API, as docs/api.md says.
      return response.ok ? ((await response.json()) as { data: Choices }).data : null;
    } catch {
      return null;
    }
  };
}
