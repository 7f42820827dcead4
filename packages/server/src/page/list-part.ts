import { readPlace } from './read-place.ts';

/** What a page of a long list is asked for. */
export interface AskedPart {
  query: string;
  /** The query as a pattern of SQL; null for all. */
  pattern: string | null;
  from: number;
}

const longestQuery = 80;

/** Which part of a long list an address asks for: `q` the words, `from` the first row, counted from 1. */
export function readPart(url: URL): AskedPart {
  const query = toWords(url.searchParams.get('q'));
  return { query, pattern: toPattern(query), from: readPlace(url, 'from') ?? 1 };
}

/** Words that an address looks for; empty for none. */
export const toWords = (given: string | null): string =>
  (given ?? '').replaceAll('\0', '').trim().slice(0, longestQuery);

/** Words as a part of a pattern of SQL, of which no letter stands for others. */
export const toLiteral = (words: string): string => words.replace(/[\\%_]/g, '\\$&');

/** Words that stand anywhere, as a pattern of SQL; null for none. */
export const toPattern = (words: string): string | null =>
  words === '' ? null : `%${toLiteral(words)}%`;
