/** More than any list here will ever have, and within every type of number that it meets. */
const most = 1_000_000_000;

/** A place in a list that an address asks for, counted from 1; null for whatever is none. */
export function readPlace(url: URL, name: string): number | null {
  const asked = Number(url.searchParams.get(name) ?? Number.NaN);
  return Number.isInteger(asked) && asked >= 1 && asked <= most ? asked : null;
}
