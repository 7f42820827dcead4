import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMatch, createTestLeague, type TestLeague } from '../testing/test-league.ts';
import { postWebhook } from './post-webhook.ts';

let own: TestDatabase;
let database: Database;
let league: TestLeague;
let webhook: string;
let post: string;
let asked: { url: string; body: string }[];

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = await createTestLeague(database);
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('delete from private.webhooks');
  await database.query('select graphile_worker.remove_job(key) from graphile_worker.jobs');
  [webhook, post] = [randomUUID(), randomUUID()];
  asked = [];
  await database.query(
    `insert into private.webhooks (id, team_id, url, locale, set_at) values ($1, $2, 'https://chat.test/hook', 'fi', now())`,
    [webhook, league.kaarna.id],
  );
  const data = { ladder_id: league.ladder.id, match_id: null, facts: {} };
  await database.query(
    `insert into private.webhook_posts (id, webhook_id, kind, origin, data, state, created_at)
     values ($1, $2, 'season_opened', 'o', $3, 'waiting', now())`,
    [post, webhook, JSON.stringify(data)],
  );
});

type Answer = () => Response | Error | Promise<Response>;

async function run(answer: Answer = () => new Response('{}')): Promise<void> {
  const options = {
    ...{ database, siteUrl: 'https://league.test', log: pino({ level: 'silent' }) },
    now: () => new Date(),
  };
  await postWebhook(
    {
      ...options,
      fetch: async (url, init) => {
        asked.push({ url: String(url), body: String(init?.body) });
        const given = await answer();
        if (given instanceof Error) {
          throw given;
        }
        return given;
      },
    },
    post,
  );
}

/** So many minutes from now by the clock of the process. */
const toInstant = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const change = (table: string, set: string, id: string) =>
  database.query(`update private.${table} set ${set} where id = $1`, [id]);

/** What is left of it: the post's state, the channel's, in how many seconds it may be asked, and whether a job waits. */
async function read() {
  const [row] = await database.query<{
    state: string;
    attempts: number;
    failures: number;
    disabled: string | null;
    not_before: Date | null;
  }>(
    `select p.state, p.attempts, w.failures, w.disabled_reason as disabled, w.not_before
     from private.webhook_posts p join private.webhooks w on w.id = p.webhook_id where p.id = $1`,
    [post],
  );
  const jobs = await database.query(`select 1 from graphile_worker.jobs where key = $1`, [
    `post:${post}`,
  ]);
  // By the clock of the process, which sets it.
  const pause = row?.not_before ? (row.not_before.getTime() - Date.now()) / 1000 : null;
  return { ...row, pause, waits: jobs.length > 0 };
}

/** Sixty seconds may pass between the pause's setting and its reading. */
const expectPause = (pause: number | null | undefined, seconds: number) => {
  expect(pause).toBeGreaterThan(seconds - 60);
  expect(pause).toBeLessThanOrEqual(seconds + 1);
};

describe('what is made of the platform’s answer', () => {
  it.each([
    [200, 'posted', null],
    [204, 'posted', null],
    [301, 'refused', null],
    [400, 'refused', null],
    [401, 'refused', 'HTTP 401'],
    [403, 'refused', 'HTTP 403'],
    [404, 'refused', 'HTTP 404'],
    [410, 'refused', null],
    [499, 'refused', null],
  ])('%i: %s', async (status, state, disabled) => {
    await run(() => new Response(null, { status }));
    expect(await read()).toMatchObject({ state, disabled, attempts: 1, failures: 0, waits: false });
    await run();
    expect(asked).toHaveLength(1);
  });

  it.each([
    [500, 0, 30],
    [503, 3, 240],
    [500, 6, 1920],
    [500, 7, 3600],
    [500, 30, 3600],
  ])('%i after %i failures: again, %i seconds later', async (status, failures, seconds) => {
    await change('webhooks', `failures = ${failures}`, webhook);
    await run(() => new Response(null, { status }));
    const left = await read();
    expect(left).toMatchObject({ state: 'waiting', failures: failures + 1, waits: true });
    expectPause(left.pause, seconds);
  });

  it.each<[string, ResponseInit, string, number]>([
    ['in its head', { headers: { 'retry-after': '500' } }, '{"retry_after":900}', 500],
    ['in its body', {}, '{"retry_after":899.2}', 900],
    ['nowhere', {}, 'no JSON', 1],
    ['as nothing', { headers: { 'retry-after': '0' } }, '', 1],
    ['in words', { headers: { 'retry-after': 'soon' } }, '', 1],
  ])('429 says when %s, and is no failure', async (_where, init, body, seconds) => {
    await run(() => new Response(body, { ...init, status: 429 }));
    const left = await read();
    expect(left).toMatchObject({ state: 'waiting', failures: 0, waits: true });
    expectPause(left.pause, seconds);
  });

  it.each([
    ['ECONNREFUSED', 'waiting', 1],
    ['ENOTFOUND', 'waiting', 1],
    ['UND_ERR_CONNECT_TIMEOUT', 'waiting', 1],
    ['ECONNRESET', 'unsure', 0],
    ['', 'unsure', 0],
  ])('a connection that fails by "%s": %s', async (code, state, failures) => {
    await run(() => new TypeError('fetch failed', { cause: { code } }));
    expect(await read()).toMatchObject({ state, failures, waits: failures > 0, disabled: null });
  });

  it('an answer that is taken forgets the failures before', async () => {
    await change('webhooks', `failures = 4, not_before = '${toInstant(-1)}'`, webhook);
    await run();
    expect(await read()).toMatchObject({ state: 'posted', failures: 0, pause: null });
    expect(asked[0]?.url).toBe('https://chat.test/hook?wait=true');
  });
});

