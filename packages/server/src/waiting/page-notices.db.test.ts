import { randomUUID } from 'node:crypto';
import { getDefaultChoice, noticeKindList } from '@muster/site/pages/notices/kinds.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { createUnsubscribeToken, getUnsubscribeSecret } from '../notice/unsubscribe-token.ts';
import {
  type ApiLeague,
  createApiLeague,
  type TestTeam,
  testNonce,
} from '../testing/api-league.ts';
import { testNow, toInput } from '../testing/test-league.ts';
import { loadNotices } from './page-notices.ts';

let own: ApiLeague;
let home: TestTeam;
let reader: Viewer;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  home = await own.addTeam('Home', 'tanks');
  reader = home.captain;
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await own.database.query('delete from private.notices');
  await own.database.query('delete from private.rate_limits');
});

interface Told {
  who?: Viewer;
  kind?: string;
  age?: number;
  isRead?: boolean;
  inPage?: boolean;
  about?: 'match' | null;
}

const match = randomUUID();

async function tell(told: Told = {}): Promise<string> {
  const { who = reader, kind = 'rest_ended', age = 0, isRead = false, inPage = true } = told;
  const id = randomUUID();
  const at = new Date(testNow.getTime() - age * 1000);
  await own.database.query(
    `insert into private.notices (id, person_id, kind, origin, team_id, other_id, data, in_page, by_mail, created_at, read_at)
     values ($1::uuid, $2, $3, $1::text, $4, $5, '{"team":"Home"}', $6, false, $7, $8)`,
    [id, who.person_id, kind, home.id, home.player.person_id, inPage, at, isRead ? at : null],
  );
  return id;
}

const load = (viewer: Viewer | null = reader, sendsMail = true) =>
  loadNotices({ ...toInput(own.database), viewer, sendsMail });

describe('the page of notices', () => {
  it('has one’s own that are for the page, the newest first, the read ones for themselves', async () => {
    const old = await tell({ age: 20 });
    const fresh = await tell({ age: 10 });
    const readFirst = await tell({ age: 15, isRead: true });
    const readLast = await tell({ age: 5, isRead: true });
    await tell({ inPage: false });
    await tell({ who: home.player });
    await tell({ kind: 'of_another_version' });
    const data = await load();
    expect(data?.unread.map(({ id }) => id)).toEqual([fresh, old]);
    expect(data?.earlier.map(({ id }) => id)).toEqual([readLast, readFirst]);
    expect(data?.unread[0]).toEqual({
      id: fresh,
      ids: [fresh],
      kind: 'rest_ended',
      facts: { team: 'Home' },
      match_id: null,
      ladder: null,
      team: { slug: 'home', name: 'Home' },
      person: 'Home player',
      created_at: new Date(testNow.getTime() - 10_000).toISOString(),
      can_act: true,
      matter: null,
    });
    expect(await load(null)).toBeNull();
  });

  it('has those of one instant in the order of their ids, the last first', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => tell({ age: 10 })));
    expect((await load())?.unread.map(({ id }) => id)).toEqual(ids.sort().toReversed());
  });

  it('has a hundred, and of the unread none less for those that were read', async () => {
    for (let age = 0; age < 60; age += 1) {
      await tell({ age: 1000 + age });
      await tell({ age, isRead: true });
    }
    const data = await load();
    expect([data?.unread.length, data?.earlier.length, data?.limit]).toEqual([60, 40, 100]);
    expect(data?.earlier.at(-1)?.created_at).toBe(
      new Date(testNow.getTime() - 39_000).toISOString(),
    );
  });

  it('says of each kind how one is told, also where only one way was chosen', async () => {
    const body = { kinds: ['challenged'], page: false };
    await own.act(reader, { path: '/me/notices/choices', body });
    const data = await load();
    const defaults = noticeKindList.map((kind) => [kind, getDefaultChoice(kind)]);
    expect(data?.choices).toEqual({
      ...Object.fromEntries(defaults),
      challenged: { page: false, mail: true },
    });
  });

  it.each([
    ['with a proved address', 'a@players.test', true, true, 'yes'],
    ['with one that is not proved', 'a@players.test', false, true, 'no_address'],
    ['with none', null, true, true, 'no_address'],
    ['with an empty one', '', true, true, 'no_address'],
    ['where no mail is sent', 'a@players.test', true, false, 'no_server'],
  ])('says whether mail can come: %s', async (_what, email, isProved, sendsMail, mail) => {
    await own.database.query(
      'update auth.users set email = $2, email_confirmed_at = $3 where id = $1',
      [reader.user_id, email, isProved ? new Date() : null],
    );
    expect((await load(reader, sendsMail))?.mail).toBe(mail);
  });
});

