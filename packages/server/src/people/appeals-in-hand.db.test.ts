import type { Desk } from '@muster/site/pages/admins/data.ts';
import type { RecordedSanction } from '@muster/site/pages/people/data.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDesk } from '../admin/page-desk.ts';
import type { Viewer } from '../context.ts';
import { day, scheduleMatch } from '../testing/api-league.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';
import { loadPersonAdmin } from './page-person.ts';
import { loadOwnStanding } from './page-standing.ts';

const minute = 60_000;

let cast: Cast;
let giver: Viewer;
let steward: Viewer;

beforeAll(async () => {
  cast = await createCast();
  giver = await cast.own.addAdmin('Giver');
  steward = cast.people['site admin'] ?? giver;
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const input = (path: string, params: Record<string, string> = {}) => ({
  ...{ database: cast.own.database, now: cast.own.league.now(), params },
  ...{ url: new URL(path, 'http://localhost:3000'), locale: 'en', zone: 'UTC' },
});

async function readQueue(viewer: Viewer | null): Promise<Desk['items']> {
  const desk = viewer === null ? null : await loadDesk({ ...input('/admins'), viewer });
  return (desk?.items ?? []).filter(({ kind }) => kind === 'sanction_appeal');
}

async function readRecord(viewer: Viewer, person: Viewer): Promise<RecordedSanction[]> {
  const path = input('/admins/people/x', { username: person.username });
  return (await loadPersonAdmin({ ...path, viewer }))?.sanctions ?? [];
}

const readOwn = async (viewer: Viewer) =>
  (await loadOwnStanding({ ...input('/account/standing'), viewer }))?.sanctions[0];

const pass = (milliseconds: number) =>
  cast.own.moveTo(new Date(cast.own.league.now().getTime() + milliseconds).toISOString());

/** A sanction of a new person's, given by `giver` and appealed. */
async function bringAppeal(name: string, more: Record<string, unknown> = {}) {
  const person = await cast.own.addPerson(name);
  const body = { person: person.person_id, kind: 'ban', reason: 'Cheats.', ...more };
  const { sanction } = await cast.own.act(giver, { path: '/sanctions', body });
  const id = String(sanction);
  await cast.own.act(person, { path: `/sanctions/${id}/appeal`, body: { text: 'No.' } });
  return { id, person, made: cast.own.league.now().toISOString() };
}

const press = (who: Viewer | null, id: string, act: string, body: Record<string, unknown> = {}) =>
  cast.own.send(who, { path: `/sanctions/${id}/appeal/${act}`, body });
const settle = (who: Viewer, id: string, is_granted = false) =>
  press(who, id, 'answer', { is_granted, reason: 'Heard.' });

describe('an appeal of a sanction on the desk', () => {
  it('stands there for each who may answer it, due in seven days, and is only looked at by who gave it', async () => {
    const { id, made } = await bringAppeal('Queued');
    const seen = await Promise.all(
      Object.entries({ ...cast.people, giver }).map(async ([who, viewer]) => [
        who,
        (await readQueue(viewer)).map(({ act, has_part }) => [act.does, has_part]),
      ]),
    );
    expect(seen.filter(([, items]) => items?.length !== 0)).toEqual([
      ['site admin', [['answer', false]]],
      ['giver', [['look', true]]],
    ]);
    expect((await readQueue(steward))[0]).toMatchObject({
      ...{ id, person: 'Queued', reason: 'ban', since: made, ladder: null, holder: null },
      until: new Date(Date.parse(made) + 7 * day).toISOString(),
      act: { href: `/admins/people/Queued#sanction-${id}` },
    });
    await settle(steward, id);
    expect(await readQueue(steward)).toEqual([]);
  });

  it('of a ladder’s sanction is on its admins’ desks, and on no other ladder’s', async () => {
    const [ladder] = await cast.own.database.query<{ id: string }>(
      `select id from public.ladders where slug = 'tanks'`,
    );
    const { id } = await bringAppeal('Queued on tanks', { ladder: ladder?.id });
    const { people } = cast;
    expect(await readQueue(people["the ladder's admin"] ?? null)).toHaveLength(1);
    expect(await readQueue(people["another ladder's admin"] ?? null)).toEqual([]);
    expect(await readQueue(people.editor ?? null)).toEqual([]);
    await settle(steward, id);
  });

  it('goes with its sanction, when that is lifted', async () => {
    const { id, person } = await bringAppeal('Lifted');
    await cast.own.act(giver, {
      path: `/sanctions/${id}`,
      method: 'DELETE',
      body: { reason: 'A mistake.' },
    });
    expect(await readQueue(steward)).toEqual([]);
    expect((await readRecord(steward, person))[0]).toMatchObject({ may_answer: false });
    expect((await settle(steward, id)).status).toBe(404);
  });
});

describe('an appeal in hand', () => {
  it('is taken by who may answer it, and by nobody else', async () => {
    const { id } = await bringAppeal('Taken');
    const call = { path: `/sanctions/${id}/appeal/claim` };
    const answers = await askAll(cast, call);
    expect(answers).toEqual(onlyTo(['site admin'], 'not_admin')(answers));
    expect((await press(giver, id, 'claim')).body.error?.code).toBe('own_match');
    await settle(steward, id);
    expect((await press(steward, id, 'claim')).status).toBe(404);
  });

  it('is so at once on the desks of all who may answer it: taken, given back and answered', async () => {
    const { id } = await bringAppeal('Watched');
    const { person_id } = await cast.own.addAdmin('Onlooker');
    const heard: string[] = [];
    const stop = await cast.own.database.listen('muster_hints', (payload) => heard.push(payload));
    for (const act of ['claim', 'release', 'answer']) {
      heard.length = 0;
      await (act === 'answer' ? settle(steward, id) : press(steward, id, act));
      await expect.poll(() => heard.join()).toContain(`person:${person_id}`);
    }
    await stop();
  });

  it('keeps others from answering until it is given back or taken over', async () => {
    const { id, person } = await bringAppeal('Held');
    const second = await cast.own.addAdmin('Second');
    await press(steward, id, 'claim');
    const since = cast.own.league.now().toISOString();
    const until = new Date(Date.parse(since) + 30 * minute).toISOString();
    for (const refused of [await press(second, id, 'claim'), await settle(second, id)]) {
      expect(refused.body.error).toEqual({ code: 'case_taken', params: { by: 'Steward', since } });
    }
    const holder = { username: 'Steward', since, until };
    expect((await readQueue(second))[0]?.holder).toEqual({ ...holder, is_own: false });
    expect((await readRecord(steward, person))[0]?.appeal?.holder).toEqual({
      ...holder,
      is_own: true,
    });
    // Who has it not gives nothing back.
    await press(second, id, 'release');
    expect((await settle(second, id)).body.error?.code).toBe('case_taken');
    await press(steward, id, 'release');
    expect((await readQueue(second))[0]?.holder).toBeNull();
    await press(steward, id, 'claim');
    expect((await press(second, id, 'claim', { take_over: true })).status).toBe(200);
    expect((await settle(steward, id)).body.error?.code).toBe('case_taken');
    expect((await settle(second, id)).status).toBe(200);
  });

  it.each([
    ['a moment before half an hour', -1, 'case_taken'],
    ['after half an hour', 0, 'obeyed'],
    ['a moment later', 1, 'obeyed'],
  ])('lapses or not %s', async (_when, offset, answer) => {
    const { id } = await bringAppeal(`Lapsed ${offset}`);
    await press(giver, id, 'claim');
    await press(steward, id, 'claim');
    const other = await cast.own.addAdmin(`Other ${offset}`);
    pass(30 * minute + offset);
    const { status, body } = await settle(other, id);
    expect(status === 200 ? 'obeyed' : body.error?.code).toBe(answer);
    if (status !== 200) {
      await settle(steward, id);
    }
  });
});

describe('a sanction that a case gave', () => {
  it('is appealed with the case alone, from one’s own standing, and lifted with it', async () => {
    const { own, home, away } = cast;
    const { match } = await scheduleMatch(own, 'tanks', [home, away]);
    const said = await own.act(home.captain, {
      path: `/matches/${match}/messages`,
      body: { text: 'You are bad' },
    });
    await own.act(away.captain, {
      path: '/reports',
      body: { kind: 'match_message', id: said.id, reason: 'insult' },
    });
    const [found] = await own.database.query<{ id: string }>(
      'select id from private.cases where subject = $1',
      [said.id],
    );
    const path = `/moderation/cases/${found?.id}`;
    const acts = [{ act: 'hide' }, { act: 'mute', until: own.at(7) }];
    await own.act(giver, { path: `${path}/decision`, body: { version: 1, acts, answer: 'Rude.' } });
    const given = await readOwn(home.captain);
    expect(given).toMatchObject({ kind: 'mute', case_id: found?.id, may_appeal: true });
    const refused = await own.send(home.captain, {
      path: `/sanctions/${given?.id}/appeal`,
      body: { text: 'No.' },
    });
    expect(refused.body.error).toEqual({
      code: 'appealed_with_case',
      params: { case: found?.id },
    });
    await own.act(home.captain, { path: `${path}/appeal`, body: { text: 'It was a joke.' } });
    expect(await readOwn(home.captain)).toMatchObject({
      may_appeal: false,
      appeal: { words: 'It was a joke.', decided: null },
    });
    expect((await readRecord(steward, home.captain))[0]).toMatchObject({ may_answer: false });
    expect(await readQueue(steward)).toEqual([]);
    await own.act(steward, {
      path: `${path}/appeal/decision`,
      body: { version: 3, granted: true, answer: 'It was.' },
    });
    expect(await readOwn(home.captain)).toMatchObject({
      is_in_force: false,
      appeal: { decided: { is_granted: true, answer: 'It was.', by: 'Steward' } },
    });
  });
});

describe('a person’s page', () => {
  it('lists the cases about them and those that they reported, where the reader decides those', async () => {
    const { own, home, away, people } = cast;
    const judge = people["the ladder's admin"] ?? steward;
    const read = async (viewer: Viewer, person: Viewer) => {
      const path = input('/admins/people/x', { username: person.username });
      const data = await loadPersonAdmin({ ...path, viewer });
      return [data?.cases.length, data?.reported.length];
    };
    await own.act(away.player, {
      path: '/reports',
      body: { kind: 'person', id: home.player.person_id, reason: 'name' },
    });
    expect(await read(steward, home.player)).toEqual([1, 0]);
    expect(await read(steward, away.player)).toEqual([0, 1]);
    // The case of a person is no ladder's; that of the message above is theirs.
    expect(await read(judge, home.player)).toEqual([0, 0]);
    expect(await read(judge, away.player)).toEqual([0, 0]);
    expect(await read(judge, home.captain)).toEqual([1, 0]);
    expect(await read(judge, away.captain)).toEqual([0, 1]);
  });

  it('lists the newest twenty of them', async () => {
    const { own, third } = cast;
    await own.database.query(
      `insert into private.cases (id, kind, subject, person_id, status, opened_at, decided_at)
       select gen_random_uuid(), 'person', $1::uuid, $1::uuid, 'closed', i.at, i.at
       from (select $2::timestamptz - n * interval '1 day' as at from generate_series(1, 21) n) i`,
      [third.player.person_id, own.league.now()],
    );
    const path = input('/admins/people/x', { username: third.player.username });
    const cases = (await loadPersonAdmin({ ...path, viewer: steward }))?.cases ?? [];
    expect(cases).toHaveLength(20);
    const oldest = new Date(own.league.now().getTime() - 20 * day).toISOString();
    expect(cases.at(-1)?.at).toBe(oldest);
  });
});
