import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { HealthData } from '@muster/site/pages/health/data.ts';
import { expect } from '@playwright/test';
import { signal } from '../packages/database/src/testing/signal.ts';
import { layFurnished } from './server/start-server.ts';
import { signInByApi } from './world/api-person.ts';
import { makeName } from './world/names.ts';
import { test } from './world/test.ts';

const root = dirname(import.meta.dirname);

/** A process of the league, as /proc has it. */
interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** Everything that runs for one start, told from all else by a mark in its environment or by its data. */
interface Running {
  npm: ChildProcess;
  url: string;
  lines: string[];
  /** `launch.js` or `muster.js`, the server, PostgreSQL. */
  find(part: 'launcher' | 'server' | 'postgres'): number;
  list(): Process[];
}

let folder: string;
const started: Running[] = [];

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-stop-'));
  mkdirSync(join(folder, 'npm start'));
  layFurnished(join(folder, 'npm start'));
});
test.afterEach(async () => {
  for (const running of started.splice(0)) {
    for (const { pid } of running.list()) {
      signal(pid, 'SIGKILL');
    }
    await expect.poll(() => running.list()).toEqual([]);
  }
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

function readProcess(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold anything: the state, then the parent.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return state === 'Z' ? null : { pid, parent: Number(parent), command };
  } catch {
    return null;
  }
}

function listProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
}

/** The processes that have ever been seen below one, and still run. */
function watchFamily(first: number): () => Process[] {
  const family = new Set([first]);
  return () => {
    const all = listProcesses();
    for (let grown = true; grown; ) {
      const children = all.filter(({ pid, parent }) => family.has(parent) && !family.has(pid));
      for (const { pid } of children) {
        family.add(pid);
      }
      grown = children.length > 0;
    }
    return all.filter(({ pid }) => family.has(pid));
  };
}

const parts = {
  launcher: /bin\/(launch|muster)\.js/,
  server: /packages\/server\/src\/cli\.ts/,
  postgres: /\/postgres -D /,
};

/** Starts `npm start` or `muster backend` as a person does, in a process group of its own. */
async function start(command: 'npm start' | 'muster backend'): Promise<Running> {
  const [file, args] =
    command === 'npm start'
      ? ['npm', ['start', '--silent']]
      : [process.execPath, [join(root, 'bin/muster.js'), 'backend']];
  const npm = spawn(file, args, {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: join(folder, command), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const list = watchFamily(npm.pid ?? 0);
  const running: Running = {
    npm,
    url: '',
    lines: [],
    list,
    find(part) {
      const found = list().find((one) => parts[part].test(one.command));
      if (found === undefined) {
        throw new Error(`there is no ${part}: ${JSON.stringify(list())}`);
      }
      return found.pid;
    },
  };
  started.push(running);
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      running.lines = output.split('\n');
    });
  }
  await expect.poll(() => findUrls(running), { timeout: 600_000 }).toHaveLength(1);
  running.url = findUrls(running)[0] ?? '';
  return running;
}

function findUrls({ lines }: Running): string[] {
  return lines.flatMap((line) => /ready at (http:\/\/\S+)/.exec(line)?.[1] ?? []);
}

const ways: [string, (running: Running) => void][] = [
  ['the whole group', ({ npm }) => process.kill(-(npm.pid ?? 0), 'SIGTERM')],
  ['the launcher alone', (running) => process.kill(running.find('launcher'), 'SIGTERM')],
  ['the server alone', (running) => process.kill(running.find('server'), 'SIGTERM')],
  ['PostgreSQL alone', (running) => process.kill(running.find('postgres'), 'SIGTERM')],
  [
    'the whole group, three times',
    ({ npm }) => {
      for (let times = 0; times < 3; times += 1) {
        process.kill(-(npm.pid ?? 0), 'SIGTERM');
      }
    },
  ],
  [
    'everybody at once',
    (running) => {
      for (const { pid } of running.list()) {
        signal(pid, 'SIGTERM');
      }
    },
  ],
  ['the whole group by Ctrl-C', ({ npm }) => process.kill(-(npm.pid ?? 0), 'SIGINT')],
  ['the launcher, which is killed', (running) => process.kill(running.find('launcher'), 'SIGKILL')],
];

