import { findPart } from './find-part.ts';
import { type FileIndex, type KeptPage, type KeptPages, readGiven } from './given.ts';

/** What the file keeps at an address (path and query) of a kind of page; null where it keeps nothing. */
export async function findPage(
  { parts }: FileIndex,
  kind: string,
  address: string,
): Promise<KeptPage | null> {
  const part = findPart(parts[kind] ?? [], address);
  if (part < 0) {
    return null;
  }
  const pages = await readGiven<KeptPages>(`${kind}-${part}`);
  return Object.hasOwn(pages, address) ? (pages[address] ?? null) : null;
}
