import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { hintChannel } from '@muster/backend';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { Viewer } from '../context.ts';
import { runDueClocks } from '../engine/clock.ts';
import {
  type ApiLeague,
  createApiLeague,
  hour,
  scheduleMatch,
  startMatch,
  type TestTeam,
  testNonce,
  toScores,
} from '../testing/api-league.ts';
import { mailNotices } from '../waiting/mail-notices.ts';
import { runDueReminders } from './reminders.ts';

interface Told {
  username: string;
  kind: string;
  data: Record<string, unknown>;
}

let own: ApiLeague;
let first: TestTeam;
let second: TestTeam;

beforeEach(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  first = await own.addTeam('Treadheads', 'tanks');
  second = await own.addTeam('Kaarna', 'tanks');
  await promote(first);
  await forgetAll();
});
afterEach(() => own[Symbol.asyncDispose]());

/** Makes the team's player co-captain. */
async function promote({ slug, captain, player }: TestTeam): Promise<void> {
  const path = `/teams/${slug}/members/${player.person_id}`;
  await own.act(captain, { path, body: { role: 'co_captain' } });
}

/** Who was told what since this was asked last, as `name: kind`. */
async function listTold(about?: string): Promise<string[]> {
  const told = await own.database.query<Told>(
    `select p.username, n.kind, n.data from private.notices n join public.profiles p on p.id = n.person_id
     where ($1::uuid is null or n.match_id = $1) order by p.username, n.kind`,
    [about ?? null],
  );
  return told.map(({ username, kind }) => `${username}: ${kind}`);
}

async function forgetAll(): Promise<void> {
  await own.database.query('delete from private.notices');
}

async function challenge(): Promise<string> {
  const { match } = await own.act(second.captain, {
    path: '/ladders/tanks/challenges',
    body: { entry: second.entry, opponent: first.entry, maps: ['Nexus'], nonce: testNonce },
  });
  return String(match);
}

async function getUnread(who: Viewer): Promise<unknown> {
  const answer = await own.send(who, { method: 'GET', path: '/me/notices/unread' });
  return answer.body.data;
}

describe('a team', () => {
  it('hears who has come, and who has come hears it too', async () => {
    await own.addTeam('Third', null);
    expect(await listTold()).toEqual(['Third captain: member_joined']);
    await forgetAll();
    await promote(second);
    expect(await listTold()).toEqual(['Kaarna player: role_changed']);
  });
});

