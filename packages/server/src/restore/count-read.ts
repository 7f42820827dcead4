import { countBytes } from '../league-file/manifest.ts';
import type { LeagueFile } from '../league-file/open-league-file.ts';

/** The same file, which tells how large a share of it has been read. */
export function countRead(file: LeagueFile, onShare: (share: number) => void): LeagueFile {
  const all = countBytes(file.manifest);
  let read = 0;
  return {
    manifest: file.manifest,
    async *read(path) {
      for await (const chunk of file.read(path)) {
        read += chunk.length;
        onShare(Math.min(1, read / Math.max(1, all)));
        yield chunk;
      }
    },
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  };
}
