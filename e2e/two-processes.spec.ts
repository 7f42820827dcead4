import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenDatabase } from '@muster/database';
import { expect } from '@playwright/test';
import { parseConfig } from '../packages/server/src/config.ts';
import { verify } from '../packages/server/src/engine/replay/verify.ts';
import { openLeagueDatabase } from '../packages/server/src/open-league.ts';
import { findLeague, startServer, type TestServer } from './server/start-server.ts';
import {
  type ApiAnswer,
  type ApiPerson,
  getPublicKey,
  readPage,
  sendByApi,
  signInByApi,
} from './world/api-person.ts';
import { makeName, makeTag } from './world/names.ts';
import { test } from './world/test.ts';
import { watch } from './world/watcher.ts';

/*
 * Two servers over one PostgreSQL, as a league that has grown runs them. Shown to fail: with the head
 * of a stream read without `for update` in `holdStreams`, both processes write the same sequence; with
 * what `claim` has kept never looked up, a command sent to both is carried out twice.
 */

const ladder = 'bf6-2v2-tanks';
const teamsCount = 6;
const writesEach = 12;
const home = { zone: 'Europe/Helsinki', locale: 'fi' };

interface Team {
  name: string;
  slug: string;
  entry: string;
  captain: ApiPerson;
}

let folder: string;
let postgres: OpenDatabase;
let servers: [TestServer, TestServer];
/** From the highest rung down. */
const teams: Team[] = [];

test.describe.configure({ mode: 'serial' });

function startSecond(): Promise<TestServer> {
  return startServer({ dataDir: folder, env: { DATABASE_URL: postgres.database.url } });
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-second-'));
  // One after the other: the first brings the league to the database.
  const first = await startServer();
  postgres = await openLeagueDatabase(parseConfig(findLeague(first.dataDir)));
  servers = [first, await startSecond()];
});
test.afterAll(async () => {
  const [first, second] = servers;
  await second.stop();
  await postgres.close();
  await first.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The same command sent to both processes at the same moment. */
function sendToBoth(
  person: ApiPerson,
  command: { path: string; body?: Record<string, unknown> },
): Promise<ApiAnswer[]> {
  const id = randomUUID();
  return Promise.all(servers.map(({ url }) => sendByApi(url, person, { ...command, id })));
}

/** Sends it to both, and gives the one answer that both gave. */
async function obeyOnce(
  person: ApiPerson,
  path: string,
  body: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const [one, other] = await sendToBoth(person, { path, body });
  expect(other).toEqual(one);
  expect(one?.status, JSON.stringify(one?.body)).toBe(200);
  return one?.body.data ?? {};
}

async function bringTeam(index: number): Promise<Team> {
  const [first, second] = servers;
  const name = makeName('Pair');
  const captain = await signInByApi(index % 2 === 0 ? first.url : second.url, makeName('Cap'));
  const mate = await signInByApi(first.url, makeName('Mate'));
  const { slug } = await obeyOnce(captain, '/api/teams', { name, tag: makeTag(), ...home });
  const { code } = await obeyOnce(captain, `/api/teams/${slug}/invites`);
  await obeyOnce(mate, `/api/teams/${slug}/join`, { code });
  const { entry } = await obeyOnce(captain, `/api/ladders/${ladder}/entries`, { team: slug });
  return { name, slug: String(slug), entry: String(entry), captain };
}

function challenge(from: Team, to: Team) {
  const body = { entry: from.entry, opponent: to.entry, nonce: randomUUID() };
  return { path: `/api/ladders/${ladder}/challenges`, body };
}

async function count(statement: string, values: readonly unknown[] = []): Promise<number> {
  const [row] = await postgres.database.query<{ count: number }>(
    `select count(*)::integer as count from ${statement}`,
    values,
  );
  return row?.count ?? 0;
}

test('a command sent to both is carried out once, and both give the same answer', async () => {
  teams.push(
    ...(await Promise.all(Array.from({ length: teamsCount }, (_, index) => bringTeam(index)))),
  );
  const names = teams.map(({ name }) => name);
  expect(await count('public.teams where name = any($1)', [names])).toBe(teamsCount);
  const entries = await postgres.database.query<{ id: string }>(
    'select id from public.entries where id = any($1::uuid[]) order by rung',
    [teams.map(({ entry }) => entry)],
  );
  expect(entries).toHaveLength(teamsCount);
  const place = new Map(entries.map(({ id }, index) => [id, index]));
  teams.sort((a, b) => (place.get(a.entry) ?? 0) - (place.get(b.entry) ?? 0));
});

test('an id that one process has seen with another body is refused by both', async () => {
  const [team] = teams as [Team];
  const id = randomUUID();
  const path = `/api/teams/${team.slug}/invites`;
  const [first, second] = servers;
  expect((await sendByApi(first.url, team.captain, { path, id })).status).toBe(200);
  for (const { url } of [first, second]) {
    const body = { role: 'substitute' };
    const answer = await sendByApi(url, team.captain, { path, id, body });
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'command_reused']);
  }
});

