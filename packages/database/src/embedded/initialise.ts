import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Binaries, getProgram } from './binaries.ts';
import { setOwner } from './data-location.ts';
import { EmbeddedError } from './embedded-error.ts';
import { getOwner, type Privileges, toCommand } from './privileges.ts';
import { runCommand } from './run-command.ts';

const initdbTimeoutMs = 5 * 60_000;

/** The owner of everything in the embedded server, by the name that Supabase gives it. */
export const superuser = 'postgres';

interface InitialiseOptions {
  binaries: Binaries;
  privileges: Privileges;
  pgData: string;
  /** For a server that is reached by network (Windows); null where the socket's directory keeps others out. */
  password: string | null;
  isDurable: boolean;
}

/** The version that made the directory, or undefined when there is none yet. Never takes a damaged one for none. */
export async function findDataVersion(pgData: string): Promise<number | undefined> {
  const entries = await readdir(pgData).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return [];
    }
    throw new EmbeddedError(
      'data_directory_unusable',
      `The database in ${pgData} cannot be read (${error.code}): start as the user who made it.`,
      { cause: error },
    );
  });
  const text = await readFile(join(pgData, 'PG_VERSION'), 'utf8').catch(() => '');
  const version = Number.parseInt(text, 10);
  if (entries.length > 0 && !(version > 0)) {
    throw new EmbeddedError(
      'data_directory_unusable',
      `${pgData} holds files but no database of PostgreSQL: restore a backup, or move it away to begin anew.`,
    );
  }
  return version > 0 ? version : undefined;
}

/** Makes a new database directory, beside its place first, so that an interrupted start leaves none half made. */
export async function initialise(options: InitialiseOptions): Promise<void> {
  const { binaries, privileges, pgData } = options;
  const draft = `${pgData}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await setOwner(draft, getOwner(privileges));
  const passwordFile = join(dirname(pgData), `initdb-${randomBytes(6).toString('hex')}`);
  if (options.password !== null) {
    await writeFile(passwordFile, options.password, { mode: 0o600 });
  }
  try {
    const command = toCommand(privileges, getProgram(binaries, 'initdb'), [
      `--pgdata=${draft}`,
      `--username=${superuser}`,
      '--encoding=UTF8',
      '--data-checksums',
      '--auth-host=scram-sha-256',
      ...toLocale(binaries.major),
      ...(options.password === null ? ['--auth-local=trust'] : [`--pwfile=${passwordFile}`]),
      ...(options.isDurable ? [] : ['--no-sync']),
    ]);
    const { code, stderr, stdout } = await runCommand(command, initdbTimeoutMs);
    if (code !== 0) {
      throw new EmbeddedError(
        'data_directory_unusable',
        `A database could not be made in ${pgData}: ${toReason(stderr || stdout)}`,
      );
    }
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draft, pgData);
  if (options.isDurable && process.platform !== 'win32') {
    // The name, too, must outlive a power cut before anything is acknowledged under it.
    const parent = await open(dirname(pgData));
    await parent.sync().finally(() => parent.close());
  }
}

/**
 * C.UTF-8 whatever LANG says: order by code point, letters as Unicode has them, the same everywhere.
 * From 17 on PostgreSQL brings it itself; systems other than Linux do not know the name.
 */
function toLocale(major: number): string[] {
  const system =
    process.platform === 'linux' ? ['--locale=C.UTF-8'] : ['--lc-collate=C', '--lc-ctype=C'];
  const own = major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  return [...own, ...system, '--lc-messages=C'];
}

/** The line that says why, of a program that says much. */
export function toReason(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /\b(FATAL|PANIC|error|could not)\b/i.test(line));
  return (telling ?? lines.at(-1) ?? 'no reason given').trim();
}
