import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Binaries, getProgram } from './binaries.ts';
import { setOwner } from './data-location.ts';
import { EmbeddedError } from './embedded-error.ts';
import { getOwner, type Privileges, toCommand } from './privileges.ts';
import { runCommand } from './run-command.ts';

const INITDB_TIMEOUT_MS = 5 * 60_000;

/** The owner of everything in the embedded server, by the name that Supabase gives it. */
export const SUPERUSER = 'postgres';

interface InitialiseOptions {
  binaries: Binaries;
  privileges: Privileges;
  pgData: string;
  /** For a server that is reached by network (Windows); null where the socket's directory keeps others out. */
  password: string | null;
  isDurable: boolean;
}

/** The version that made the directory, or undefined when there is no finished one. */
export async function findDataVersion(pgData: string): Promise<number | undefined> {
  const text = await readFile(join(pgData, 'PG_VERSION'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || undefined;
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
      `--username=${SUPERUSER}`,
      '--encoding=UTF8',
      '--data-checksums',
      '--auth-host=scram-sha-256',
      ...toLocale(binaries.major),
      ...(options.password === null ? ['--auth-local=trust'] : [`--pwfile=${passwordFile}`]),
      ...(options.isDurable ? [] : ['--no-sync']),
    ]);
    const { code, stderr, stdout } = await runCommand(command, INITDB_TIMEOUT_MS);
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
