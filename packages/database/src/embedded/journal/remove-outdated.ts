import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { chainPattern, manifestName, readChains } from './chain.ts';
import { isThere } from './whole-file.ts';

const day = 24 * 3600_000;
/** So long instants can be restored, and so often a base copy is made. */
export const keptFor = 7 * day;
/** What was not touched for so long was left by a process that is gone. */
const leftAfter = day;

/**
 * Takes away the chains that no instant of the last seven days needs: those behind which another base copy was whole
 * before these days. Those that were never whole go after a day.
 */
export async function removeOutdated(
  folder: string,
  { except, now }: { except: string; now: Date },
): Promise<void> {
  const chains = await readChains(folder);
  const first = now.getTime() - keptFor;
  const newest = chains.findIndex(({ stoppedAt }) => stoppedAt.getTime() <= first);
  const outdated = newest === -1 ? [] : chains.slice(newest + 1).map(({ name }) => name);
  const whole = new Set(chains.map(({ name }) => name));
  for (const name of await readdir(folder)) {
    if (chainPattern.test(name) && !whole.has(name) && name !== except) {
      const found = await stat(join(folder, name)).catch(() => null);
      const isOld = found !== null && Date.now() - found.mtimeMs > leftAfter;
      // What another version has written is not ours to take away.
      const isLeft = isOld && !(await isThere(join(folder, name, manifestName)));
      outdated.push(...(isLeft ? [name] : []));
    }
  }
  for (const name of outdated) {
    // What says that it is whole goes first.
    await rm(join(folder, name, manifestName), { force: true });
    await rm(join(folder, name), { recursive: true, force: true });
  }
}
