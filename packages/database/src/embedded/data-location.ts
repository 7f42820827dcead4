import { createHash } from 'node:crypto';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { makeMissingLinks } from './binaries.ts';
import { clearLeftovers } from './leftovers.ts';
import { canReach, getOwner, type Privileges } from './privileges.ts';

/** Where programs and data go that PostgreSQL's user could not reach in their own place. */
const reachableHome = '/var/lib/muster';

interface LocateOptions {
  dataDir: string;
  privileges: Privileges;
  /** In place of `/var/lib/muster`. */
  reachableHome?: string | undefined;
}

/**
 * The directory of PostgreSQL's data: `postgres` in the data directory; or, when its user cannot get
 * there, one under `/var/lib/muster` that a file in the data directory names from then on.
 */
export async function locateData(options: LocateOptions): Promise<string> {
  const { dataDir, privileges } = options;
  const usual = join(dataDir, 'postgres');
  const pointer = join(dataDir, 'postgres-location');
  const recorded = (await readFile(pointer, 'utf8').catch(() => '')).trim();
  if (recorded) {
    await setOwner(recorded, getOwner(privileges));
    return recorded;
  }
  if (await makeReachable(dataDir, privileges)) {
    await setOwner(usual, getOwner(privileges));
    return usual;
  }
  const name = `data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const home = await makeHome(options.reachableHome);
  const elsewhere = join(home, name);
  if ((await isThere(usual)) && !(await isThere(elsewhere))) {
    await moveDirectory(usual, elsewhere);
  }
  await setOwner(elsewhere, getOwner(privileges));
  await writeFile(pointer, `${elsewhere}\n`, { mode: 0o600 });
  return elsewhere;
}

/** Where only the data directory itself is closed, opens it to pass through: all in it has a mode of its own. */
async function makeReachable(dataDir: string, privileges: Privileges): Promise<boolean> {
  if (await canReach(privileges, dataDir)) {
    return true;
  }
  if (!(await canReach(privileges, dirname(dataDir)))) {
    return false;
  }
  const { mode } = await lstat(dataDir);
  await chmod(dataDir, (mode & 0o777) | 0o011);
  return canReach(privileges, dataDir);
}

/** The programs, copied to a place that PostgreSQL's user can reach unless they are in one. */
export async function placeBinaries(
  binaries: Binaries,
  options: Pick<LocateOptions, 'privileges' | 'reachableHome'>,
): Promise<Binaries> {
  if (await canReach(options.privileges, join(binaries.directory, 'postgres'))) {
    return binaries;
  }
  const { root } = binaries;
  if (root === null) {
    return binaries;
  }
  const home = await makeHome(options.reachableHome);
  const copy = join(home, `binaries-${binaries.version}-${process.arch}`);
  if (!(await isThere(copy))) {
    const draft = `${copy}.${process.pid}`;
    await cp(root, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    await makeMissingLinks(join(draft, 'native'));
    // Whoever is first has it; another's copy is the same.
    await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  }
  return { ...binaries, root: join(copy, 'native'), directory: join(copy, 'native', 'bin') };
}

/** Gives a directory and all in it to a user, when it is not theirs already: after a change of how we run. */
export async function setOwner(path: string, owner: number | undefined): Promise<void> {
  const current = await lstat(path).catch(() => undefined);
  if (owner === undefined || !current) {
    return;
  }
  // The top goes last: it is what tells whether the work was finished.
  if (current.uid !== owner) {
    await chownTree(path, owner);
  }
}

async function chownTree(path: string, owner: number): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) {
      await chownTree(inner, owner);
    } else if (!entry.isSymbolicLink()) {
      await chown(inner, owner, owner);
    }
  }
  await chown(path, owner, owner);
}

async function makeHome(given: string | undefined): Promise<string> {
  const home = given ?? reachableHome;
  await mkdir(home, { recursive: true, mode: 0o755 });
  return home;
}

/** Also across file systems; the old place keeps its name until the new one is whole. */
async function moveDirectory(from: string, to: string): Promise<void> {
  const draft = `${to}.new`;
  // A server that an earlier start left running would write on while we copy.
  await clearLeftovers(from);
  await rm(draft, { recursive: true, force: true });
  await cp(from, draft, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  await rename(draft, to);
  await rename(from, join(from, '..', `${basename(from)}.moved`));
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
