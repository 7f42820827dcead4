import type { OwnStandingData } from '@muster/site/pages/people/data.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { verify } from '../engine/replay/verify.ts';
import { day } from '../testing/api-league.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';
import { loadOwnStanding } from './page-standing.ts';

let cast: Cast;
let giver: Viewer;
let stranger: Viewer;

beforeAll(async () => {
  cast = await createCast();
  giver = await cast.own.addAdmin('Giver');
  stranger = cast.people.stranger ?? giver;
});
afterAll(async () => {
  expect(await verify(cast.own.database)).toMatchObject({ difference: null });
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

async function give(person: Viewer, more: Record<string, unknown> = {}): Promise<string> {
  const body = { person: person.person_id, kind: 'mute', reason: 'Insults.', ...more };
  const { sanction } = await cast.own.act(giver, { path: '/sanctions', body });
  return String(sanction);
}

const appeal = (who: Viewer | null, id: string, text = 'It was not me.') =>
  cast.own.send(who, { path: `/sanctions/${id}/appeal`, body: { text } });

const answer = (who: Viewer | null, id: string, is_granted: boolean) =>
  cast.own.send(who, {
    path: `/sanctions/${id}/appeal/answer`,
    body: { is_granted, reason: 'Heard.' },
  });

async function open(viewer: Viewer, now = cast.own.league.now()): Promise<OwnStandingData | null> {
  const { database } = cast.own;
  const url = new URL('http://localhost:3000/account/standing');
  return loadOwnStanding({ database, viewer, now, url, params: {}, locale: 'en', zone: 'UTC' });
}

const listKinds = async (personId: string) => {
  const rows = await cast.own.database.query<{ kind: string }>(
    `select kind from private.notices where person_id = $1 and kind like 'sanction%' order by created_at, kind`,
    [personId],
  );
  return rows.map(({ kind }) => kind);
};

async function moveBy(milliseconds: number): Promise<void> {
  cast.own.moveTo(new Date(cast.own.league.now().getTime() + milliseconds).toISOString());
}

describe('one’s own standing', () => {
  it('opens while banned, with rule, reason and end, and is nobody’s else', async () => {
    const person = await cast.own.addPerson('Reader');
    const until = cast.own.at(7);
    const id = await give(person, { kind: 'ban', rule: 'Conduct 3', until });
    expect(await open(person)).toMatchObject({
      sanctions: [
        {
          ...{ id, kind: 'ban', rule: 'Conduct 3', reason: 'Insults.', by: 'Giver', until },
          ...{ is_in_force: true, may_appeal: true, may_lift: false, may_answer: false },
          // Steward, who is an admin of the site too.
          others: 1,
        },
      ],
    });
    expect((await open(stranger))?.sanctions).toEqual([]);
  });

  it('counts the admins’ questions to oneself that wait, of cases that are open', async () => {
    const { database, league } = cast.own;
    const asked = await cast.own.addPerson('Asked');
    const ask = async (who: Viewer, status: string, answered: string | null = null) => {
      await database.query(
        `with made as (insert into private.cases (id, kind, subject, status, opened_at, decided_at, appeal, appealed_at)
           values (gen_random_uuid(), 'person', gen_random_uuid()::text, $2, $3,
             case when $2 <> 'open' then $3::timestamptz end,
             case when $2 = 'appealed' then 'No.' else '' end, case when $2 = 'appealed' then $3::timestamptz end)
           returning id)
         insert into private.case_questions (id, case_id, number, person_id, words, asked_at, answer, answered_at)
         select gen_random_uuid(), id, 1, $1, 'Where?', $3, $4, case when $4::text is not null then $3::timestamptz end
         from made`,
        [who.person_id, status, league.now(), answered],
      );
      return (await open(asked))?.questions;
    };
    expect(await ask(stranger, 'open')).toBe(0);
    expect(await ask(asked, 'open', 'Home.')).toBe(0);
    expect(await ask(asked, 'closed')).toBe(0);
    expect(await ask(asked, 'open')).toBe(1);
    expect(await ask(asked, 'appealed')).toBe(2);
    await database.query('delete from private.cases');
  });

  it.each([
    ['a moment before its end', -1, true],
    ['at its end', 0, false],
    ['a moment after it', 1, false],
  ])('a ban holds or not %s', async (_when, offset, holds) => {
    const person = await cast.own.addPerson(`Timed ${offset}`);
    const until = cast.own.at(3);
    await give(person, { kind: 'ban', until });
    const now = new Date(Date.parse(until) + offset);
    expect((await open(person, now))?.sanctions[0]?.is_in_force).toBe(holds);
  });

  it('lets a banned person sign in to read and nothing else that plays or speaks', async () => {
    const person = await cast.own.addPerson('Silent');
    const until = cast.own.at(1);
    await give(person, { kind: 'ban', until });
    const found = {
      path: '/teams',
      body: { name: 'Silents', tag: 'SIL', zone: 'UTC', locale: 'en' },
    };
    expect((await cast.own.send(person, found)).body.error).toEqual({
      code: 'suspended',
      params: { until },
    });
    cast.own.moveTo(until);
    expect((await cast.own.send(person, found)).status).toBe(200);
  });
});

describe('an office of somebody banned', () => {
  it('does nothing until the ban is over', async () => {
    const { own } = cast;
    const banned = await own.addAdmin('Fallen');
    const until = own.at(1);
    const change = { path: '/editors', body: { person: stranger.person_id } };
    await give(banned, { kind: 'ban', until });
    expect((await own.send(banned, change)).body.error?.code).toBe('suspended');
    const look = { path: '/settings', body: { name: 'Ours' } };
    expect((await own.send(banned, look)).body.error?.code).toBe('suspended');
    own.moveTo(until);
    await own.act(banned, change);
    await own.act(giver, { path: `/editors/${stranger.person_id}`, method: 'DELETE' });
    await own.act(giver, { path: `/admins/${banned.person_id}`, method: 'DELETE' });
  });
});

describe('an appeal', () => {
  it('is made by whom it holds against, and is there for nobody else', async () => {
    const id = await give(stranger);
    const { stranger: _own, ...others } = cast.people;
    const call = { path: `/sanctions/${id}/appeal`, body: { text: 'Not me.' } };
    const answers = await askAll({ own: cast.own, people: others }, call);
    expect(answers).toEqual(onlyTo([], 'not_found')(answers));
    expect((await appeal(stranger, id)).status).toBe(200);
    expect((await appeal(stranger, id)).body.error?.code).toBe('appeal_used');
    expect((await open(stranger))?.sanctions[0]).toMatchObject({
      may_appeal: false,
      appeal: { words: 'It was not me.', decided: null },
    });
  });

  it.each([
    ['a moment before fourteen days', -1, 200],
    ['after fourteen days', 0, 200],
    ['a moment later', 1, 422],
  ])('is taken or not %s', async (_when, offset, status) => {
    const person = await cast.own.addPerson(`Late ${offset}`);
    const id = await give(person);
    const [row] = await cast.own.database.query<{ starts_at: Date }>(
      'select starts_at from public.sanctions where id = $1',
      [id],
    );
    const end = (row?.starts_at.getTime() ?? 0) + 14 * day + offset;
    expect((await open(person, new Date(end)))?.sanctions[0]?.may_appeal).toBe(status === 200);
    cast.own.moveTo(new Date(end).toISOString());
    const { body, status: given } = await appeal(person, id);
    expect([given, body.error?.code]).toEqual([
      status,
      status === 200 ? undefined : 'deadline_passed',
    ]);
  });

  it('is answered by somebody in office who neither gave it nor plays with the person', async () => {
    const { own, home, people } = cast;
    const id = await give(home.player);
    await own.act(home.player, { path: `/sanctions/${id}/appeal`, body: { text: 'No.' } });
    const call = {
      path: `/sanctions/${id}/appeal/answer`,
      body: { is_granted: false, reason: 'It stays.' },
    };
    await own.act(giver, { path: '/admins', body: { person: home.captain.person_id } });
    expect((await answer(giver, id, true)).body.error?.code).toBe('own_match');
    expect((await answer(home.captain, id, true)).body.error?.code).toBe('own_match');
    await own.act(giver, { path: `/admins/${home.captain.person_id}`, method: 'DELETE' });
    const { 'site admin': steward, ...others } = people;
    const answers = await askAll({ own, people: others }, call);
    expect(answers).toEqual(onlyTo([], 'not_admin')(answers));
    expect((await own.send(steward, call)).status).toBe(200);
    expect((await own.send(steward, call)).status).toBe(404);
    expect((await open(home.player))?.sanctions[0]).toMatchObject({
      is_in_force: true,
      appeal: { decided: { is_granted: false, answer: 'It stays.', by: 'Steward' } },
    });
    expect(await listKinds(home.player.person_id)).toEqual(['sanction_given', 'sanction_upheld']);
    const audited = await own.database.query(
      'select act, kind from private.audit_log where subject = $1',
      [id],
    );
    expect(audited).toEqual([{ act: 'appeal_refused', kind: 'sanction' }]);
  });

  it('that is granted lifts the sanction, and all are told', async () => {
    const { own, people } = cast;
    const person = await own.addPerson('Wronged');
    const id = await give(person, { kind: 'ban' });
    await moveBy(1000);
    expect((await appeal(person, id)).status).toBe(200);
    await moveBy(1000);
    const steward = people['site admin'] ?? giver;
    expect(await listKinds(steward.person_id)).toContain('sanction_appealed');
    expect(await listKinds(giver.person_id)).not.toContain('sanction_appealed');
    expect((await answer(steward, id, true)).status).toBe(200);
    expect((await open(person))?.sanctions[0]).toMatchObject({
      is_in_force: false,
      lifted: { by: 'Steward', reason: 'Heard.' },
      appeal: { decided: { is_granted: true } },
    });
    expect(await listKinds(person.person_id)).toEqual(['sanction_given', 'sanction_lifted']);
    const audited = await own.database.query(
      'select act from private.audit_log where subject = $1',
      [id],
    );
    expect(audited).toEqual([{ act: 'appeal_granted' }]);
  });

  it('of a ladder’s sanction is its admins’ matter too, and no other ladder’s', async () => {
    const { own, people } = cast;
    const person = await own.addPerson('Local');
    const [ladder] = await own.database.query<{ id: string }>(
      `select id from public.ladders where slug = 'tanks'`,
    );
    const id = await give(person, { ladder: ladder?.id });
    await appeal(person, id);
    const told = await own.database.query<{ username: string; ladder_id: string; other: string }>(
      `select p.username, n.ladder_id, o.username as other from private.notices n
       join public.profiles p on p.id = n.person_id join public.profiles o on o.id = n.other_id
       where n.origin = 'sanction_appealed:' || $1`,
      [id],
    );
    expect(told).toEqual([{ username: 'Judge', ladder_id: ladder?.id, other: 'Local' }]);
    expect((await answer(people["another ladder's admin"] ?? null, id, true)).status).toBe(403);
    expect((await answer(people["the ladder's admin"] ?? null, id, true)).status).toBe(200);
  });
});

describe('lifting', () => {
  it('is for nobody against whom it holds', async () => {
    const admin = await cast.own.addAdmin('Muted admin');
    const id = await give(admin);
    const lift = {
      path: `/sanctions/${id}`,
      method: 'DELETE' as const,
      body: { reason: 'Enough.' },
    };
    expect((await cast.own.send(admin, lift)).body.error?.code).toBe('own_match');
    await cast.own.act(giver, lift);
  });
});