describe('a match', () => {
  it('tells those who must act next, with the time by which, and never who did it', async () => {
    const match = await challenge();
    expect(await listTold(match)).toEqual([
      'Treadheads captain: challenged',
      'Treadheads player: challenged',
    ]);
    const [row] = await own.database.query<Told & { deadline: Date }>(
      `select n.data, m.deadline from private.notices n join public.matches m on m.id = n.match_id
       where n.person_id = $1`,
      [first.captain.person_id],
    );
    expect(row?.data).toEqual({
      team: 'Treadheads',
      opponent: 'Kaarna',
      by: row?.deadline.toISOString(),
    });
    await forgetAll();
    const times = [own.at(2), own.at(3), own.at(4)];
    const body = { times, maps: ['Bridge'], nonce: testNonce };
    await own.act(first.captain, { path: `/matches/${match}/acceptance`, body });
    expect(await listTold(match)).toEqual(['Kaarna captain: times_offered']);
    await forgetAll();
    const confirmation = { time: times[0], version: 2 };
    await own.act(second.captain, { path: `/matches/${match}/confirmation`, body: confirmation });
    expect(await listTold(match)).toEqual([
      'Kaarna player: match_scheduled',
      'Treadheads captain: match_scheduled',
      'Treadheads player: match_scheduled',
    ]);
  });

  it('tells a refused command to nobody', async () => {
    const answer = await own.send(second.player, {
      path: '/ladders/tanks/challenges',
      body: { entry: second.entry, opponent: first.entry, maps: ['Nexus'], nonce: testNonce },
    });
    expect(answer.status).toBe(403);
    expect(await listTold()).toEqual([]);
  });

  it('reminds captain, co-captains and roster of a challenge that waits, each once', async () => {
    const match = await challenge();
    await forgetAll();
    const [row] = await own.database.query<{ deadline: Date }>(
      'select deadline from public.matches where id = $1',
      [match],
    );
    const deadline = row?.deadline.getTime() ?? 0;
    const whole = 72 * hour;
    const remindAt = async (part: number) => {
      own.moveTo(new Date(deadline - whole * (1 - part) + 1000).toISOString());
      await Promise.all([runDueReminders(own.league), runDueReminders(own.league)]);
      await runDueReminders(own.league);
      const told = await listTold(match);
      await forgetAll();
      return told;
    };
    expect(await remindAt(0.4)).toEqual([]);
    expect(await remindAt(0.5)).toEqual(['Treadheads captain: answer_reminder']);
    expect(await remindAt(0.75)).toEqual(['Treadheads player: answer_reminder']);
    expect(await remindAt(0.9)).toEqual([
      'Treadheads captain: answer_reminder',
      'Treadheads player: answer_reminder',
    ]);
    await forgetAll();
  });

  it('is announced a day, an hour and ten minutes before, and at the check-in, to both rosters', async () => {
    const { match, starts_at } = await scheduleMatch(own, 'tanks', [second, first]);
    await forgetAll();
    const start = Date.parse(starts_at);
    const both = (kind: string) =>
      ['Kaarna captain', 'Kaarna player', 'Treadheads captain', 'Treadheads player'].map(
        (name) => `${name}: ${kind}`,
      );
    const tickAt = async (instant: number) => {
      own.moveTo(new Date(instant).toISOString());
      for (let turn = 0; turn < 3; turn += 1) {
        await Promise.all([runDueClocks(own.league), runDueReminders(own.league)]);
      }
      const told = await listTold(match);
      await forgetAll();
      return told;
    };
    expect(await tickAt(start - 24 * hour)).toEqual(both('match_in_day'));
    expect(await tickAt(start - hour)).toEqual(both('match_in_hour'));
    expect(await tickAt(start - hour / 2)).toEqual([
      'Kaarna captain: check_in_opened',
      'Treadheads captain: check_in_opened',
      'Treadheads player: check_in_opened',
    ]);
    expect(await tickAt(start - hour / 6)).toEqual(both('match_in_minutes'));
    expect(await own.database.query('select 1 from private.reminders')).toEqual([]);
    expect(await tickAt(start + hour / 2)).toEqual(both('match_voided').concat().sort());
  });

  it('has only the last of the reminders that waited while the server stood still', async () => {
    const { match, starts_at } = await scheduleMatch(own, 'tanks', [second, first]);
    await forgetAll();
    own.moveTo(new Date(Date.parse(starts_at) - hour / 2 + 1000).toISOString());
    await runDueReminders(own.league);
    expect(new Set((await listTold(match)).map((line) => line.split(': ')[1]))).toEqual(
      new Set(['match_in_hour']),
    );
    // Too late for the last: the match has begun.
    own.moveTo(new Date(Date.parse(starts_at) + 1000).toISOString());
    await forgetAll();
    await runDueReminders(own.league);
    expect(await listTold(match)).toEqual([]);
  });

  it('tells of report, result, dispute and ruling, and asks the admins', async () => {
    const judge = await own.addAdmin('Judge');
    const { match, maps } = await startMatch(own, 'tanks', [second, first]);
    await runDueClocks(own.league);
    await forgetAll();
    const scores = toScores(maps, 'challenger');
    await own.act(second.captain, { path: `/matches/${match}/report`, body: { scores } });
    const told = await listTold(match);
    expect(told).toContain('Treadheads captain: reported_against');
    expect(told).not.toContain('Kaarna captain: reported_against');
    await forgetAll();
    const statement = 'They had three tanks.';
    await own.act(first.captain, { path: `/matches/${match}/dispute`, body: { statement } });
    expect(await listTold(match)).toEqual([
      'Judge: dispute_opened',
      'Kaarna captain: match_disputed',
      'Treadheads player: match_disputed',
    ]);
    await forgetAll();
    const link = (who: Viewer, name: string) =>
      own.act(who, {
        path: `/matches/${match}/evidence/links`,
        body: { url: `https://video.test/${name}` },
      });
    await link(first.captain, 'one');
    await link(first.captain, 'two');
    await link(first.captain, 'two');
    expect(await listTold(match)).toEqual([
      'Judge: evidence_to_judge',
      'Kaarna captain: evidence_added',
    ]);
    const counts = await own.database.query(
      `select data ->> 'count' as count, data ->> 'opponent' as opponent from private.notices`,
    );
    expect(counts).toEqual([
      { count: '2', opponent: 'Treadheads' },
      { count: '2', opponent: 'Treadheads' },
    ]);
    await forgetAll();
    const ruling = {
      outcome: { kind: 'completed', winner: 'challenger', scores },
      rule: 'team.size',
      reason: 'The replay shows two.',
    };
    await own.act(judge, { path: `/matches/${match}/ruling`, body: ruling });
    expect(await listTold(match)).toEqual(
      ['Kaarna captain', 'Kaarna player', 'Treadheads captain', 'Treadheads player'].map(
        (name) => `${name}: ruling_given`,
      ),
    );
    await forgetAll();
    // An appeal is judged by whoever did not give the ruling, and so is what comes in for it.
    await own.addAdmin('Elder');
    await own.act(first.captain, { path: `/matches/${match}/appeal`, body: { statement } });
    await forgetAll();
    await link(first.captain, 'three');
    expect(await listTold(match)).toEqual([
      'Elder: evidence_to_judge',
      'Kaarna captain: evidence_added',
    ]);
    await forgetAll();
  });
});

