/** What stands in place of a name once its bearer has deleted their account: the printers' mark for a name left out. */
export const goneName = '⸺';

/** Puts words in place of the mark, wherever in a page's data it stands. What holds no mark is given back as it is. */
export function nameTheGone(data: unknown, words: string): unknown {
  if (data === goneName) return words;
  if (!holdsMark(data)) return data;
  if (Array.isArray(data)) return data.map((entry) => nameTheGone(entry, words));
  const entries = Object.entries(data as object);
  return Object.fromEntries(entries.map(([key, entry]) => [key, nameTheGone(entry, words)]));
}

/** Every page is looked through at every showing, and hardly one holds the mark: so looking costs no new objects. */
function holdsMark(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return data === goneName;
  for (const key in data) if (holdsMark(data[key as keyof typeof data])) return true;
  return false;
}
