import { findPart } from './find-part.ts';
import { type FileIndex, type KeptPage, type KeptPages, readGiven } from './given.ts';
import { withLines } from './log-lines.ts';

/** What the file keeps at an address (path and query) of a kind of page; null where it keeps nothing. */
export async function findPage(
  { parts, logs }: FileIndex,
  kind: string,
  address: string,
): Promise<KeptPage | null> {
  const part = findPart(parts[kind] ?? [], address);
  if (part < 0) {
    return null;
  }
  const pages = await readGiven<KeptPages>(`${kind}-${part}`);
  const kept = Object.hasOwn(pages, address) ? pages[address] : undefined;
  return kept === undefined ? null : withLines(kept, logs);
}
