import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@muster/database/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findFreePort } from '../dev/free-port.ts';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));

/** The server over a league that has nothing yet; from its sources, since tests build nothing. */
function start(databaseUrl: string, port: number, settings: NodeJS.ProcessEnv = {}): ChildProcess {
  const own = { DATABASE_URL: databaseUrl, PORT: String(port), LOG_LEVEL: 'warn', ...settings };
  const child = spawn(process.execPath, [cli, 'dev'], {
    env: { ...process.env, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // One that outlived its test would keep the whole suite from its end.
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

function waitForLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) {
      throw new Error('It has no output.');
    }
    createInterface(child.stdout).on('line', (line) => {
      if (pattern.test(line)) {
        resolve(line);
      }
    });
    child.once('exit', (code) => reject(new Error(`It ended with ${code}.`)));
  });
}

/** What only this machine may ask; the site leads who sends it something to its page, which is not asked for: to compile the first takes long. */
const forThisMachine = '/dev/discord/api/oauth2/token';
/** Says what the league answers it of that. */
const looks = `Deno.serve(async () => {
  const headers = { 'x-forwarded-for': '127.0.0.1' };
  const asked = { method: 'POST', redirect: 'manual', headers };
  const answer = await fetch(Deno.env.get('SUPABASE_URL') + '${forThisMachine}', asked);
  return Response.json({ status: answer.status });
});`;

async function writeFunction(name: string, file: string): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'serve-'));
  await mkdir(join(home, 'functions', name), { recursive: true });
  await writeFile(join(home, 'functions', name, 'index.ts'), file);
  await writeFile(join(home, 'config.toml'), `[functions.${name}]\nverify_jwt = false\n`);
  return join(home, 'functions');
}

test('a first start is ready when the demonstration is there, and not before', async () => {
  await using own = await createTestDatabase();
  const port = await findFreePort();
  const functions = await writeFunction('looks', looks);
  const child = start(own.url, port, { FUNCTIONS_DIR: functions });
  const states = new Set<string>();
  let isOver = false;
  const ask = async () => {
    while (!isOver) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      const [row] = await own.database.query<{ count: string }>(
        'select count(*) from public.seasons',
      );
      if (answer?.status === 200) {
        states.add(row?.count === '0' ? 'too early' : 'ready');
      }
      await setTimeout(200);
    }
  };
  const asking = ask();
  const admin = waitForLine(child, /^ {2}Admin /);
  await waitForLine(child, /ready at http/);
  expect(await admin).toMatch(new RegExp(`nobody yet: open http://localhost:${port}/setup/`));
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  isOver = true;
  await asking;
  expect(await own.database.query('select served_url from private.setup')).toEqual([
    { served_url: `http://localhost:${port}` },
  ]);
  // A function runs from the start, and is nobody of this machine.
  const call = await fetch(`http://localhost:${port}/functions/v1/looks`);
  expect(await call.json()).toEqual({ status: 303 });
  const here = await fetch(`http://localhost:${port}${forThisMachine}`, { method: 'POST' });
  expect(here.status).toBe(400);
  expect((await fetch(`http://localhost:${port}/dev/mail`)).status).toBe(200);
  const said = ['x-frame-options', 'referrer-policy', 'content-security-policy'];
  expect(said.map((name) => call.headers.get(name))).toEqual([
    'DENY',
    'strict-origin-when-cross-origin',
    "sandbox; default-src 'none'",
  ]);
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
  expect(states).not.toContain('too early');
  await rm(dirname(functions), { recursive: true });
});

test('a start that is told to stop while it plays the demonstration stops, and leaves nothing half done', async () => {
  await using own = await createTestDatabase();
  const child = start(own.url, 0);
  await waitForLine(child, /^Playing the demonstration/);
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
  // A child that went on would write what it has played.
  await vi.waitFor(
    async () => {
      const others = await own.database.query(
        `select query from pg_stat_activity where datname = current_database()
           and backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'`,
      );
      expect(others).toEqual([]);
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(await own.database.query('select 1 from public.seasons limit 1')).toEqual([]);
});