test('of challenges to one defender by five captains at once, one is taken, and all hear whose', async () => {
  const [defender, ...others] = teams as [Team, ...Team[]];
  const answers = await Promise.all(
    others.map((from, index) => {
      const { url } = servers[index % 2] as TestServer;
      return sendByApi(url, from.captain, challenge(from, defender));
    }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
  const winner = others[answers.findIndex(({ status }) => status === 200)];
  for (const { status, body } of answers) {
    if (status !== 200) {
      expect(body.error).toMatchObject({
        code: 'already_challenged',
        params: { by: winner?.name, entry: defender.name },
      });
    }
  }
});

test('what one process writes, the pages and the sockets of the other tell', async () => {
  const [first, second] = servers;
  const [row] = await postgres.database.query<{ id: string }>(
    'select id from public.ladders where slug = $1',
    [ladder],
  );
  const watcher = await watch(second.url, await getPublicKey(second.url), `ladder:${row?.id}`);
  const [, , , leaver] = teams as [Team, Team, Team, Team];
  const listNames = async (url: string) =>
    JSON.stringify((await readPage(url, `/ladders/${ladder}`)).data);
  // Kept by the other process as visitors get it, until the hint says otherwise.
  expect(await listNames(second.url)).toContain(leaver.name);
  const path = `/api/ladders/${ladder}/entries/${leaver.entry}`;
  const answer = await sendByApi(first.url, leaver.captain, { path, method: 'DELETE' });
  expect(answer.status).toBe(200);
  await expect.poll(() => listNames(second.url), { intervals: [50] }).not.toContain(leaver.name);
  await expect.poll(() => watcher.hints.at(-1)?.id).toBe(row?.id);
  watcher.close();
});

interface Write {
  id: string;
  team: Team;
  path: string;
  body: Record<string, unknown>;
}

/** Each team's invitations to its own stream, and between them challenges on the one ladder, where all get in each other's way. */
function planWrites(team: Team, index: number): Write[] {
  const [opponent] = [...teams.slice(index + 1), ...teams] as [Team];
  return Array.from({ length: writesEach }, (_, turn) => ({
    id: randomUUID(),
    team,
    ...(turn % 3 === 2
      ? challenge(team, opponent)
      : { path: `/api/teams/${team.slug}/invites`, body: {} }),
  }));
}

function send({ url }: TestServer, { id, team, path, body }: Write): Promise<ApiAnswer> {
  return sendByApi(url, team.captain, { path, body, id });
}

/** Sends one after the other until the process is gone. */
async function writeUntilKilled(
  server: TestServer,
  plan: readonly Write[],
  acknowledged: Map<string, ApiAnswer>,
): Promise<void> {
  for (const write of plan) {
    try {
      acknowledged.set(write.id, await send(server, write));
    } catch (error) {
      // No answer: `fetch` failed, the process is dead.
      if (error instanceof TypeError) {
        return;
      }
      throw error;
    }
  }
}

test('one killed in the middle loses nothing that it said, and nothing is done twice', async () => {
  const [first, second] = servers;
  const invites = () => count(`public.league_events where type = 'invite_made'`);
  const before = await invites();
  const plans = teams.map(planWrites);
  const acknowledged = new Map<string, ApiAnswer>();
  const work = plans.map((plan, index) =>
    writeUntilKilled(servers[index % 2] as TestServer, plan, acknowledged),
  );
  await expect.poll(() => acknowledged.size, { intervals: [5] }).toBeGreaterThan(teamsCount);
  second.process.kill('SIGKILL');
  await Promise.all(work);
  expect(acknowledged.size).toBeLessThan(teamsCount * writesEach);
  // Whoever got no answer asks the other process with the same ids; whoever got one gets the same again.
  for (const write of plans.flat()) {
    const answer = await send(first, write);
    expect(answer.status).toBeLessThan(500);
    expect(answer).toEqual(acknowledged.get(write.id) ?? answer);
  }
  const asked = plans.flat().filter(({ path }) => path.endsWith('/invites'));
  expect(await invites()).toBe(before + asked.length);
  servers = [first, await startSecond()];
});

test('the one that came back answers what it had answered before its death', async () => {
  const [first, second] = servers;
  const [defender] = teams as [Team];
  const views = await Promise.all(
    [first.url, second.url].map(async (url) => readPage(url, `/teams/${defender.slug}`)),
  );
  expect(views[0]?.data.name).toBe(defender.name);
  expect(views[1]?.data.name).toBe(defender.name);
  await obeyOnce(defender.captain, `/api/teams/${defender.slug}/invites`);
  // After all of it: the log keeps what each of the tests above has written.
  const { difference, events } = await verify(postgres.database);
  expect(difference).toBeNull();
  expect(events).toBeGreaterThan(0);
});