describe('what is marked as read', () => {
  const read = (body: Record<string, unknown>) =>
    own.send(reader, { path: '/me/notices/reading', body });
  const countUnread = async () => (await load())?.unread.length;

  it('is what a match gave rise to, and nothing else', async () => {
    const [ladder] = await own.database.query<{ id: string; season: string }>(
      'select l.id, s.id as season from public.ladders l join public.seasons s on s.ladder_id = l.id',
    );
    const away = await own.addTeam('Away', 'tanks');
    await own.database.query(
      `insert into public.matches (id, ladder_id, season_id, number, challenger_entry_id, defender_entry_id, status, version, challenged_at)
       values ($1, $2, $3, 1, $4, $5, 'offered', 1, now())`,
      [match, ladder?.id, ladder?.season, home.entry, away.entry],
    );
    await own.database.query('delete from private.notices');
    const of = await tell();
    await own.database.query('update private.notices set match_id = $2 where id = $1', [of, match]);
    await tell();
    const answer = await read({ match });
    expect(answer.body.data).toEqual({ read: 1, count: 1 });
    expect((await load())?.earlier.map(({ id }) => id)).toEqual([of]);
    expect((await read({ match: randomUUID() })).body.data).toEqual({ read: 0, count: 1 });
  });

  it('is not what is for mail alone, nor once more what is read', async () => {
    await tell({ inPage: false });
    await tell({ isRead: true });
    await tell();
    expect((await read({ all: true })).body.data).toEqual({ read: 1, count: 0 });
    expect((await read({ all: true })).body.data).toEqual({ read: 0, count: 0 });
  });

  it('is at most two hundred at once', async () => {
    const ids: string[] = Array.from({ length: 200 }, () => randomUUID());
    ids[199] = await tell();
    expect((await read({ ids })).body.data).toEqual({ read: 1, count: 0 });
    expect((await read({ ids: [...ids, randomUUID()] })).status).toBe(400);
    expect((await read({ all: false })).status).toBe(400);
    expect(await countUnread()).toBe(0);
  });

  it('tells the person’s other windows, where anything was', async () => {
    const heard: string[] = [];
    const stop = await own.database.listen('muster_hints', (payload) => heard.push(payload));
    await read({ all: true });
    await tell();
    await read({ all: true });
    await expect.poll(() => heard.join()).toContain(`person:${reader.person_id}`);
    await stop();
    expect(heard).toHaveLength(1);
  });
});

