import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { findFreePort } from '../dev/free-port.ts';
import {
  type ApiLeague,
  createApiLeague,
  scheduleMatch,
  type TestTeam,
  testNonce,
} from '../testing/api-league.ts';
import { postWebhook } from './post-webhook.ts';
import { type FakePlatform, startFakePlatform } from './testing/fake-platform.ts';

const log = pino({ level: 'silent' });
const siteUrl = 'https://league.test';

let own: ApiLeague;
let platform: FakePlatform;
let admin: Viewer;
let first: TestTeam;
let second: TestTeam;

beforeEach(async () => {
  own = await createApiLeague();
  platform = await startFakePlatform();
  await own.addLadder('tanks');
  first = await own.addTeam('Treadheads', 'tanks');
  second = await own.addTeam('@everyone *Kaarna*', 'tanks');
  admin = await own.addAdmin('Judge');
});
afterEach(async () => {
  await platform[Symbol.asyncDispose]();
  await own[Symbol.asyncDispose]();
});

interface PostRow {
  id: string;
  state: string;
  attempts: number;
}

function listPosts(): Promise<PostRow[]> {
  return own.database.query<PostRow>(
    'select id, state, attempts from private.webhook_posts order by created_at, id',
  );
}

/** Does what the jobs that wait would do now. */
async function runPosts(): Promise<void> {
  for (const { id } of await listPosts()) {
    await postWebhook({ database: own.database, siteUrl, log, now: own.league.now }, id);
  }
}

async function setLadderChannel(locale = 'fi', url = platform.url): Promise<void> {
  const body = { url, locale };
  await own.act(admin, { path: '/ladders/tanks/webhook', body });
}

async function challenge(): Promise<string> {
  const { match } = await own.act(second.captain, {
    path: '/ladders/tanks/challenges',
    body: { entry: second.entry, opponent: first.entry, maps: ['Nexus'], nonce: testNonce },
  });
  return String(match);
}

async function getHook() {
  const [hook] = await own.database.query<{
    not_before: Date | null;
    failures: number;
    disabled_reason: string | null;
  }>('select not_before, failures, disabled_reason from private.webhooks');
  return hook;
}

describe('who sets a channel', () => {
  it('is the ladder’s admin, or the team’s captain, and nobody sees the address again', async () => {
    const body = { url: platform.url, locale: 'fi' };
    const ladder = { path: '/ladders/tanks/webhook', body };
    expect(await own.send(first.captain, ladder)).toMatchObject({
      status: 403,
      body: { error: { code: 'not_admin' } },
    });
    const team = { path: `/teams/${first.slug}/webhook`, body };
    expect(await own.send(first.player, team)).toMatchObject({
      status: 403,
      body: { error: { code: 'not_captain' } },
    });
    const kept = await own.act(first.captain, team);
    expect(kept).toMatchObject({ webhook: { address: '…/webhooks/…5678/…', is_disabled: false } });
    const shown = await own.send(first.captain, { method: 'GET', path: team.path });
    expect(JSON.stringify(shown.body)).not.toContain('abcDEF');
    expect((await own.send(null, { method: 'GET', path: team.path })).status).toBe(401);
    expect((await own.send(second.captain, { method: 'GET', path: team.path })).status).toBe(403);
    await own.act(first.captain, { method: 'DELETE', path: team.path });
    expect(await getHook()).toBeUndefined();
  });

  it('can name no address but one of the platform’s', async () => {
    for (const url of ['https://evil.test/api/webhooks/1/2', 'http://10.0.0.1/', 'x']) {
      const answer = await own.send(admin, {
        path: '/ladders/tanks/webhook',
        body: { url, locale: 'en' },
      });
      expect(answer).toMatchObject({ status: 400, body: { error: { field: 'url' } } });
    }
    expect(await getHook()).toBeUndefined();
    const ofLength = (length: number) =>
      own.send(admin, {
        path: '/ladders/tanks/webhook',
        body: { url: `${platform.url}?x=`.padEnd(length, 'x'), locale: 'en' },
      });
    expect(await ofLength(401)).toMatchObject({ status: 400, body: { error: { field: 'url' } } });
    expect((await ofLength(400)).status).toBe(200);
  });
});

describe('the news', () => {
  it('are posted once to the ladder’s and the team’s channel, each in its language, calling nobody', async () => {
    await setLadderChannel('fi');
    await own.act(first.captain, {
      path: `/teams/${first.slug}/webhook`,
      body: { url: platform.url, locale: 'de' },
    });
    const match = await challenge();
    const jobs = await own.database.query<{ max_attempts: number }>(
      `select max_attempts from graphile_worker.jobs where task_identifier = 'post_webhook'`,
    );
    expect(jobs).toEqual([{ max_attempts: 12 }, { max_attempts: 12 }]);
    await Promise.all([runPosts(), runPosts()]);
    await runPosts();
    expect(platform.received).toHaveLength(2);
    const titles = platform.received.map(({ body }) => body.embeds[0]?.title).sort();
    expect(titles).toEqual([
      '\\@everyone \\*Kaarna\\* fordert Treadheads',
      '\\@everyone \\*Kaarna\\* haastaa joukkueen Treadheads',
    ]);
    for (const { search, body } of platform.received) {
      expect(search).toBe('?wait=true');
      expect(body.allowed_mentions).toEqual({ parse: [] });
      expect(body.embeds[0]?.url).toBe(`${siteUrl}/matches/${match}`);
    }
    expect((await listPosts()).map(({ state }) => state)).toEqual(['posted', 'posted']);
  });

  it('are not written for a command that is refused', async () => {
    await setLadderChannel();
    await own.send(second.player, {
      path: '/ladders/tanks/challenges',
      body: { entry: second.entry, opponent: first.entry, maps: ['Nexus'], nonce: testNonce },
    });
    expect(await listPosts()).toEqual([]);
  });
});