it.each([200, 400, 429, 500])('an answer of %i is of one post alone', async (status) => {
  const other = randomUUID();
  await database.query(
    `insert into private.webhook_posts (id, webhook_id, kind, origin, data, state, created_at)
     select $1, webhook_id, kind, 'other', data, 'posting', created_at from private.webhook_posts where id = $2`,
    [other, post],
  );
  await run(() => new Response(null, { status }));
  const states = await database.query('select state from private.webhook_posts where id = $1', [
    other,
  ]);
  expect(states).toEqual([{ state: 'posting' }]);
});

it('names an hour in the zone of the team whose channel it is, else in the ladder’s', async () => {
  const { kaarna, dust, ladder } = league;
  const match = await createMatch(database, league, {
    ...{ challenger: kaarna, defender: dust, number: 1, status: 'scheduled', state: {} },
    starts_at: toInstant(600),
  });
  await database.query(`update public.ladders set zone = 'America/Lima'`);
  await database.query(
    `update private.webhook_posts set kind = 'match_scheduled', data = data || jsonb_build_object('match_id', $1::uuid)`,
    [match],
  );
  await run();
  await database.query('update private.webhooks set team_id = null, ladder_id = $1', [ladder.id]);
  await database.query(`update private.webhook_posts set state = 'waiting'`);
  await run();
  expect(asked.map(({ body }) => /\((\w+\/\w+)\)/.exec(body)?.[1])).toEqual([
    'Europe/Helsinki',
    'America/Lima',
  ]);
  await database.query('delete from public.matches');
});

describe('a channel that is gone', () => {
  it('is used no more, and no other with it', async () => {
    const other = randomUUID();
    await database.query(
      `insert into private.webhooks (id, team_id, url, locale, set_at)
       values ($1, $2, 'https://chat.test/other', 'en', now())`,
      [other, league.dust.id],
    );
    await run(() => new Response(null, { status: 404 }));
    const rows = await database.query(
      'select id, disabled_reason from private.webhooks order by disabled_reason',
    );
    expect(rows).toEqual([
      { id: webhook, disabled_reason: 'HTTP 404' },
      { id: other, disabled_reason: null },
    ]);
  });

  it('is what the first post found it to be', async () => {
    await run(async () => {
      await change('webhooks', `disabled_reason = 'HTTP 401'`, webhook);
      return new Response(null, { status: 404 });
    });
    expect((await read()).disabled).toBe('HTTP 401');
  });
});

describe('nothing is posted', () => {
  it.each<[string, () => Promise<unknown>, object]>([
    [
      'that was posted before',
      () => change('webhook_posts', `state = 'posted'`, post),
      { state: 'posted', attempts: 0 },
    ],
    [
      'that a dead worker had in hand',
      () => change('webhook_posts', `state = 'posting'`, post),
      { state: 'unsure', attempts: 0 },
    ],
    [
      'that is more than a day old',
      () => change('webhook_posts', `created_at = now() - interval '25 hours'`, post),
      { state: 'refused' },
    ],
    [
      'that was tried twenty times',
      () => change('webhook_posts', 'attempts = 20', post),
      { state: 'refused' },
    ],
    [
      'to a channel that is to be left alone',
      () => change('webhooks', `not_before = '${toInstant(60)}'`, webhook),
      { state: 'waiting', attempts: 0, waits: true },
    ],
    [
      'to a channel that is gone',
      () => change('webhooks', `disabled_reason = 'HTTP 404'`, webhook),
      { state: 'waiting', attempts: 0, waits: false },
    ],
  ])('%s', async (_what, arrange, left) => {
    await arrange();
    await run();
    expect(asked).toEqual([]);
    expect(await read()).toMatchObject(left);
  });

  it.each<[string, string]>([
    ['that is not a day old yet', `created_at = now() - interval '23 hours'`],
    ['that was tried nineteen times', 'attempts = 19'],
  ])('but what %s', async (_what, set) => {
    await change('webhook_posts', set, post);
    await run();
    expect((await read()).state).toBe('posted');
  });
});