it('masks a team’s name that was hidden since, for both sides of its match, until it is given back', async () => {
  const steward = await own.addAdmin('Steward');
  const calm = await own.addTeam('Calm', 'tanks');
  const rude = await own.addTeam('Rude', 'tanks');
  const made = await own.act(rude.captain, {
    path: '/ladders/tanks/challenges',
    body: { entry: rude.entry, opponent: calm.entry, nonce: testNonce },
  });
  await own.act(calm.captain, { path: `/matches/${made.match}/decline` });
  const look = async () =>
    Promise.all(
      [calm, rude].map(async ({ captain }) =>
        ((await load(captain))?.unread ?? []).map(({ facts }) => [facts.team, facts.opponent]),
      ),
    );
  const known = await look();
  expect(known[0]).toContainEqual(['Calm', 'Rude']);
  expect(known[1]).toContainEqual(['Rude', 'Calm']);
  const { rename } = await own.act(steward, {
    path: `/moderation/teams/${rude.slug}/name`,
    body: { name: 'Nicer', tag: 'NICE', reason: 'Rude.', hides: true },
  });
  // One of the team itself hides that name alone, whatever else bears it.
  await own.database.query(
    `insert into private.notices (id, person_id, kind, origin, team_id, data, in_page, by_mail, created_at)
     values (gen_random_uuid(), $1, 'invited', 'of-team', $2, '{"team":"Rude","opponent":"Else","name":"Rude"}', true, false, now())`,
    [reader.person_id, rude.id],
  );
  expect((await load())?.unread.find(({ kind }) => kind === 'invited')?.facts).toEqual({
    ...{ team: '***', opponent: 'Else', name: 'Rude' },
  });
  const masked = await look();
  expect(masked[0]).toContainEqual(['Calm', '***']);
  expect(masked[1]).toContainEqual(['***', 'Calm']);
  expect(JSON.stringify(masked)).not.toContain('Rude');
  const path = `/moderation/renames/${rename}`;
  await own.act(steward, { path, method: 'DELETE', body: { reason: 'A mistake.' } });
  const again = await look();
  expect(again[0]).toContainEqual(['Calm', 'Rude']);
});

describe('the end of a kind of mail', () => {
  const path = async (subject: 'challenged' | 'reports', personId = reader.person_id) => {
    const secret = await getUnsubscribeSecret(own.database);
    const token = createUnsubscribeToken(secret, { person_id: personId, subject });
    return `/api/unsubscribe?token=${token}`;
  };
  const ask = (address: string, method: 'GET' | 'POST' = 'GET', language = 'de') =>
    own.app.request(`http://localhost:3000${address}`, {
      method,
      headers: { 'accept-language': language },
    });
  const chosen = async () => (await load())?.choices.challenged;

  it('is asked in the reader’s language, and looking changes nothing', async () => {
    await own.act(reader, {
      path: '/me/notices/choices',
      body: { kinds: ['challenged'], page: true, mail: true },
    });
    const question = await ask(await path('challenged'));
    expect(question.status).toBe(200);
    expect(question.headers.get('referrer-policy')).toBe('no-referrer');
    const text = await question.text();
    expect(text).toContain('lang="fi');
    expect(text).toContain('<form method="post"><button>');
    expect(text).toContain(reader.username);
    expect(text).not.toContain('role="status"');
    expect(await chosen()).toEqual({ page: true, mail: true });
    const done = await (await ask(await path('challenged'), 'POST')).text();
    expect(done).toContain('role="status"');
    expect(done).not.toContain('<form');
    expect(await chosen()).toEqual({ page: true, mail: false });
  });

  it('is not there for who is gone, or by no token of ours', async () => {
    const gone = await own.addPerson('Gone');
    const address = await path('challenged', gone.person_id);
    expect((await ask(address)).status).toBe(200);
    await own.act(gone, { path: '/me/deletion', body: { confirm: 'Gone' } });
    for (const wrong of [address, '/api/unsubscribe', '/api/unsubscribe?token=guess']) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await ask(wrong, method);
        expect([wrong, answer.status]).toEqual([wrong, 400]);
        const text = await answer.text();
        expect(text).toContain('lang="de');
        expect(text).toContain('role="alert"');
        expect(text).not.toContain('<form');
      }
    }
    const kept = await own.database.query(
      'select 1 from private.person_settings where person_id = $1',
      [gone.person_id],
    );
    expect(kept).toEqual([]);
  });

  it('may be asked thirty times a minute from one network', async () => {
    const answers: number[] = [];
    for (let time = 0; time < 31; time += 1) {
      answers.push((await ask('/api/unsubscribe?token=guess')).status);
    }
    expect(answers).toEqual([...Array.from({ length: 30 }, () => 400), 429]);
  });
});
