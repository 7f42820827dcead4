import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Backend, createBackend } from '@muster/backend';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../commands/functions.ts';
import { parseConfig } from '../config.ts';
import { createListener, drain, listen } from '../http/listener.ts';
import { catchLines } from '../testing/catch-lines.ts';
import { createMatch, createTestLeague, type TestLeague } from '../testing/test-league.ts';
import { type FunctionLog, listLines, openFunctionLog } from './function-log.ts';
import { openFunctions } from './open-functions.ts';

const shipped = fileURLToPath(new URL('../../../../supabase/', import.meta.url));
const lines = catchLines();

/** Where summaries go. */
const webhook = createServer(async (request, answer) => {
  posts.push(JSON.parse(await text(request)));
  answer.writeHead(posts.length > 2 ? 500 : 204).end();
});
const posts: { content: string; allowed_mentions: object }[] = [];

let database: TestDatabase;
let league: TestLeague;
let backend: Backend;
let server: Server;
let log: FunctionLog;
let home: string;
let port = 0;

beforeAll(async () => {
  webhook.listen(0, '127.0.0.1');
  await once(webhook, 'listening');
  const hook = `127.0.0.1:${(webhook.address() as AddressInfo).port}`;
  database = await createTestDatabase();
  league = await createTestLeague(database.database);
  home = await mkdtemp(join(tmpdir(), 'shipped-functions-'));
  await cp(shipped, home, { recursive: true });
  await writeFile(
    join(home, 'config.toml'),
    `[functions.match-summary]\nhosts = ["${hook}"]\nsecrets = ["SUMMARY_WEBHOOK_URL"]\n[functions.ratings-export]\n`,
  );
  await writeFile(join(home, 'functions', '.env'), `SUMMARY_WEBHOOK_URL=http://${hook}/hook\n`);
  log = openFunctionLog(database.database, (error) => {
    throw error;
  });
  backend = await createBackend({
    database: database.database,
    config: {
      functions: await openFunctions({
        folder: join(home, 'functions'),
        getLeague: () => ({ url: `http://localhost:${port}`, host: '127.0.0.1', port }),
        onLine: log.add,
      }),
    },
  });
  await backend.prepareFunctions();
  server = createListener({
    fetch: (request) => backend.fetch(request, { clientAddress: '127.0.0.1' }),
    handleCall: (incoming, outgoing) =>
      backend.handleCall(incoming, outgoing, { clientAddress: '127.0.0.1' }),
    handleUpgrade: () => false,
    limits: { connections: 100, connectionsOfOne: 100 },
    trustedProxy: null,
    onError: (error) => {
      throw error;
    },
  });
  port = await listen(server, { port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await drain(server);
  await backend.close();
  await log.close();
  await database[Symbol.asyncDispose]();
  webhook.close();
  await rm(home, { recursive: true });
});

async function call(name: string, body: unknown, key = backend.apiKeys.serviceRole) {
  const answer = await fetch(`http://localhost:${port}/functions/v1/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    status: answer.status,
    id: answer.headers.get('sb-request-id'),
    json: await answer.json(),
  };
}

test('both stand in the repository switched off', async () => {
  const found = await openFunctions({
    folder: join(shipped, 'functions'),
    getLeague: () => ({ url: 'http://localhost', host: '127.0.0.1', port: 80 }),
    onLine: () => undefined,
  });
  expect(found).toBeNull();
});

test("a match's summary goes to the webhook, for the operator alone and once it is over", async () => {
  const sides = { challenger: league.kaarna, defender: league.treadheads };
  const live = await createMatch(database.database, league, {
    ...sides,
    status: 'live',
    number: 1,
  });
  const won = await createMatch(database.database, league, {
    ...{ ...sides, status: 'completed', number: 2, winner: 'challenger', scores: [2, 1] },
    ended_at: '2026-11-20T18:00:00Z',
  });
  const { anon } = backend.apiKeys;
  expect(await call('match-summary', { match_id: won }, anon)).toMatchObject({
    status: 403,
    json: { code: 'not_operator' },
  });
  for (const bad of [null, {}, { match_id: 7 }, { match_id: `${won}&or=(id.neq.1)` }]) {
    expect(await call('match-summary', bad)).toMatchObject({
      status: 400,
      json: { code: 'match_id_missing' },
    });
  }
  expect((await call('match-summary', { match_id: league.season_id })).status).toBe(404);
  expect((await call('match-summary', { match_id: live })).json).toEqual({
    sent: false,
    status: 'live',
  });
  expect(posts).toEqual([]);

  const { id, json } = await call('match-summary', { match_id: won });
  expect(json).toEqual({ sent: true });
  expect(
    (await call('match-summary', { type: 'UPDATE', table: 'matches', record: { id: won } })).json,
  ).toEqual({ sent: true });
  const content = `Tanks\n🏆 Kaarna 2:1 Treadheads\nhttp://localhost:${port}/matches/${won}`;
  expect(posts).toEqual([
    { content, allowed_mentions: { parse: [] } },
    { content, allowed_mentions: { parse: [] } },
  ]);
  expect(await call('match-summary', { match_id: won })).toMatchObject({
    status: 502,
    json: { code: 'webhook_failed' },
  });

  const said = 'match 2 of Tanks: the webhook answered 204';
  await expect
    .poll(() => listLines(database.database, { name: 'match-summary', lines: 10 }))
    .toContainEqual(
      expect.objectContaining({
        function: 'match-summary',
        request_id: id,
        level: 'info',
        text: said,
      }),
    );
  expect(
    await command.run(parseConfig({ DATABASE_URL: database.url }), {
      values: { lines: '50' },
      positionals: ['logs', 'match-summary'],
    }),
  ).toBe(0);
  expect(lines).toContainEqual(
    expect.stringMatching(new RegExp(`match-summary ${id} info: ${said}$`)),
  );
});

test('the ratings of all who play lie in a private bucket as a table', async () => {
  await database.database.query('update entries set mu = 27.5, sigma = 2.25 where id = any ($1)', [
    [league.kaarna.entry_id, league.dust.entry_id],
  ]);
  await database.database.query(`update teams set name = '=cmd|"x", 1' where id = $1`, [
    league.dust.id,
  ]);
  expect((await call('ratings-export', {}, backend.apiKeys.anon)).status).toBe(403);
  const toPath = () => `ratings/${new Date().toISOString().slice(0, 10)}.csv`;
  const begun = toPath();
  const { json } = await call('ratings-export', {});
  const { json: again } = await call('ratings-export', {});
  // Midnight may lie between the two.
  const told = { bucket: 'exports', path: expect.toBeOneOf([begun, toPath()]), ratings: 2 };
  expect([json, again]).toEqual([told, told]);

  const read = (key: string) =>
    fetch(`http://localhost:${port}/storage/v1/object/authenticated/exports/${json.path}`, {
      headers: { authorization: `Bearer ${key}` },
    });
  expect((await read(backend.apiKeys.anon)).status).toBe(400);
  const [header, ...rows] = (await (await read(backend.apiKeys.serviceRole)).text())
    .trim()
    .split('\n');
  expect(header).toBe('ladder,season,entry,team,player,name,mu,sigma,wins,losses,draws');
  expect(rows.sort()).toEqual(
    [
      `tanks,1,${league.kaarna.entry_id},kaarna,,Kaarna,27.5,2.25,0,0,0`,
      `tanks,1,${league.dust.entry_id},dust-devils,,"'=cmd|""x"", 1",27.5,2.25,0,0,0`,
    ].sort(),
  );
});

test('of each function the latest lines are kept, whatever it has said', async () => {
  const own = openFunctionLog(database.database, (error) => {
    throw error;
  });
  const say = (count: number, word: string) => {
    for (let at = 0; at < count; at += 1) {
      own.add('talker', { level: 'info', text: `${word} ${at}`, requestId: 'forged' });
    }
  };
  for (const word of ['a', 'b', 'c']) {
    say(1_000, word);
    own.add('talker', { level: 'info', text: 'too much', requestId: null });
    await own.close();
  }
  own.add('other', { level: 'error', text: 'a\0b', requestId: null });
  await own.close();
  const kept = await listLines(database.database, { name: 'talker', lines: 5_000 });
  expect(kept).toHaveLength(2_000);
  expect(kept.map(({ text: said }) => said).slice(-2)).toEqual(['c 999', '1 more lines were lost']);
  expect(new Set(kept.map(({ request_id }) => request_id))).toEqual(new Set([null]));
  expect((await listLines(database.database, { name: 'other', lines: 5 }))[0]?.text).toBe('a�b');
});

const wrong: [what: string, positionals: string[], values: Record<string, string>][] = [
  ['no word', [], {}],
  ['another word', ['stop'], {}],
  ['too many names', ['logs', 'a', 'b'], {}],
  ['no lines', ['logs'], { lines: '0' }],
  ['more lines than are kept', ['logs'], { lines: '2001' }],
  ['lines that are no number', ['logs'], { lines: 'all' }],
];

for (const [what, positionals, values] of wrong) {
  test(`muster functions refuses ${what}`, async () => {
    const config = parseConfig({ DATABASE_URL: database.url });
    await expect(command.run(config, { positionals, values })).rejects.toThrow(/takes/);
  });
}