describe('a platform that fails', () => {
  it('is left alone for as long as it asks, by all posts, and gets each once', async () => {
    await setLadderChannel();
    await scheduleMatch(own, 'tanks', [second, first]);
    platform.mood = { status: 429, headers: { 'retry-after': '120' }, body: { retry_after: 120 } };
    await runPosts();
    expect(platform.tries).toBe(1);
    const hook = await getHook();
    const seconds = ((hook?.not_before?.getTime() ?? 0) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(100);
    expect(seconds).toBeLessThan(130);
    expect(hook?.failures).toBe(0);
    const jobs = await own.database.query<{ is_later: boolean }>(
      `select run_at > now() + interval '100 seconds' as is_later from graphile_worker.jobs
       where task_identifier = 'post_webhook'`,
    );
    expect(jobs.every(({ is_later }) => is_later)).toBe(true);
    platform.mood = { status: 200 };
    await own.database.query('update private.webhooks set not_before = null');
    await runPosts();
    await runPosts();
    expect(platform.received).toHaveLength(3);
  });

  it('with an error is tried again later and later, and holds up no match', async () => {
    await setLadderChannel();
    platform.mood = { status: 500 };
    await challenge();
    for (const failures of [1, 2, 3]) {
      await runPosts();
      const hook = await getHook();
      expect(hook?.failures).toBe(failures);
      const seconds = ((hook?.not_before?.getTime() ?? 0) - Date.now()) / 1000;
      expect(seconds).toBeGreaterThan(30 * 2 ** (failures - 1) - 10);
      await own.database.query('update private.webhooks set not_before = null');
    }
    expect((await listPosts())[0]).toMatchObject({ state: 'waiting', attempts: 3 });
    platform.mood = { status: 200 };
    await runPosts();
    expect(await getHook()).toMatchObject({ failures: 0, not_before: null });
  });

  it('for days gets what still lies ahead once it takes the news, and no instant that has passed', async () => {
    await setLadderChannel('en');
    await challenge();
    const postAt = async (instant: string) => {
      own.moveTo(instant);
      await own.database.query(`update private.webhook_posts set state = 'waiting'`);
      await runPosts();
      return platform.received.at(-1)?.body.embeds[0]?.description;
    };
    const deadline = own.at(3, 12);
    const words = /^tanks\nAnswer by .*, or the match is lost by the rule\.$/;
    expect(await postAt(new Date(Date.parse(deadline) - 1).toISOString())).toMatch(words);
    expect(await postAt(deadline)).toBe('tanks');
  });

  it('with nobody at the address any more is not asked again, and who set it hears of it', async () => {
    await setLadderChannel();
    platform.mood = { status: 404, body: { code: 10015, message: 'Unknown Webhook' } };
    const match = await challenge();
    await runPosts();
    expect(await getHook()).toMatchObject({ disabled_reason: 'HTTP 404' });
    const told = await own.database.query(
      `select p.username, n.kind from private.notices n join public.profiles p on p.id = n.person_id
       where n.kind like '%webhook%'`,
    );
    expect(told).toEqual([{ username: 'Judge', kind: 'ladder_webhook_disabled' }]);
    await own.act(second.captain, { path: `/matches/${match}/withdrawal`, body: { version: 1 } });
    expect(await listPosts()).toHaveLength(1);
    expect(platform.tries).toBe(1);
    const shown = await own.send(admin, { method: 'GET', path: '/ladders/tanks/webhook' });
    expect(shown.body).toMatchObject({ data: { webhook: { is_disabled: true } } });
  });

  it('with a team’s channel that is gone tells who set it of which team it was, and nobody else', async () => {
    await own.act(first.captain, {
      path: `/teams/${first.slug}/webhook`,
      body: { url: platform.url, locale: 'de' },
    });
    platform.mood = { status: 403 };
    await challenge();
    await runPosts();
    const told = () =>
      own.database.query(
        `select p.username, n.kind, n.data, n.team_id, n.ladder_id from private.notices n
         join public.profiles p on p.id = n.person_id where n.kind like '%webhook%'`,
      );
    expect(await told()).toEqual([
      {
        ...{ username: 'Treadheads captain', kind: 'team_webhook_disabled' },
        ...{ data: { team: 'Treadheads' }, team_id: first.id, ladder_id: null },
      },
    ]);
    // Whoever set one may be gone by then.
    await own.database.query('delete from private.notices');
    await own.database.query('update private.webhooks set disabled_reason = null, set_by = null');
    await own.database.query(`update private.webhook_posts set state = 'waiting'`);
    await runPosts();
    expect([await told(), (await getHook())?.disabled_reason]).toEqual([[], 'HTTP 403']);
  });

  it('that takes the news and hangs up is not sent them again', async () => {
    await setLadderChannel();
    platform.mood = 'hang';
    await challenge();
    await runPosts();
    platform.mood = { status: 200 };
    await runPosts();
    expect((await listPosts()).map(({ state }) => state)).toEqual(['unsure']);
    expect(platform.received).toHaveLength(1);
  });

  it('that cannot be reached is tried again', async () => {
    const { pathname } = new URL(platform.url);
    await setLadderChannel('fi', `http://127.0.0.1:${await findFreePort()}${pathname}`);
    await challenge();
    await runPosts();
    expect((await listPosts())[0]).toMatchObject({ state: 'waiting', attempts: 1 });
    expect(await getHook()).toMatchObject({ failures: 1 });
  });
});
