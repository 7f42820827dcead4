import type { FetchOptions } from './fetch-json.ts';

// What goes on from the first page has it; apart from what is done with it, as every chunk that comes later.
const loadFetch = () => import('./fetch-json.ts');

/** `fetchWithRetry` for a page's own code, which a document would else bring. */
export async function fetchLater(path: string, options: FetchOptions = {}): Promise<Response> {
  const { fetchWithRetry } = await loadFetch();
  return fetchWithRetry(path, options);
}
