import type { Findable } from './given.ts';

/** A thing that was found, by the name that is shown of it. */
export interface Found {
  kind: Findable[0];
  name: string;
  address: string;
}

const toPlain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** What has these words in one of its names: names that begin with them first, then as they stand in the list. */
export function search(list: readonly Findable[], words: string, most: number): Found[] {
  const wanted = toPlain(words.trim());
  if (wanted === '') {
    return [];
  }
  const beginning: Found[] = [];
  const holding: Found[] = [];
  for (const [kind, names, address] of list) {
    const name = names.find((one) => toPlain(one).includes(wanted));
    if (name !== undefined) {
      (toPlain(name).startsWith(wanted) ? beginning : holding).push({ kind, name, address });
    }
  }
  return [...beginning, ...holding].slice(0, most);
}
