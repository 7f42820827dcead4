/** What stands in place of a name once its bearer has deleted their account: the printers' mark for a name left out. */
export const goneName = '⸺';

/** Whether the mark stands anywhere in a page's data: asked once by the server, which tells the browser. */
export function holdsGoneName(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) {
    return data === goneName;
  }
  for (const key in data) {
    if (holdsGoneName(data[key as keyof typeof data])) {
      return true;
    }
  }
  return false;
}

/** Puts words in place of the mark, wherever in a page's data it stands. */
export function nameTheGone(data: unknown, words: string): unknown {
  if (data === goneName) {
    return words;
  }
  if (typeof data !== 'object' || data === null) {
    return data;
  }
  if (Array.isArray(data)) {
    return data.map((entry) => nameTheGone(entry, words));
  }
  const entries = Object.entries(data);
  return Object.fromEntries(entries.map(([key, entry]) => [key, nameTheGone(entry, words)]));
}
