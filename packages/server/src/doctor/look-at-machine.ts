import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import type { EmbeddedSight } from '@muster/database';
import type { Config } from '../config.ts';
import { ok, type Verdict, warning, wrong } from './finding.ts';

/** With less, PostgreSQL and its journal stop writing soon; with far less they have, in bytes. */
const littleRoom = 512 * 1024 * 1024;
const noRoom = 32 * 1024 * 1024;

/** How much room there is where a folder lies; null where that is enough. */
export async function findLittleRoom(folder: string): Promise<Verdict | null> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= littleRoom) {
    return null;
  }
  const says = `${folder} has ${Math.floor(free / 1_000_000)} MB free: make room`;
  return free < noRoom ? wrong(says) : warning(says);
}

/** The Node that this runs on, beside the one that the league was tried with. */
export async function lookAtNode(version = process.versions.node): Promise<Verdict> {
  const file = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8');
  const { dependencies } = JSON.parse(file) as { dependencies: { node: string } };
  const pinned = dependencies.node;
  if (version === pinned) {
    return ok(version);
  }
  const says = `${version}, and Muster is tried with ${pinned}: npm start and npx muster take that one`;
  return Number.parseInt(version, 10) < Number.parseInt(pinned, 10) ? wrong(says) : warning(says);
}

const mayWrite = (path: string) =>
  access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );

/** `DATA_DIR`: there, ours, nobody else's, and with room. */
export async function lookAtData(
  { dataDir }: Pick<Config, 'dataDir'>,
  user = process.getuid?.(),
): Promise<Verdict> {
  const path = resolve(dataDir);
  const found = await stat(path).catch(() => null);
  if (found === null) {
    return (await mayWrite(dirname(path)))
      ? warning(`${path} is not there yet: npm start makes it`)
      : wrong(`${path} is not there and cannot be made: set DATA_DIR to a folder of your own`);
  }
  if (!found.isDirectory()) {
    return wrong(`${path} is no folder: set DATA_DIR to one`);
  }
  if (!(await mayWrite(path))) {
    return wrong(`${path} cannot be written to: run as the user who owns it, or chown it`);
  }
  if ((found.mode & 0o022) !== 0) {
    return wrong(`others may write into ${path}: chmod go-w ${path}`);
  }
  if ((found.mode & 0o044) !== 0) {
    return warning(`others may look into ${path}: chmod go-r ${path}`);
  }
  if (user !== undefined && found.uid !== user) {
    return warning(`${path} belongs to user ${found.uid}, and this is ${user}: chown it`);
  }
  return (await findLittleRoom(path)) ?? ok(path);
}

/** What keeps a port from being listened on; null where nothing does. */
function findHindrance({ host, port }: Pick<Config, 'host' | 'port'>): Promise<string | null> {
  const server = createServer();
  return new Promise((done) => {
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? 'unknown'));
    server.listen(port, host, () => server.close(() => done(null)));
  });
}

/** Whether what answers on a port is a Muster. */
async function isMuster(
  { host, port }: Pick<Config, 'host' | 'port'>,
  signal: AbortSignal,
): Promise<boolean> {
  const here = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  const name = here.includes(':') ? `[${here}]` : here;
  const answer = await fetch(`http://${name}:${port}/healthz`, { signal, redirect: 'manual' })
    .then((got) => (got.ok ? got.text() : ''))
    .catch(() => '');
  return answer === 'ok';
}

/** `PORT`: free, or taken by a Muster that answers. */
export async function lookAtPort(
  config: Pick<Config, 'host' | 'port' | 'databaseUrl'>,
  sight: EmbeddedSight | null,
  signal: AbortSignal,
): Promise<Verdict> {
  const at = `${config.port} of ${config.host}`;
  const hindrance = config.port === 0 ? null : await findHindrance(config);
  if (hindrance === null) {
    return ok(`${at} is free${sight?.process ? ', though the league runs' : ''}`);
  }
  if (hindrance !== 'EADDRINUSE') {
    return wrong(`${at} cannot be listened on (${hindrance}): set PORT or HOST`);
  }
  return (await isMuster(config, signal))
    ? ok(`${at}: a Muster answers there`)
    : wrong(`${at} is taken by something that is no Muster: stop it, or set PORT`);
}