describe('a match that an admin ends', () => {
  const both = ['Kaarna captain', 'Kaarna player', 'Treadheads captain', 'Treadheads player'];
  const body = { rule: 'schedule.apart', reason: 'The server burned down.' };

  it('tells both rosters, and until when they may appeal', async () => {
    const judge = await own.addAdmin('Judge');
    const match = await challenge();
    await forgetAll();
    await own.act(judge, { path: `/matches/${match}/void`, body });
    expect(await listTold(match)).toEqual(both.map((name) => `${name}: match_voided`));
    const [told] = await own.database.query<Told>(
      'select data from private.notices where person_id = $1',
      [first.player.person_id],
    );
    expect(told?.data).toEqual({
      ...{ team: 'Treadheads', opponent: 'Kaarna', did: 'voided_by_admin' },
      until: new Date(own.league.now().getTime() + 48 * hour).toISOString(),
    });
    const statement = 'It burned only an hour later.';
    await own.act(first.captain, { path: `/matches/${match}/appeal`, body: { statement } });
  });

  it('by closing the season tells both rosters too', async () => {
    const judge = await own.addAdmin('Judge');
    const match = await challenge();
    await forgetAll();
    const [season] = await own.database.query<{ name: string }>('select name from public.seasons');
    const closing = { name: season?.name, void_open: true, reason: body.reason };
    await own.act(judge, { path: '/ladders/tanks/seasons/closing', body: closing });
    expect(await listTold(match)).toEqual(both.map((name) => `${name}: match_voided`));
  });

  it('by a ruling tells of that alone', async () => {
    const judge = await own.addAdmin('Judge');
    const { match, maps } = await startMatch(own, 'tanks', [second, first]);
    const scores = toScores(maps, 'challenger');
    await own.act(second.captain, { path: `/matches/${match}/report`, body: { scores } });
    const statement = 'They had three tanks.';
    await own.act(first.captain, { path: `/matches/${match}/dispute`, body: { statement } });
    await forgetAll();
    const ruling = { outcome: { kind: 'voided' }, ...body };
    await own.act(judge, { path: `/matches/${match}/ruling`, body: ruling });
    expect(await listTold(match)).toEqual(both.map((name) => `${name}: ruling_given`));
  });
});

it('a forfeit that is taken back is told to all who act for a side but who did it', async () => {
  const { match, starts_at } = await scheduleMatch(own, 'tanks', [second, first]);
  await promote(second);
  const forfeit = { path: `/matches/${match}/forfeit`, body: { opponent: 'Kaarna' } };
  await own.act(first.captain, forfeit);
  await forgetAll();
  await own.act(first.captain, { path: forfeit.path, method: 'DELETE' });
  expect(await listTold(match)).toEqual([
    'Kaarna captain: forfeit_taken_back',
    'Kaarna player: forfeit_taken_back',
    'Treadheads player: forfeit_taken_back',
  ]);
  const told = await own.database.query(
    `select data ->> 'starts_at' as starts_at from private.notices`,
  );
  expect(told).toEqual(Array(3).fill({ starts_at }));
});

