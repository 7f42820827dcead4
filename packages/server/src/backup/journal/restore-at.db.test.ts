import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@muster/database';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { command as restoreCommand } from '../../commands/restore.ts';
import { parseConfig } from '../../config.ts';
import { verify } from '../../engine/replay/verify.ts';
import { loadLadder } from '../../ladder/page.ts';
import { type OpenLeague, openLeague } from '../../open-league.ts';
import { loadTeam } from '../../team/page.ts';
import { ApiLeague, startMatch, type TestTeam, toScores } from '../../testing/api-league.ts';
import { catchLines } from '../../testing/catch-lines.ts';
import { toInput } from '../../testing/test-league.ts';
import { createJournal, type KeptJournal } from './keep-journal.ts';

const { signal } = new AbortController();
const lines = catchLines();
const failures: unknown[] = [];
/** What the league that loses its database says. */
const told: string[] = [];
let root: string;
let key: string;
let opened: OpenLeague;
let api: ApiLeague;
let journal: KeptJournal;
let teams: [TestTeam, TestTeam];

const getConfig = (name: string) =>
  parseConfig({
    DATA_DIR: join(root, name),
    BACKUP_DIR: join(root, 'backups'),
    BACKUP_RECIPIENT: key,
  });

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'muster-at-'));
  const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()];
  key = await identityToRecipient(identity);
  await writeFile(join(root, 'key.txt'), identity);
  await writeFile(join(root, 'other.txt'), other);
  await mkdir(join(root, 'backups'));
  opened = await openLeague(getConfig('data'), { onProgress: (line) => told.push(line) });
  const { database } = opened;
  api = new ApiLeague({ database, url: database.url, [Symbol.asyncDispose]: async () => {} });
  await api.addLadder('tanks');
  teams = [await api.addTeam('Anchor', 'tanks'), await api.addTeam('Birch', 'tanks')];
  const fail = (entry: unknown) => failures.push(entry);
  journal =
    createJournal(getConfig('data'), database, { warn: fail, error: fail }) ?? expect.fail();
});
afterAll(() => rm(root, { recursive: true, force: true }));

const run = (name: string, at: string, identity = join(root, 'key.txt')) =>
  restoreCommand.run(getConfig(name), { values: { at, identity }, positionals: [] });

/** An instant behind all that was answered, by the database's clock, and before whatever comes. */
async function takeInstant(): Promise<Date> {
  const [row] = await opened.database.query<{ at: Date }>(
    `select pg_sleep(0.01)::text, clock_timestamp() as at, pg_sleep(0.01)::text`,
  );
  return row?.at ?? expect.fail();
}

/** The lower team challenges the upper and wins. */
async function play(): Promise<void> {
  const sides: [TestTeam, TestTeam] = [teams[1], teams[0]];
  const { match, maps } = await startMatch(api, 'tanks', sides);
  const scores = toScores(maps, 'challenger');
  for (const team of sides) {
    await api.act(team.captain, { path: `/matches/${match}/report`, body: { scores } });
  }
}

/** The pages of the ladder and its teams, as a visitor sees them at an instant of the league's clock. */
async function look(database: Database, now: Date, query = '') {
  const ask = (path: string, slug: string) => ({
    ...toInput(database, { params: { slug }, path: `${path}${query}` }),
    now,
  });
  const ladder = await loadLadder(ask('/ladders/tanks', 'tanks'));
  const pages = [{ ...ladder, at: null, past: null }, ladder?.standings.map(({ name }) => name)];
  for (const { slug } of teams) {
    pages.push({ ...(await loadTeam(ask(`/teams/${slug}`, slug))), past: null } as never);
  }
  return structuredClone(pages);
}

const listSite = (database: Database) =>
  database.query<{ sequence: number; hash: string; type: string; data: unknown }>(
    `select sequence::integer as sequence, hash, type, data from public.league_events
     where stream = 'site' order by sequence`,
  );

