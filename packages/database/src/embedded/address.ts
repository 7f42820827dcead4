import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { superuser } from './initialise.ts';
import { getOwner, type Privileges } from './privileges.ts';
import { recordSocketDir, socketDirPrefix } from './running-state.ts';

/** How a server will be reached, and the settings that make it so. */
export interface Address {
  url: string;
  socketDir: string | null;
  settings: Record<string, string>;
}

/** A Unix socket's path ends at 107 bytes; the lock beside it has the longest name. */
const longestSocketDir = 107 - '/.s.PGSQL.5432.lock'.length;

/** A Unix socket in a directory of its own; on Windows a port of this machine, with a password. */
export async function makeAddress(dataDir: string, privileges: Privileges): Promise<Address> {
  if (process.platform === 'win32') {
    const port = await findFreePort();
    const password = await makePassword(dataDir);
    return {
      url: `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`,
      socketDir: null,
      settings: { listen_addresses: '127.0.0.1', port: String(port) },
    };
  }
  const socketDir = await makeSocketDir(getOwner(privileges));
  await recordSocketDir(dataDir, socketDir);
  return {
    url: `postgres://${superuser}@localhost/postgres?host=${encodeURIComponent(socketDir)}`,
    socketDir,
    settings: {
      listen_addresses: '',
      port: '5432',
      unix_socket_directories: socketDir,
      unix_socket_permissions: '0700',
    },
  };
}

/** Short, since a socket's path must be; private, since who reaches the socket owns the database. */
async function makeSocketDir(owner: number | undefined): Promise<string> {
  const isShort = (base: string) =>
    Buffer.byteLength(join(base, `${socketDirPrefix}abcdef`)) <= longestSocketDir;
  const base = isShort(tmpdir()) ? tmpdir() : '/tmp';
  const path = await mkdtemp(join(base, socketDirPrefix));
  if (owner !== undefined) {
    await chown(path, owner, owner);
  }
  return path;
}

/** Made once for a data directory, since it is the database's own from then on. */
export async function makePassword(dataDir: string): Promise<string> {
  const path = join(dataDir, 'postgres-password');
  const made = randomBytes(24).toString('hex');
  await writeFile(path, made, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') {
      throw error;
    }
  });
  return (await readFile(path, 'utf8')).trim();
}

function findFreePort(): Promise<number> {
  return new Promise((found, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => found(port));
    });
  });
}
