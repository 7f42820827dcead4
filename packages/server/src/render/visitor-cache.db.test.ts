import { randomUUID } from 'node:crypto';
import { hintChannel } from '@muster/backend';
import type { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LoaderInput } from '../context.ts';
import { loaders } from '../pages.ts';
import { type ApiLeague, createApiLeague, type TestTeam } from '../testing/api-league.ts';
import { type TestBuild, writeTestBuild } from './testing/test-build.ts';
import { createTestSite } from './testing/test-site.ts';
import { createVisitorCache } from './visitor-cache.ts';

let own: ApiLeague;
let site: Hono;
let first: TestTeam;
let build: TestBuild;
let stop: () => Promise<void>;
const asked: LoaderInput[] = [];
const heard: string[] = [];
/** Said by the tests behind what commands said before it. */
const mark = 'the end';

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  first = await own.addTeam('Treadheads', 'tanks');
  build = await writeTestBuild();
  // Time stands still, so that only hints make a page new.
  const visitorCache = createVisitorCache({ now: () => 0, later: () => {} });
  stop = await own.database.listen(hintChannel, (payload) => {
    heard.push(payload);
    if (payload !== mark) {
      visitorCache.clear();
    }
  });
  site = await createTestSite(own, {
    build,
    loaders: {
      ladder: (input) => {
        asked.push(input);
        return loaders.ladder?.(input) ?? Promise.resolve(null);
      },
    },
    verify: async (token) => JSON.parse(Buffer.from(token, 'base64url').toString()),
    visitorCache,
  });
});
afterAll(async () => {
  await stop();
  await own[Symbol.asyncDispose]();
  await build[Symbol.asyncDispose]();
});

async function read(headers: Record<string, string> = {}, path = '/ladders/tanks') {
  const answer = await site.fetch(new Request(`http://localhost:3000${path}`, { headers }));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('vary')).toContain('Cookie, Accept-Language');
  return answer.text();
}

/** The cookie of a signed-in person. */
async function signIn({ captain }: TestTeam): Promise<string> {
  const session = randomUUID();
  await own.database.query('insert into auth.sessions (id, user_id) values ($1, $2)', [
    session,
    captain.user_id,
  ]);
  const claims = { sub: captain.user_id, session_id: session, exp: Date.now() };
  const access = Buffer.from(JSON.stringify(claims)).toString('base64url');
  const stored = JSON.stringify({ access_token: access, refresh_token: 'r' });
  return `muster-auth-token=base64-${Buffer.from(stored).toString('base64url')}`;
}

it('shows visitors the same page until a command changes the league, and then the new one', async () => {
  const before = await read();
  expect(before).toContain('Treadheads');
  expect(await read()).toBe(before);
  expect(asked).toHaveLength(1);
  const payload = await read({}, '/ladders/tanks/_payload.json');
  expect(await read({}, '/ladders/tanks/_payload.json')).toBe(payload);
  expect(asked).toHaveLength(2);
  await own.addTeam('Kaarna', 'tanks');
  await own.database.transaction((transaction) => transaction.notify(hintChannel, mark));
  // A team comes by several commands: a late hint of them would make a page new that is to be the kept one below.
  await expect.poll(() => heard).toContain(mark);
  expect(await read()).toContain('Kaarna');
  expect(await read({}, '/ladders/tanks/_payload.json')).toContain('Kaarna');
});

it('never keeps a signed-in person’s page, and never shows them a visitor’s', async () => {
  const visitor = await read();
  const cookie = await signIn(first);
  const count = asked.length;
  const page = await read({ cookie });
  expect(page).toContain('"username":"Treadheads captain"');
  await read({ cookie });
  expect(asked).toHaveLength(count + 2);
  expect(await read()).toBe(visitor);
  expect(visitor).not.toContain('"username":"Treadheads captain"');
});

it('keeps a page for each language and zone', async () => {
  const finnish = { 'accept-language': 'fi' };
  const there = { cookie: 'muster-zone=Europe%2FHelsinki' };
  expect(await read()).toContain('"locale":"en","zone":"UTC"');
  expect(await read(finnish)).toContain('"locale":"fi","zone":"UTC"');
  expect(await read(there)).toContain('"locale":"en","zone":"Europe/Helsinki"');
  const count = asked.length;
  await read(finnish);
  await read(there);
  expect(asked).toHaveLength(count);
});
