import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connect } from '../connect.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { signal } from '../testing/signal.ts';
import { readPostmasterFile } from './leftovers.ts';
import { startEmbedded } from './start-embedded.ts';

const given = process.env.TEST_POSTGRES_BIN;
const binaries = given ? { binaries: given } : {};

type Victims = (holder: ServerProcess, data: string) => Promise<number[]>;

const onlyStarter: Victims = async (holder) => [holder.pid];

const onlyPostmaster: Victims = async (_holder, data) => {
  const file = await readPostmasterFile(data);
  return file ? [file.pid] : [];
};

const postmasterAndStarter: Victims = async (holder, data) => [
  ...(await onlyPostmaster(holder, data)),
  holder.pid,
];

/** Every process whose working directory is the data's: the postmaster, its helpers, the sessions. */
const wholeServer: Victims = async (_holder, data) => {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    numbers.map(async (number) => {
      const cwd = await readlink(`/proc/${number}/cwd`).catch(() => '');
      return cwd === data ? [Number(number)] : [];
    }),
  );
  return found.flat();
};

const everything: Victims = async (holder, data) => [
  holder.pid,
  ...(await wholeServer(holder, data)),
];

const rounds: [string, Victims][] = [
  ['the process that started it', onlyStarter],
  ['the postmaster', onlyPostmaster],
  ['the postmaster and its starter', postmasterAndStarter],
  ['every process of the server', wholeServer],
  ['everything at once', everything],
  ['the process that started it, again', onlyStarter],
  ['everything at once, again', everything],
];

test('no acknowledged write is lost, whatever is killed in the middle of writing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'embedded-'));
  const data = join(dataDir, 'postgres');
  let acknowledged = 0;
  for (const [name, listVictims] of rounds) {
    const holder = await startServerProcess(dataDir, { ...binaries, isWriting: true });
    expect(holder.first, name).toMatch(/^ready /);
    await holder.waitForLines(100);
    for (const pid of await listVictims(holder, data)) {
      signal(pid, 'SIGKILL');
    }
    await holder.end('SIGKILL');
    const told = holder.lines.map(Number).filter(Number.isInteger);
    acknowledged = Math.max(acknowledged, ...told);
    const { largest, count } = await countWritten(dataDir);
    expect(largest, name).toBeGreaterThanOrEqual(acknowledged);
    expect(count, name).toBe(largest);
  }
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
  expect(log).toContain('database system was not properly shut down');
  await rm(dataDir, { recursive: true });
});

async function countWritten(dataDir: string): Promise<{ largest: number; count: number }> {
  const server = await startEmbedded({ dataDir, ...binaries });
  const database = connect(server.url);
  try {
    const [row] = await database.query<{ largest: string; count: string }>(
      'select max(n) as largest, count(*) as count from written',
    );
    return { largest: Number(row?.largest), count: Number(row?.count) };
  } finally {
    await database.close();
    await server.stop();
  }
}
