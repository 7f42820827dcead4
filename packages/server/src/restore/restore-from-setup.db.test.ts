import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { connect, type Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import type { RestoreData } from '@muster/site/pages/setup/data.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findFreePort } from '../dev/free-port.ts';
import { verify } from '../engine/replay/verify.ts';
import { loadLogin } from '../sign-in/page.ts';
import { ApiLeague } from '../testing/api-league.ts';
import { toInput } from '../testing/test-league.ts';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));
const release = fileURLToPath(new URL('../league-file/releases/0.1.0.zip', import.meta.url));
/** Ends what hangs, whatever else the machine does. */
const patience = 600_000;
const waiting = { timeout: patience, interval: 100 };

let own: TestDatabase;
/** Its connections are not taken for a server's. */
let database: Database;
let folder: string;
let origin: string;
let server: ChildProcess;
let output = '';
let backup: Buffer;

/** Serves from its sources, since tests build nothing, and waits until it is ready. */
async function serve(): Promise<void> {
  const { port } = new URL(origin);
  output = '';
  server = spawn(process.execPath, [cli, 'dev'], {
    env: {
      ...process.env,
      ...{ DATABASE_URL: own.url, DATA_DIR: folder, PORT: port, LOG_LEVEL: 'warn' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  await vi.waitFor(() => expect(output).toContain('Stop      Ctrl-C'), waiting);
}

const findDoor = () => /\/setup\/[\w-]{32}/.exec(output)?.[0] ?? null;

/** Opens the set-up by its one-time address, and answers as its browser. */
async function openSetup() {
  expect(findDoor()).not.toBeNull();
  const opened = await fetch(`${origin}${findDoor()}`, { redirect: 'manual' });
  expect(opened.status).toBe(303);
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return async (
    end: string,
    { method = 'POST', body }: { method?: string; body?: Buffer } = {},
  ) => {
    const answer = await fetch(`${origin}/api/setup/restore${end}`, {
      ...{ method, headers: { cookie, origin } },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    });
    const { data } = (await answer.json()) as { data?: RestoreData };
    return { status: answer.status, stage: data?.state.stage };
  };
}

/** Sends the backup and waits for its check. */
async function stage(ask: Awaited<ReturnType<typeof openSetup>>): Promise<void> {
  await ask(`/file?size=${backup.length}&at=0`, { body: backup });
  await vi.waitFor(
    async () => expect((await ask('', { method: 'GET' })).stage).toBe('checked'),
    waiting,
  );
}

const begun = { status: 200, stage: 'restoring' };

/** Has a restore begin, which waits once the old tables are gone until the work is done. */
async function beginHeld(
  ask: Awaited<ReturnType<typeof openSetup>>,
  work: () => Promise<void>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const lock = "hashtextextended('muster.migrations', 0)";
    await transaction.query(`select pg_advisory_xact_lock(${lock})`);
    expect(await ask('/begin')).toEqual(begun);
    const waits = `select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await vi.waitFor(async () => expect(await transaction.query(waits)).toHaveLength(1), waiting);
    await work();
  });
}

const listSeasons = () => database.query('select id, name from public.seasons order by id');

beforeAll(async () => {
  backup = await readFile(release);
  own = await createTestDatabase();
  database = connect({ url: own.url, applicationName: 'test' });
  // Where a season is, a start plays no demonstration: that one gives way is shown by e2e/restore.spec.ts.
  const api = new ApiLeague({ ...own, database });
  api.moveTo(new Date().toISOString());
  await api.addLadder('tanks');
  folder = await mkdtemp(join(tmpdir(), 'muster-setup-'));
  origin = `http://localhost:${await findFreePort()}`;
  await serve();
});
afterAll(async () => {
  server.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
  await database.close();
  await own[Symbol.asyncDispose]();
});

it('killed in the middle of a restore, a new league starts again as it was, with its one-time address', async () => {
  const before = await listSeasons();
  expect(before).not.toEqual([]);
  const ask = await openSetup();
  await stage(ask);
  await beginHeld(ask, async () => {
    const page = await fetch(`${origin}/`, { headers: { 'accept-language': 'pl' } });
    expect(page.status).toBe(503);
    expect(await page.text()).toMatch(/<html lang="pl\b/);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await fetch(`${origin}/api/ladders`, { method: 'POST' })).status).toBe(503);
    expect(await ask('', { method: 'GET' })).toEqual({ status: 200, stage: 'restoring' });
    server.kill('SIGKILL');
    await once(server, 'exit');
  });
  expect(await listSeasons()).toEqual(before);
  await serve();
  expect(findDoor()).not.toBeNull();
  expect(await readdir(folder)).not.toContain('restore-work');
});

it('restores the league of a backup in place of a new one, and serves it', async () => {
  const ask = await openSetup();
  await stage(ask);
  const slow = new Socket();
  await beginHeld(ask, async () => {
    slow.connect(Number(new URL(origin).port), 'localhost');
    await once(slow, 'connect');
    slow.write('GET /api/setup/restore HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n');
    // It has come: what was asked after it is answered.
    expect(await ask('', { method: 'GET' })).toEqual(begun);
  });
  // Nobody answers any more, and nobody answers yet: whoever was told that it is over would go to no page.
  await vi.waitFor(() => expect(fetch(`${origin}/healthz`)).rejects.toThrow(), waiting);
  slow.write('\r\n');
  expect(await text(slow)).toContain('"stage":"restoring"');
  // Its set-up is over with the league that it was of.
  await vi.waitFor(async () => {
    expect((await ask('', { method: 'GET' })).status).toBe(404);
  }, waiting);
  expect(await verify(database)).toMatchObject({ difference: null });
  const [last] = await database.query<{ type: string }>(
    `select type from public.league_events where stream = 'site' order by sequence desc limit 1`,
  );
  expect(last?.type).toBe('log_restored');
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  const signed = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ email: 'ann@league.example', password: 'a lantern in the rain' }),
  });
  expect(signed.status).toBe(200);
  const admins = await database.query<{ username: string }>(
    `select p.username from public.admins a join public.profiles p on p.id = a.person_id
       where a.ladder_id is null`,
  );
  // The page that says so is shown by e2e/restore.spec.ts.
  const asked = toInput(database, { path: '/login?restored' });
  const login = await loadLogin({ ...asked, now: new Date() });
  expect(login?.restored).toEqual({ admins: admins.map(({ username }) => username) });
  expect(await readdir(folder)).not.toContain('restore-work');
  server.kill('SIGTERM');
  expect((await once(server, 'exit'))[0]).toBe(0);
});
