/** What a server says of itself, cleaned and bounded; whether it is true nobody knows. */
export interface Claim {
  players: number;
  max_players: number;
  /** Of the players; null where it does not say. */
  bots: number | null;
  map: string;
  has_password: boolean;
  version: string;
  /** Where the game is joined, if it says so: another port may be asked than is played on. */
  game_port: number | null;
  /** Names of who plays, as far as it gives them; null where it gave none. */
  people: string[] | null;
}

export const longest = { name: 32, map: 64, version: 32 } as const;
const mostPeople = 128;

/**
 * A text of a stranger's as one line: without control and direction marks or anything else that is not
 * seen, with two marks upon a letter at most, so long at most.
 */
export function cleanText(text: string, most: number): string {
  const line = text
    // Long enough for whatever is kept of it.
    .slice(0, most * 8)
    .replace(/\s+/gu, ' ')
    .replace(/\p{C}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFC')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1');
  return [...line].slice(0, most).join('').trim();
}

/** Names as they are kept; those of which nothing is left are left out. */
export function cleanNames(names: readonly string[]): string[] {
  return names
    .slice(0, 2 * mostPeople)
    .map((name) => cleanText(name, longest.name))
    .filter((name) => name !== '')
    .slice(0, mostPeople);
}
