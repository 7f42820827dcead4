import { chmod, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearLeftovers } from '../embedded/leftovers.ts';
import { identifySelf, isRunning, type ProcessIdentity } from '../embedded/process-identity.ts';

const memory = '/dev/shm';
const tmpfs = 0x01021994;
const leastRoom = 4 * 1024 ** 3;

/** In memory, where there is plenty of it: each test clones a thousand small files, in a tenth of the time. */
async function pickFolder(): Promise<string> {
  const found = await statfs(memory).catch(() => null);
  const hasRoom = found?.type === tmpfs && found.bavail * found.bsize >= leastRoom;
  return hasRoom ? memory : tmpdir();
}

/** A folder for the databases of a run of tests, which whoever made it takes away. */
export async function makeRunFolder(prefix: string): Promise<string> {
  const folder = await pickFolder();
  await clearAbandonedRuns(folder, prefix);
  const made = await mkdtemp(join(folder, prefix));
  await writeFile(join(made, 'owner.json'), JSON.stringify(await identifySelf()));
  // Who runs a database as nobody, in a folder in it, passes through.
  await chmod(made, 0o711);
  return made;
}

/** A run that was killed could not stop its server; the next one does. */
async function clearAbandonedRuns(folder: string, prefix: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  for (const name of names) {
    const dataDir = join(folder, name);
    const text = await readFile(join(dataDir, 'owner.json'), 'utf8').catch(() => undefined);
    if (text !== undefined && !(await isRunning(JSON.parse(text) as ProcessIdentity))) {
      await clearLeftovers(join(dataDir, 'postgres')).catch(() => undefined);
      await rm(dataDir, { recursive: true, force: true });
    }
  }
}
