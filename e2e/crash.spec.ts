import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { expect } from '@playwright/test';
import { verify } from '../packages/server/src/engine/replay/verify.ts';
import { makeDataDir, startServer, type TestServer } from './server/start-server.ts';
import {
  type ApiPerson,
  listTeamNames,
  readPage,
  sendByApi,
  signInByApi,
} from './world/api-person.ts';
import { makeName, makeTag } from './world/names.ts';
import { runMuster } from './world/run-muster.ts';
import { test } from './world/test.ts';
import { withLeague } from './world/with-league.ts';

/** How often the server is killed. */
const kills = 2;
/** How many write at a time, and how many teams each of them wants to found in a round. */
const writers = 4;
const teamsEach = 4;

interface Founding {
  id: string;
  name: string;
  tag: string;
  person: ApiPerson;
  /** The team's address, once the server has said that it is founded. */
  slug: string | null;
}

let folder: string;
let server: TestServer;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  folder = makeDataDir('crash');
  server = await startServer({ dataDir: folder });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function waitForEnd({ process: child }: TestServer): Promise<number | null> {
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

async function found(founding: Founding): Promise<void> {
  const { id, name, tag, person } = founding;
  const body = { name, tag, zone: 'Europe/Helsinki', locale: 'fi' };
  const answer = await sendByApi(server.url, person, { path: '/api/teams', body, id });
  expect(answer.body.error, name).toBeUndefined();
  expect(answer.status, name).toBe(200);
  founding.slug = String(answer.body.data?.slug);
}

/** Founds teams one after the other until the server is gone. */
async function foundUntilKilled(plan: readonly Founding[], onFounded: () => void): Promise<void> {
  for (const founding of plan) {
    try {
      await found(founding);
    } catch (error) {
      if (error instanceof TypeError) {
        return; // No answer: `fetch` failed, the server is dead.
      }
      throw error;
    }
    onFounded();
  }
}

async function makePlan(): Promise<Founding[][]> {
  const people = await Promise.all(
    Array.from({ length: writers }, () => signInByApi(server.url, makeName('Writer'))),
  );
  return people.map((person) =>
    Array.from({ length: teamsEach }, () => ({
      id: randomUUID(),
      name: makeName('Crash'),
      tag: makeTag(),
      person,
      slug: null,
    })),
  );
}

/** Lets everybody write, and kills the server when it has acknowledged so many. */
async function writeAndKill(plan: readonly Founding[][], after: number): Promise<void> {
  let acknowledged = 0;
  const onFounded = () => {
    acknowledged += 1;
    if (acknowledged === after) {
      server.process.kill('SIGKILL');
    }
  };
  await Promise.all(plan.map((own) => foundUntilKilled(own, onFounded)));
  expect(await waitForEnd(server)).toBeNull();
}

test('what was acknowledged is there after each kill, and what was not is done once when sent again', async () => {
  const all: Founding[] = [];
  for (let round = 0; round < kills; round += 1) {
    const plan = await makePlan();
    await writeAndKill(plan, 1 + ((round * 5) % (writers * (teamsEach - 1))));
    server = await startServer({ dataDir: folder });
    all.push(...plan.flat());
    for (const { slug, name } of all) {
      if (slug === null) {
        continue;
      }
      const page = await readPage(server.url, `/teams/${slug}`);
      expect([page.status, page.data.name]).toEqual([200, name]);
    }
    for (const founding of all.filter(({ slug }) => slug === null)) {
      await found(founding);
    }
  }
  expect(new Set(all.map(({ slug }) => slug)).size).toBe(kills * writers * teamsEach);
  for (const founding of all) {
    const before = founding.slug;
    await found(founding);
    expect(founding.slug).toBe(before);
  }
  const names = new Set(all.map(({ name }) => name));
  const founded = (await listTeamNames(server.url)).filter((name) => names.has(name));
  expect(founded.toSorted()).toEqual([...names].sort());
});

test('the log still replays to the tables, while the server runs', async () => {
  await withLeague(folder, async (database) => {
    const { difference, events } = await verify(database);
    expect(difference).toBeNull();
    expect(events).toBeGreaterThan(0);
  });
});

test('a second start on the same directory is refused with one clear line', async () => {
  const { code, errors, output } = await runMuster({ DATA_DIR: folder }, 'start');
  expect(code).toBe(1);
  expect(errors.trim().split('\n')).toHaveLength(1);
  expect(errors).toMatch(/^muster: .*already/);
  expect(errors).toContain(folder);
  expect(output).not.toContain('ready at');
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

/** Sends the head of a command and holds its body back until the server has begun to wait for it. */
function sendHead(person: ApiPerson, path: string) {
  const sending = request(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: server.url,
      cookie: person.cookie,
      expect: '100-continue',
    },
  });
  const answered = new Promise<number>((resolve, reject) => {
    sending.once('error', reject);
    sending.once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
  });
  const waiting = new Promise<void>((resolve) => sending.once('continue', () => resolve()));
  sending.flushHeaders();
  return { waiting, answered, sendBody: (body: object) => sending.end(JSON.stringify(body)) };
}

test('asked to stop, it answers what is in flight and ends with code 0', async () => {
  const person = await signInByApi(server.url, makeName('Late'));
  const command = sendHead(person, '/api/teams');
  await command.waiting;
  const stopping = new Promise<void>((resolve) => {
    server.process.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString('utf8').includes('Stopping')) {
        resolve();
      }
    });
  });
  server.process.kill('SIGTERM');
  await stopping;
  const name = makeName('Crash');
  const home = { zone: 'UTC', locale: 'en' };
  command.sendBody({ command_id: randomUUID(), name, tag: makeTag(), ...home });
  expect(await command.answered).toBe(200);
  expect(await waitForEnd(server)).toBe(0);

  await withLeague(folder, async (database) => {
    const teams = await database.query('select from public.teams where name = $1', [name]);
    expect(teams).toHaveLength(1);
  });
});
