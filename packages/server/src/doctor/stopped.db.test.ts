import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { lookForEmbedded, startEmbedded } from '@muster/database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openS3 } from '../backup/place/s3-place.ts';
import { startFaultyS3 } from '../backup/testing/faulty-s3.ts';
import { parseConfig } from '../config.ts';
import { diagnose } from './diagnose.ts';
import { lookWithin } from './finding.ts';
import { lookAtPlace } from './look-at-backups.ts';

/** A look that is stopped in the midst of it leaves nothing: no probe with the backups, no database that runs. */
const patience = 600_000;
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'muster-doctor-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Runs the command until it is told to stop, and says how it ended and what it said of that. */
async function stopAt(environment: Record<string, string>, ready: (said: string) => boolean) {
  const env = { PATH: process.env.PATH, DATA_DIR: root, PORT: '0', ...environment };
  const cli = join(import.meta.dirname, '../cli.ts');
  const child = spawn(process.execPath, [cli, 'doctor'], {
    ...{ env, stdio: ['ignore', 'ignore', 'pipe'] },
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said += text.toString('utf8');
  });
  const ended = once(child, 'close');
  await expect.poll(() => ready(said), { timeout: patience, interval: 10 }).toBe(true);
  child.kill('SIGINT');
  const [code] = await ended;
  return { code, last: said.trim().split('\n').at(-1) };
}

it('tells that it goes on while nothing answers, and Ctrl-C ends it, once the probe is gone from the S3 that was being tried', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  // What a server listens on over IP is an address.
  const { port } = silent.address() as AddressInfo;
  await using s3 = await startFaultyS3();
  const met: string[] = [];
  // What was written is asked for, and no answer comes.
  s3.meet(({ method = '', url = '' }) => {
    met.push(url.includes('/doctor-') ? method : 'another');
    return method === 'HEAD' ? 'silence' : 'through';
  });
  const environment = {
    DATABASE_URL: `postgres://me@127.0.0.1:${port}/league`,
    BACKUP_DIR: s3.url,
  };
  const ended = await stopAt(
    environment,
    (said) => said.includes('Looking ...\n') && met.includes('HEAD') && sockets.size > 0,
  );
  expect(ended).toEqual({ code: 1, last: 'muster: Stopped; nothing is left half done.' });
  expect(met.filter((method) => method !== 'another')).toEqual(['PUT', 'HEAD', 'DELETE']);
  expect(await openS3(s3.soundUrl, root).listBelow('doctor-')).toEqual([]);
  for (const socket of sockets) {
    socket.destroy();
  }
  silent.close();
});

it('leaves nothing in a folder, at whichever step it is stopped', async () => {
  const config = parseConfig({ DATA_DIR: root, DATABASE_URL: 'postgres://x', BACKUP_DIR: root });
  for (let turns = 0; turns < 50; turns += 1) {
    const stopping = new AbortController();
    const look = (signal: AbortSignal) => lookAtPlace(config, signal);
    const looked = lookWithin('Backups', patience, look, stopping.signal).catch(() => null);
    for (let turn = 0; turn < turns; turn += 1) {
      await setImmediate();
    }
    stopping.abort(new Error('Stopped'));
    await looked;
    expect(await readdir(root)).toEqual([]);
  }
});

it('ends the database that it has started', async () => {
  await (await startEmbedded({ dataDir: root, isDurable: false })).stop();
  const stopping = new AbortController();
  const names: string[] = [];
  const looked = diagnose(
    { DATA_DIR: root, PORT: '0' },
    ({ name }) => {
      names.push(name);
      // It is being started now.
      if (name === 'Data') {
        stopping.abort(new Error('Stopped'));
      }
    },
    stopping.signal,
  );
  await expect(looked).rejects.toThrow('Stopped');
  expect(names).toEqual(['Node', 'Settings', 'Data']);
  // A start that takes longer than a stopped look waits for it is ended behind that.
  const ended = { process: null, hasData: true, hadData: false };
  await expect.poll(() => lookForEmbedded(root)).toEqual(ended);
});