/**
 * Both are started and stopped by the same code, without npm by one process less: what the launcher and the server do
 * is asked of that, what begins at npm of the other, and of both what each is told of its own PostgreSQL.
 */
const waysOfBackend = [
  'the launcher alone',
  'the server alone',
  'PostgreSQL alone',
  'the launcher, which is killed',
];
const waysOfBoth = ['PostgreSQL alone'];

/** Every process ends, and PostgreSQL as it should. */
async function expectNoneLeft(command: string, running: Running): Promise<void> {
  await expect.poll(() => running.list().map((one) => one.command)).toEqual([]);
  const log = readFileSync(join(folder, command, 'postgres.log'), 'utf8');
  expect(log.trimEnd().split('\n').at(-1)).toContain('database system is shut down');
}

for (const command of ['npm start', 'muster backend'] as const) {
  const told = ways.filter(
    ([whom]) =>
      waysOfBoth.includes(whom) || waysOfBackend.includes(whom) === (command === 'muster backend'),
  );
  for (const [whom, tell] of told) {
    test(`${command}: none is left after a stop is told to ${whom}`, async () => {
      const running = await start(command);
      // Every part is seen, so that each is missed.
      running.find('server');
      running.find('postgres');
      tell(running);
      await expectNoneLeft(command, running);
    });
  }
}

test('a stop in the middle of the start leaves nothing either', async () => {
  for (const line of [/Starting the database/, /The database is running/]) {
    const data = join(folder, 'muster backend');
    const child = spawn(process.execPath, [join(root, 'bin/muster.js'), 'backend'], {
      env: { ...process.env, PORT: '0', DATA_DIR: data },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const list = watchFamily(child.pid ?? 0);
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        list();
        if (line.test(chunk.toString('utf8'))) {
          resolve();
        }
      });
    });
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await expect.poll(() => list().map((one) => one.command)).toEqual([]);
  }
});

test('a server that is killed is brought back, and admins read how often and when; of it too none is left after a stop is told to the first process alone', async () => {
  const running = await start('npm start');
  process.kill(running.find('server'), 'SIGKILL');
  await expect.poll(() => findUrls(running), { timeout: 600_000 }).toHaveLength(2);
  expect(running.lines).toContain(
    'muster: the server ended by itself (signal SIGKILL); it is started again in 1 s.',
  );
  const url = findUrls(running).at(-1) ?? '';
  // Each start says it after the address; it is the same for as long as nobody uses it.
  const findTokens = () => running.lines.flatMap((line) => /\/setup\/(\S+)/.exec(line)?.[1] ?? []);
  await expect.poll(findTokens).toHaveLength(2);
  expect(findTokens()[1]).toBe(findTokens()[0]);
  const { cookie } = await signInByApi(url, makeName('Owner'));
  const readEnds = async () => {
    const answer = await fetch(`${url}/admins/health/_payload.json`, { headers: { cookie } });
    const { data } = (await answer.json()) as { data: HealthData };
    const facts = data.parts?.find(({ name }) => name === 'restarts')?.facts ?? [];
    return data.parts && Object.fromEntries(facts.map(({ name, value }) => [name, value]));
  };
  expect(await readEnds()).toBeNull();
  const opened = await fetch(`${url}/setup/${findTokens()[1]}`, { redirect: 'manual' });
  const setup = opened.headers.getSetCookie().map((line) => line.split(';')[0]);
  await fetch(`${url}/setup`, { headers: { cookie: [cookie, ...setup].join('; ') } });
  expect(await readEnds()).toMatchObject({ ends: 1, last_reason: 'signal SIGKILL' });
  const page = await (await fetch(`${url}/admins/health`, { headers: { cookie } })).text();
  expect(page).toContain('signal SIGKILL');

  running.find('server');
  running.find('postgres');
  running.npm.kill('SIGTERM');
  await expectNoneLeft('npm start', running);
});