describe('the talk of a room', () => {
  it('is one notice a person, which counts until it is read', async () => {
    const match = await challenge();
    await forgetAll();
    for (const text of ['Which server?', 'Ours.', 'Fine.']) {
      await own.act(second.captain, { path: `/matches/${match}/messages`, body: { text } });
    }
    const counts = () =>
      own.database.query(
        `select p.username, n.data ->> 'count' as count, n.data ->> 'opponent' as opponent
         from private.notices n join public.profiles p on p.id = n.person_id order by 1`,
      );
    expect(await counts()).toEqual([
      { username: 'Kaarna player', count: '3', opponent: 'Treadheads' },
      { username: 'Treadheads captain', count: '3', opponent: 'Kaarna' },
      { username: 'Treadheads player', count: '3', opponent: 'Kaarna' },
    ]);
    await own.act(first.captain, { path: '/me/notices/reading', body: { match } });
    expect(await getUnread(first.captain)).toEqual({ count: 0, desk: null, pin: null });
    await own.act(second.captain, { path: `/matches/${match}/messages`, body: { text: 'Gone?' } });
    expect((await counts())[1]).toMatchObject({ username: 'Treadheads captain', count: '1' });
    expect(await getUnread(first.captain)).toEqual({ count: 1, desk: null, pin: null });
    await forgetAll();
  });
});

describe('reading', () => {
  it('reaches only one’s own notices', async () => {
    await challenge();
    expect(await getUnread(first.captain)).toEqual({ count: 1, desk: null, pin: null });
    const [notice] = await own.database.query<{ id: string }>(
      'select id from private.notices where person_id = $1',
      [first.captain.person_id],
    );
    const ids = [notice?.id ?? ''];
    const reading = { path: '/me/notices/reading', body: { ids } };
    expect(await own.act(second.captain, reading)).toEqual({ read: 0, count: 0 });
    expect(await own.act(first.captain, reading)).toEqual({ read: 1, count: 0 });
    expect(await getUnread(first.player)).toEqual({ count: 1, desk: null, pin: null });
    expect(await own.act(first.player, { path: reading.path, body: { all: true } })).toMatchObject({
      read: 1,
    });
    expect((await own.send(null, { method: 'GET', path: '/me/notices/unread' })).status).toBe(401);
    expect(await own.send(first.captain, { path: reading.path, body: {} })).toMatchObject({
      status: 400,
    });
    await forgetAll();
  });
});

describe('what was read', () => {
  /** The topics of what a person's open pages are told while something is done. */
  async function listen(work: () => Promise<unknown>): Promise<string[]> {
    const heard: string[] = [];
    const stop = await own.database.listen(hintChannel, (payload) => heard.push(payload));
    await work();
    await own.database.query(`select pg_notify($1, '{"topic":"the end"}')`, [hintChannel]);
    await expect.poll(() => heard.join()).toContain('the end');
    await stop();
    return heard.slice(0, -1).map((text) => (JSON.parse(text) as { topic: string }).topic);
  }

  it('is known to the other windows of whoever read it, where there was something to read', async () => {
    await challenge();
    const { captain } = first;
    const read = () => own.act(captain, { path: '/me/notices/reading', body: { all: true } });
    expect(await listen(read)).toEqual([`person:${captain.person_id}`]);
    expect(await listen(read)).toEqual([]);
  });

  it.each([
    [200, 200],
    [201, 400],
  ])('is told of %i at once: %i', async (count, status) => {
    const ids = Array.from({ length: count }, () => randomUUID());
    const reading = { path: '/me/notices/reading', body: { ids } };
    expect((await own.send(first.captain, reading)).status).toBe(status);
  });
});

