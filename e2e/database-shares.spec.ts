import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database, type ShareLimits, shares } from '@muster/database';
import { expect } from '@playwright/test';
import { startServer, type TestServer } from './server/start-server.ts';
import { type ApiPerson, getPublicKey, signInByApi } from './world/api-person.ts';
import { makeName } from './world/names.ts';
import { type OwnPostgres, startOwnPostgres } from './world/own-postgres.ts';
import { test } from './world/test.ts';

/*
 * Whatever takes all the connections that one kind of work may have, the others go on, and one too many
 * hears so at once. Shown to fail: with a gate that lets everybody in, all of them fail: the others wait too.
 */

let folder: string;
let postgres: OwnPostgres;
let server: TestServer;
let database: Database;
let person: ApiPerson;
/** Somebody who sends little, and is under no limit of their own. */
let bystander: ApiPerson;
let key: string;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-shares-'));
  postgres = await startOwnPostgres();
  server = await startServer({ dataDir: folder, env: { DATABASE_URL: postgres.url } });
  database = connect(postgres.url);
  person = await signInByApi(server.url, makeName('Busy'));
  bystander = await signInByApi(server.url, makeName('Calm'));
  key = await getPublicKey(server.url);
});
test.afterAll(async () => {
  await database.close();
  await server.stop();
  await postgres[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function toToken({ cookie }: ApiPerson): string {
  const parts = [...cookie.matchAll(/muster-auth-token(?:\.\d)?=([^;]+)/g)].map(([, part]) => part);
  const text = Buffer.from(parts.join('').replace(/^base64-/, ''), 'base64url').toString('utf8');
  return (JSON.parse(text) as { access_token: string }).access_token;
}

function sendCommand({ cookie }: ApiPerson): Promise<Response> {
  return fetch(`${server.url}/api/me/notices/reading`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url, cookie },
    body: JSON.stringify({ command_id: randomUUID(), ids: [] }),
  });
}

const ask = {
  page: (n: number) => fetch(`${server.url}/teams/_payload.json?q=${n}`),
  command: () => sendCommand(person),
  otherCommand: () => sendCommand(bystander),
  user: () =>
    fetch(`${server.url}/auth/v1/user`, {
      headers: { apikey: key, authorization: `Bearer ${toToken(person)}` },
    }),
  rows: (n = 0) => readRowsFrom(`127.0.0.${2 + (n % 60)}`),
  ready: () => fetch(`${server.url}/readyz`),
};

/** As one of many machines: each network has a share of REST's turns, well below the whole. */
async function readRowsFrom(localAddress: string): Promise<Response> {
  const path = `${server.url}/rest/v1/games?select=slug`;
  const request = get(path, { localAddress, family: 4, agent: false, headers: { apikey: key } });
  const [message] = (await once(request, 'response')) as [IncomingMessage];
  const headers = new Headers(message.headers as Record<string, string>);
  return new Response(Buffer.concat(await message.toArray()), {
    status: message.statusCode ?? 0,
    headers,
  });
}

/** How many requests of the kind that has most of them wait for the lock; the server's own jobs may wait there too. */
async function countHeld(): Promise<number> {
  const waiting = await database.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where wait_event_type = 'Lock' group by query`,
  );
  return Math.max(0, ...waiting.map(({ count }) => count));
}

/** REST's statements have three seconds, and a statement that had its time was not let in either. */
async function isCalledOff(answer: Response): Promise<boolean> {
  return answer.status === 400 && ((await answer.json()) as { code: string }).code === '57014';
}

interface Case {
  name: string;
  share: ShareLimits;
  /** What the test holds, so that every statement of this kind lasts until it lets go. */
  table: string;
  send: (n: number) => Promise<Response>;
  /** What the one over the limit is told. */
  refusal: Record<string, unknown>;
  /** What does not touch that table, and goes on. */
  others: ((n: number) => Promise<Response>)[];
}

const cases: Case[] = [
  {
    name: 'pages',
    share: shares.pages,
    table: 'public.teams',
    send: ask.page,
    refusal: { error: { status: 503, message: '', wait: 1 } },
    others: [ask.otherCommand, ask.user, ask.rows, ask.ready],
  },
  {
    name: 'commands',
    share: shares.commands,
    table: 'private.rate_limits',
    send: ask.command,
    refusal: { error: { code: 'unavailable', params: { seconds: 1 } } },
    others: [ask.page, ask.user, ask.rows, ask.ready],
  },
  {
    name: 'auth',
    share: shares.auth,
    table: 'auth.users',
    send: ask.user,
    refusal: { code: 503, error_code: 'unavailable', msg: expect.stringContaining('retry') },
    others: [ask.page, ask.rows, ask.ready],
  },
  {
    name: 'REST',
    share: shares.rest,
    table: 'public.games',
    send: ask.rows,
    refusal: { code: 'PGRST003', details: null, hint: null, message: expect.any(String) },
    others: [ask.otherCommand, ask.user, ask.ready],
  },
];

for (const { name, share, table, send, refusal, others } of cases) {
  test(`${name} that take all their connections leave the others theirs, and one too many hears so at once`, async () => {
    const tooMany = 10;
    const refused: Response[] = [];
    let answered = 0;
    const ask = async (n: number) => {
      const answer = await send(n);
      if (answer.status === 503) {
        refused.push(answer);
      } else if (!(await isCalledOff(answer))) {
        answered += 1;
      }
    };
    const sent = await database.transaction(async (transaction) => {
      await transaction.query(`lock table ${table} in access exclusive mode`);
      const count = share.connections + share.waiting + tooMany;
      const all = Array.from({ length: count }, (_, n) => ask(n));
      let most = 0;
      const look = async () => {
        most = Math.max(most, await countHeld());
        return [refused.length >= tooMany, most];
      };
      await expect.poll(look, { intervals: [5] }).toEqual([true, share.connections]);
      expect(answered).toBe(0);
      for (const [n, other] of others.entries()) {
        const answer = await other(10_000 + n);
        expect([answer.url, answer.status]).toEqual([answer.url, 200]);
      }
      // On a slow machine all of them may have had their time by now.
      const holdOne = async () => {
        const held = await countHeld();
        if (held === 0) {
          all.push(ask(15_000 + all.length));
        }
        return held;
      };
      await expect.poll(holdOne, { intervals: [5] }).toBeGreaterThan(0);
      return all;
    });
    await Promise.all(sent);
    const [first] = refused as [Response];
    expect(first.headers.get('retry-after')).toBe('1');
    expect(await first.json()).toMatchObject(refusal);
    // Those whose turn had come are answered, and so is the next.
    expect(answered).toBeGreaterThanOrEqual(1);
    expect((await send(20_000)).status).toBeLessThan(500);
  });
}

test('a page that nobody can make now says so in the reader’s language, with its surroundings', async () => {
  await database.transaction(async (transaction) => {
    await transaction.query('lock table public.teams in access exclusive mode');
    const count = shares.pages.connections + shares.pages.waiting;
    const held = Array.from({ length: count + 1 }, (_, n) => ask.page(30_000 + n));
    await Promise.race(held);
    const answer = await fetch(`${server.url}/teams?q=late`, {
      headers: { 'accept-language': 'fi' },
    });
    const html = await answer.text();
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(html).toContain('<html lang="fi-FI">');
    expect(html).toContain('<title>Palvelimen sisäinen virhe');
    expect(html).toContain('Mitään ei ole kadonnut');
    return { held };
  });
});