it('brings an instant back as the pages show it by ?at=, then the last after the database’s directory is gone', async () => {
  await journal.keep(signal);
  await play();
  const at = await takeInstant();
  const then = api.league.now();
  const site = await listSite(opened.database);

  api.moveTo(api.at(1));
  const gone = teams[0].player;
  await api.send(gone, { path: '/me/deletion', body: { confirm: gone.username } });
  await api.addTeam('Cedar', 'tanks');
  await journal.keep(signal);
  const past = await look(opened.database, api.league.now(), `?at=${then.toISOString()}`);
  expect(past[1]).toEqual(['Birch', 'Anchor']);
  expect((await look(opened.database, api.league.now()))[1]).toHaveLength(3);

  const wrong = run('then', at.toISOString(), join(root, 'other.txt'));
  await expect(wrong).rejects.toThrow(/the key is the wrong one: it opens with the identity of /);
  expect(await run('then', at.toISOString())).toBe(0);
  {
    await using restored = await openLeague(getConfig('then'));
    const found = await look(restored.database, then);
    expect(found[0]).toEqual(past[0]);
    expect(found[1]).toEqual(past[1]);
    const after = await listSite(restored.database);
    expect(after.slice(0, site.length)).toEqual(site);
    const last = site.at(-1);
    expect(after.at(-1)).toMatchObject({
      type: 'log_restored',
      data: { sequence: last?.sequence ?? 0 },
    });
    expect(await verify(restored.database)).toMatchObject({ difference: null });
    const names = await restored.database.query<{ username: string }>(
      'select username from public.profiles where id = $1',
      [gone.person_id],
    );
    expect(names).toEqual([{ username: '⸺' }]);
  }
  await expect(run('then', at.toISOString())).rejects.toThrow(/holds a database already[^\n]*$/);

  // What was answered before the last piece was written outlives the directory.
  const lastTeam = await api.addTeam('Drake', 'tanks');
  await journal.keep(signal);
  // PostgreSQL runs still, and may put a file into a folder that was emptied.
  await rm(join(root, 'data', 'postgres'), { recursive: true, maxRetries: 10 });
  await expect
    .poll(() => told.at(-1), { timeout: 60_000 })
    .toMatch(/^The files of the database are gone; npx muster restore --at now/);
  await opened[Symbol.asyncDispose]();
  // A start makes no empty league in its place.
  await expect(openLeague(getConfig('data'))).rejects.toThrow(
    /is gone; its journal in .* has it until [^\n]*restore --at now[^\n]*$/,
  );
  expect(await run('data', 'now')).toBe(0);
  expect(lines.join('\n')).toContain('is the last instant there is');
  await using again = await openLeague(getConfig('data'));
  expect((await look(again.database, api.league.now()))[1]).toHaveLength(4);
  const drake = await again.database.query('select 1 from public.teams where slug = $1', [
    lastTeam.slug,
  ]);
  expect(drake).toHaveLength(1);
  expect(failures).toEqual([]);
  expect(await readdir(join(root, 'data'))).not.toContain('postgres.new');
});

it.each([
  /\d+ of \d+ bytes of the base copy checked/,
  /\d+ of \d+ bytes of the base copy unpacked/,
  /\d+ of \d+ pieces of the log unpacked/,
  /^Reading the log$/,
])('tells %s, and Ctrl-C leaves nothing there that is in the way of the next', async (tells) => {
  // Each look at the clock is three seconds after the one before: it tells of itself at every step.
  let clock = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (clock += 3_000));
  const said: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => {
    said.push(line);
    if (tells.test(line)) {
      process.emit('SIGINT');
    }
  });
  const others = process.listenerCount('SIGINT');
  await expect(run('stopped', 'now')).rejects.toThrow('Stopped; nothing is left half done.');
  expect(said.at(-1)).toMatch(tells);
  expect(process.listenerCount('SIGINT')).toBe(others);
  const left = await readdir(join(root, 'stopped'));
  expect(left.filter((name) => name !== 'postgres.log')).toEqual([]);
});

it.each([
  ['no instant', { values: { at: '2026-01-02' } }, /^--at takes an instant with its zone/],
  [
    'a place without a journal',
    { values: { at: 'now' }, positionals: ['/nowhere'] },
    /^There is no journal in/,
  ],
  [
    'a database that is not the embedded one',
    { values: { at: 'now' }, more: { DATABASE_URL: 'postgres://x@localhost/x' } },
    /^--at restores the embedded database alone/,
  ],
])(
  'refuses %s in one line',
  async (_what, { values, positionals = [], more = {} }: Given, words) => {
    const config = parseConfig({ DATA_DIR: join(root, 'none'), ...more });
    await expect(restoreCommand.run(config, { values, positionals })).rejects.toThrow(words);
  },
);

interface Given {
  values: { at: string };
  positionals?: string[];
  more?: Record<string, string>;
}