describe('by mail', () => {
  it('comes once, in the language and zone of its reader, and ends with a click', async () => {
    await own.database.query(
      `update auth.users set email = 'player@league.test', email_confirmed_at = now() where id = $1`,
      [first.player.user_id],
    );
    await own.act(first.player, {
      path: '/me/notices/choices',
      body: { kinds: ['challenged'], page: false, mail: true },
    });
    await own.database.query(`update public.profiles set locale = 'fi' where id = $1`, [
      first.player.person_id,
    ]);
    await own.act(first.player, { path: '/me/settings', body: { zone: 'Europe/Helsinki' } });
    const match = await challenge();
    const [notice] = await own.database.query<{ origin: string }>(
      'select origin from private.notices where by_mail',
    );
    const origin = notice?.origin ?? '';
    const [job] = await own.database.query<{ key: string }>(
      `select key from graphile_worker.jobs where key = $1`,
      [`notices:${origin}`],
    );
    expect(job?.key).toBe(`notices:${origin}`);
    const { database } = own;
    const siteUrl = 'https://league.test';
    const options = {
      database,
      way: 'mailbox',
      leagueName: 'Muster',
      siteUrl,
      now: own.league.now,
    } as const;
    await Promise.all([mailNotices(options, origin), mailNotices(options, origin)]);
    await mailNotices(options, origin);
    const mails = await database.query<Record<string, string>>('select * from private.mails');
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail).toMatchObject({
      recipient: 'player@league.test',
      kind: 'notice.challenged',
      locale: 'fi',
      subject: 'Kaarna haastaa joukkueen Treadheads',
    });
    expect(mail?.text_body).toContain(`https://league.test/matches/${match}`);
    expect(mail?.text_body).toMatch(
      /Vastauksen takaraja: .*klo .*\(Europe\/Helsinki\); muuten ottelu hävitään/,
    );

    const stop = new URL(mail?.unsubscribe_url ?? '');
    const ask = (path: string, method: string) =>
      own.app.request(`http://localhost:3000${path}`, { method });
    const path = `${stop.pathname}${stop.search}`;
    const question = await ask(path, 'GET');
    expect(await question.text()).toContain('Ei enää sähköpostia: Teidät haastetaan');
    expect(question.headers.get('content-security-policy')).toContain("default-src 'none'");
    const choices = () =>
      database.query(
        `select notifications -> 'challenged' as choice from private.person_settings where person_id = $1`,
        [first.player.person_id],
      );
    expect(await choices()).toEqual([{ choice: { page: false, mail: true } }]);
    expect((await ask(path, 'POST')).status).toBe(200);
    expect(await choices()).toEqual([{ choice: { page: false, mail: false } }]);
    const forged = path.replace('challenged', 'match_completed');
    expect((await ask(forged, 'POST')).status).toBe(400);
  });

  it('never goes to an address that is not confirmed, nor to people of the demonstration', async () => {
    await own.database.query(`update auth.users set email = id || '@league.test'`);
    await own.database.query(`update auth.users set email_confirmed_at = now() where id = $1`, [
      first.player.user_id,
    ]);
    await own.database.query('update public.profiles set is_demo = true where id = $1', [
      first.player.person_id,
    ]);
    await challenge();
    expect(await own.database.query('select by_mail from private.notices')).toEqual([
      { by_mail: false },
      { by_mail: false },
    ]);
  });
});

test('two processes that run the clock tell everybody once', async () => {
  await forgetAll();
  const { match, starts_at } = await scheduleMatch(own, 'tanks', [second, first]);
  await forgetAll();
  const script = fileURLToPath(new URL('../engine/testing/clock-process.ts', import.meta.url));
  const now = new Date(Date.parse(starts_at) - hour / 2).toISOString();
  const endings = Array.from({ length: 2 }, () =>
    once(
      spawn(process.execPath, [script, own.database.url, now, '5'], {
        stdio: ['ignore', 'inherit', 'inherit'],
      }),
      'exit',
    ),
  );
  expect((await Promise.all(endings)).map(([code]) => code)).toEqual([0, 0]);
  const told = await listTold(match);
  expect(told.filter((line) => line.endsWith('match_in_hour'))).toHaveLength(4);
  expect(told.filter((line) => line.endsWith('check_in_opened'))).toHaveLength(3);
  expect(own.failures).toEqual([]);
});
