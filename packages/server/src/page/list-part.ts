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
  const query = (url.searchParams.get('q') ?? '')
    .replaceAll('\0', '')
    .trim()
    .slice(0, longestQuery);
  const pattern = query === '' ? null : `%${query.replace(/[\\%_]/g, '\\$&')}%`;
  return { query, pattern, from: readPlace(url, 'from') ?? 1 };
}
