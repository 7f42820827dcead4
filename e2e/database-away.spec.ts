import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database } from '@muster/database';
import { expect } from '@playwright/test';
import { startServer, type TestServer } from './server/start-server.ts';
import { type ApiPerson, getPublicKey, sendByApi, signInByApi } from './world/api-person.ts';
import { makeName, makeTag } from './world/names.ts';
import { type OwnPostgres, startOwnPostgres } from './world/own-postgres.ts';
import { test } from './world/test.ts';

/*
 * PostgreSQL is stopped and started under a server that goes on. Shown to fail: as every failure was once
 * answered, each request here hears 500; without sending again, the captain gets no link.
 */

let folder: string;
let postgres: OwnPostgres;
let server: TestServer;
let captain: ApiPerson;
let team: string;
let key: string;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-away-'));
  postgres = await startOwnPostgres();
  server = await startServer({
    dataDir: folder,
    env: { DATABASE_URL: postgres.url, LOG_LEVEL: 'error' },
  });
  captain = await signInByApi(server.url, makeName('Cap'));
  const body = { name: makeName('Away'), tag: makeTag(), zone: 'UTC', locale: 'en' };
  const made = await sendByApi(server.url, captain, { path: '/api/teams', body });
  team = String(made.body.data?.slug);
  key = await getPublicKey(server.url);
});
test.afterAll(async () => {
  await server.stop();
  await postgres[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function toToken({ cookie }: ApiPerson): string {
  const parts = [...cookie.matchAll(/muster-auth-token(?:\.\d)?=([^;]+)/g)].map(([, part]) => part);
  const text = Buffer.from(parts.join('').replace(/^base64-/, ''), 'base64url').toString('utf8');
  return (JSON.parse(text) as { access_token: string }).access_token;
}

interface Asked {
  path: string;
  init: RequestInit;
  /** What is told while PostgreSQL is away; null where a page in words is. */
  body: Record<string, unknown> | null;
  /** What is answered while it is there. */
  status: number;
}

/** One of each way in; each asks for something new, so that no kept answer is given. */
function listAsked(turn: number): Asked[] {
  const api = { error: { code: 'unavailable', params: { seconds: 2 } } };
  const payload = { error: { status: 503, message: '', wait: 2 } };
  const rows = { code: 'PGRST001', details: null, hint: null, message: expect.any(String) };
  const auth = { error_code: 'unavailable', code: 503 };
  const { cookie } = captain;
  const withKey = { apikey: key };
  const send = (body: object, headers: Record<string, string>) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const command = send({ command_id: randomUUID(), all: true }, { origin: server.url, cookie });
  const password = send({ email: 'nobody@example.org', password: 'wrong-password' }, withKey);
  return [
    { path: `/?turn=${turn}`, init: {}, body: null, status: 200 },
    { path: `/?turn=${turn}`, init: { headers: { cookie } }, body: null, status: 200 },
    { path: '/account', init: { headers: { cookie } }, body: null, status: 200 },
    { path: `/teams/_payload.json?q=${turn}`, init: {}, body: payload, status: 200 },
    { path: '/account/_payload.json', init: { headers: { cookie } }, body: payload, status: 200 },
    { path: '/api/me/notices/unread', init: { headers: { cookie } }, body: api, status: 200 },
    {
      path: '/api/ladders/bf6-2v2-tanks/log.ndjson?after=999999',
      init: {},
      body: api,
      status: 200,
    },
    { path: '/api/me/notices/reading', init: command, body: api, status: 200 },
    { path: '/rest/v1/teams?select=slug', init: { headers: withKey }, body: rows, status: 200 },
    {
      path: '/auth/v1/user',
      init: { headers: { ...withKey, authorization: `Bearer ${toToken(captain)}` } },
      body: auth,
      status: 200,
    },
    { path: '/auth/v1/token?grant_type=password', init: password, body: auth, status: 400 },
  ];
}

async function expectAway(turn: number): Promise<void> {
  for (const { path, init, body } of listAsked(turn)) {
    const answer = await fetch(`${server.url}${path}`, init);
    expect([path, answer.status]).toEqual([path, 503]);
    expect([path, answer.headers.get('retry-after')]).toEqual([path, '2']);
    if (body === null) {
      expect(await answer.text()).toContain('Nothing is lost');
    } else {
      expect(await answer.json()).toMatchObject(body);
    }
  }
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
}

async function expectThere(turn: number): Promise<void> {
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
  for (const { path, init, status } of listAsked(turn)) {
    const answer = await fetch(`${server.url}${path}`, init);
    expect([path, answer.status]).toEqual([path, status]);
  }
}

test('while PostgreSQL is away every way in says when to come back, and all is well once it is there', async () => {
  await expectThere(1);
  await postgres.stop();
  await expectAway(2);
  await postgres.start();
  await expectThere(3);
});

test('sessions that PostgreSQL ends in the middle of requests are nobody’s fault', async () => {
  const database: Database = connect(postgres.url);
  const wrong: string[] = [];
  for (let turn = 10; turn < 20; turn += 1) {
    const asked = listAsked(turn).map(async ({ path, init, status }) => {
      const answer = await fetch(`${server.url}${path}`, init);
      if (![status, 429, 503].includes(answer.status)) {
        wrong.push(`${path} ${answer.status} ${await answer.text()}`);
      }
    });
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    await Promise.all(asked);
  }
  await database.close();
  expect(wrong).toEqual([]);
  await expectThere(30);
});

async function countInvites(): Promise<number> {
  const database = connect(postgres.url);
  try {
    const rows = await database.query(
      `select from private.team_invites i join public.teams t on t.id = i.team_id where t.slug = $1`,
      [team],
    );
    return rows.length;
  } finally {
    await database.close();
  }
}

test('what a captain does while PostgreSQL is away is sent again by itself, and done once', async ({
  browser,
}) => {
  const before = await countInvites();
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await context.addCookies(
    captain.cookie.split('; ').map((part) => {
      const [name = '', value = ''] = part.split(/=(.*)/s);
      return { name, value, url: server.url };
    }),
  );
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/invites')) {
      sent.push((request.postDataJSON() as { command_id: string }).command_id);
    }
  });
  await page.goto(`/teams/${team}`);
  await expect(page.locator('html')).toHaveAttribute('data-alive', '');
  await postgres.stop();
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByText('is being sent again by itself')).toBeVisible();
  await expect.poll(() => sent.length).toBeGreaterThan(1);
  // What is shown stays, also where the page looks for news meanwhile.
  await expect(page.getByRole('button', { name: 'Make a link' })).toBeVisible();
  await postgres.start();
  await expect(page.locator('a[href*="?invite="]')).toBeVisible();
  await expect(page.getByText('is being sent again by itself')).toBeHidden();
  expect(new Set(sent).size).toBe(1);
  expect(await countInvites()).toBe(before + 1);
  await context.close();
});
