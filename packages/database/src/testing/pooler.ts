import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { choosePrivileges, getOwner, toCommand } from '../embedded/privileges.ts';

/** Debian's, in the place that only administrators have in their path; Homebrew's two. */
const known = ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];
const port = 6432;

/** A PgBouncer of one test's own in front of the tests' PostgreSQL; `await using` stops it. */
export interface Pooler {
  /** The same database and person by way of the pooler. */
  toUrl(url: string): string;
  [Symbol.asyncDispose](): Promise<void>;
}

interface PoolerOptions {
  mode: 'session' | 'transaction' | 'statement';
  /** How many connections to PostgreSQL each pair of person and database shares, 40 unless given. */
  size?: number;
}

/** Starts one in front of the server at this address, whose socket it reaches as PostgreSQL itself does. */
export async function startPooler(
  url: string,
  { mode, size = 40 }: PoolerOptions,
): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'));
  const settings = join(folder, 'pgbouncer.ini');
  const people = join(folder, 'people.txt');
  const names = ['postgres', 'authenticator'];
  await writeFile(people, names.map((name) => `"${name}" ""\n`).join(''));
  await writeFile(
    settings,
    `[databases]
* = host=${new URL(url).searchParams.get('host')} port=5432
[pgbouncer]
listen_addr =
unix_socket_dir = ${folder}
listen_port = ${port}
auth_type = trust
auth_file = ${people}
pool_mode = ${mode}
default_pool_size = ${size}
`,
  );
  const privileges = await choosePrivileges();
  const owner = getOwner(privileges);
  if (owner !== undefined) {
    await chown(folder, owner, owner);
  }
  const { file, args, uid, gid } = toCommand(privileges, requirePooler(), ['-q', settings]);
  const child = spawn(file, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  });
  await waitForSocket(join(folder, `.s.PGSQL.${port}`), child);
  return {
    toUrl: (direct) => {
      const through = new URL(direct);
      through.searchParams.set('host', folder);
      through.port = String(port);
      return through.href;
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The path of the program that is there. */
export function findPooler(): string | null {
  return known.find((path) => existsSync(path)) ?? null;
}

function requirePooler(): string {
  const found = findPooler();
  if (found === null) {
    throw new Error('There is no PgBouncer; run: apt-get install pgbouncer');
  }
  return found;
}

async function waitForSocket(path: string, child: ChildProcess): Promise<void> {
  while (!(await canConnect(path))) {
    if (child.exitCode !== null) {
      throw new Error(`PgBouncer ended with ${child.exitCode}.`);
    }
    await pause(10);
  }
}

function canConnect(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path, () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });
}
