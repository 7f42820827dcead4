import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createMatch,
  createPerson,
  createTestLeague,
  type TestLeague,
  type TestPerson,
  testNow,
  toInput,
} from '../testing/test-league.ts';
import { loadPeople } from './page-people.ts';
import { loadPersonAdmin } from './page-person.ts';
import { loadOwnStanding } from './page-standing.ts';

/** What those in office read of people: which lines, in which order and how many. */

let own: TestDatabase;
let database: Database;
let league: TestLeague;
let steward: TestPerson;
let judge: TestPerson;
let person: TestPerson;
/** Two more ladders of the game, in their order around the league's own. */
const [first, last] = [randomUUID(), randomUUID()];

/** A row with what is named of it, as JSON has it. */
const put = (table: string, row: Record<string, unknown>) => {
  const columns = Object.keys(row).join();
  return database.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`,
    [JSON.stringify(row)],
  );
};
const at = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000).toISOString();

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = await createTestLeague(database);
  steward = await createPerson(database, 'Steward');
  judge = await createPerson(database, 'Judge');
  person = league.kaarna.player;
  for (const [id, slug, position] of [
    [first, 'zeta', 0],
    [last, 'alpha', 9],
  ]) {
    const about = { game_slug: 'battlefield6', name: slug, format: 'rung' };
    await put('public.ladders', { id, slug, position, ...about });
  }
  await put('public.admins', { id: randomUUID(), person_id: steward.id, granted_at: at(-9) });
  await office(judge, league.ladder.id);
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(() => database.query('delete from public.sanctions'));

const office = ({ id }: TestPerson, ladder_id: string | null) =>
  put('public.admins', { id: randomUUID(), person_id: id, ladder_id, granted_at: at(-9) });

async function sanction(who: TestPerson, more: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  await put('public.sanctions', {
    ...{ id, person_id: who.id, kind: 'ban', given_by: steward.id, starts_at: at(-60) },
    ...{ ends_at: null, text_id: id, is_lifted: false, ...more },
  });
  return id;
}

const open = async (who = person, reader = steward) =>
  (await loadPersonAdmin(
    toInput(database, { person: reader, params: { username: who.username.toUpperCase() } }),
  )) ?? expect.fail();
const list = async (query = '', reader = steward) =>
  (await loadPeople(toInput(database, { person: reader, path: `/admins/people${query}` }))) ??
  expect.fail();

/** Changes rows for as long as something is looked at. */
async function during<T>([to, back]: [string, string], look: () => Promise<T>): Promise<T> {
  await database.query(to);
  const found = await look();
  await database.query(back);
  return found;
}

describe('the page of a person', () => {
  it('names offices, teams and names in games, each in its order, and nobody else’s', async () => {
    const { dust, loner } = league;
    expect((await open()).offices).toEqual({ site: false, editor: false, ladders: [] });
    for (const ladder of [last, first]) {
      await office(person, ladder);
    }
    await put('public.editors', { person_id: person.id, granted_at: at(-9) });
    await put('public.rosters', {
      ...{ team_id: dust.id, person_id: person.id, user_id: person.user_id },
      ...{ role: 'substitute', joined_at: at(-9) },
    });
    for (const [who, kind, is_verified] of [
      [person, 'steam', true],
      [person, 'ea', false],
      [loner, 'ea', true],
    ] as const) {
      const handle = `${who.username} there`;
      await put('public.profile_identities', { person_id: who.id, kind, handle, is_verified });
    }
    const data = await open();
    const ladders = ['zeta', 'alpha'].map((slug) => ({ slug, name: slug }));
    expect(data).toMatchObject({
      ...{ person_id: person.id, user_id: person.user_id, username: 'Kaarna player' },
      ...{ joined_at: '2026-08-01T00:00:00.000Z', is_own: false, is_site_admin: true },
      offices: { site: false, editor: true, ladders },
      after: { offices: 3 },
    });
    expect(data.teams).toEqual([
      { slug: 'dust-devils', name: 'Dust Devils', role: 'substitute' },
      { slug: 'kaarna', name: 'Kaarna', role: 'player' },
    ]);
    const handle = 'Kaarna player there';
    expect(data.identities).toEqual([
      { kind: 'ea', handle, is_verified: false },
      { kind: 'steam', handle, is_verified: true },
    ]);
    expect((await open(steward)).offices).toEqual({ site: true, editor: false, ladders: [] });
    expect((await open(steward)).is_own).toBe(true);
    const line = (await list('?q=Kaarna player')).people[0];
    expect(line).toMatchObject({
      ...{ is_site_admin: false, is_editor: true, ladders: ['zeta', 'alpha'] },
      teams: [{ slug: 'dust-devils' }, { slug: 'kaarna', name: 'Kaarna' }],
    });
    expect((await list('?q=Steward')).people[0]).toMatchObject({
      ...{ is_site_admin: true, is_editor: false, ladders: [], teams: [] },
    });
    await database.query('delete from public.admins where person_id = $1', [person.id]);
    await database.query('delete from public.editors');
    await database.query('delete from public.rosters where role = $1', ['substitute']);
  });

  it('tells former names, the last first, and what admins renamed, the newest first', async () => {
    for (const [who, username, until] of [
      [person, 'Long ago', -9],
      [person, 'Since', -5],
      [league.loner, 'Another', -1],
    ] as const) {
      await database.query(
        'insert into private.former_names (person_id, username, until) values ($1, $2, $3)',
        [who.id, username, at(until)],
      );
    }
    for (const [who, from_name, made, undone] of [
      [person, 'Rude', -8, null],
      [person, 'Ruder', -4, -3],
      [league.loner, 'Other', -1, null],
    ] as const) {
      await put('private.renames', {
        ...{ id: randomUUID(), person_id: who.id, from_name, to_name: 'Nice', reason: 'Rude.' },
        ...{ hides: undone === null, given_by: steward.id, at: at(made) },
        undone_at: undone === null ? null : at(undone),
      });
    }
    const { former, renamings } = await open();
    expect(former).toEqual([
      { name: 'Since', until: at(-5) },
      { name: 'Long ago', until: at(-9) },
    ]);
    const about = { id: expect.any(String), to: 'Nice', by: 'Steward', reason: 'Rude.' };
    expect(renamings).toEqual([
      { ...about, from: 'Ruder', at: at(-4), hides: false, undone_at: at(-3) },
      { ...about, from: 'Rude', at: at(-8), hides: true, undone_at: null },
    ]);
    expect((await list('?q=long')).people.map(({ known_as }) => known_as)).toEqual(['Long ago']);
  });

  it('has the five matches that they played last', async () => {
    const { kaarna, dust } = league;
    const ids: string[] = [];
    for (const [place, days] of [3, 6, 1, 5, 2, 4].entries()) {
      const ended_at = at(-days * 1440);
      const match = { challenger: dust, defender: kaarna, number: place + 1, ended_at };
      ids[days] = await createMatch(database, league, {
        ...{ ...match, status: 'completed', winner: 'defender' },
      });
      await put('private.match_lineups', {
        ...{
          match_id: ids[days],
          side: 'defender',
          person_id: person.id,
          ended_at,
          outcome: 'won',
          ladder_id: league.ladder.id,
        },
      });
    }
    const running = { challenger: dust, defender: kaarna, number: 9, status: 'live' };
    await put('private.match_lineups', {
      ...{ match_id: await createMatch(database, league, running), side: 'defender' },
      person_id: person.id,
    });
    const { matches } = await open();
    expect(matches.map(({ id }) => id)).toEqual(ids.slice(1, 6));
    expect(matches[0]).toMatchObject({ own_side: 'defender', winner: 'defender' });
    expect((await open(kaarna.captain)).matches).toEqual([]);
    await database.query('delete from public.matches');
  });

  it('offers whoever runs ladders the first of theirs, and those where the person plays', async () => {
    const ladders = async (reader: TestPerson) => {
      const data = await open(person, reader);
      return [data.own_ladder?.slug ?? null, data.ladders.map(({ slug }) => slug)];
    };
    expect(await ladders(steward)).toEqual([null, ['tanks']]);
    expect(await ladders(judge)).toEqual(['tanks', ['tanks']]);
    await office(judge, first);
    expect(await ladders(judge)).toEqual(['zeta', ['tanks']]);
    const away: [string, string] = [
      `update public.ladders set retired_at = now() where slug = 'zeta'`,
      'update public.ladders set retired_at = null',
    ];
    expect(await during(away, () => ladders(judge))).toEqual(['tanks', ['tanks']]);
    await database.query('delete from public.admins where ladder_id = $1', [first]);
    for (const change of [
      ['ladders set retired_at = now()', 'ladders set retired_at = null'],
      [`seasons set status = 'closed'`, `seasons set status = 'open'`],
    ]) {
      const [to = '', back = ''] = change.map((set) => `update public.${set}`);
      expect(await during([to, back], async () => (await ladders(steward))[1])).toEqual([]);
    }
  });

  it('has eight precedents of a kind, the newest first, of others alone, with their length', async () => {
    for (let age = 1; age <= 9; age += 1) {
      await sanction(league.loner, { starts_at: at(-age * 1440), ends_at: at(-age * 1440 + 60) });
    }
    const mute = await sanction(judge, { kind: 'mute', starts_at: at(-99 * 1440), rule: 'A.1' });
    await sanction(person, { kind: 'mute' });
    const { precedents } = await open();
    expect(precedents.map(({ kind, from, days }) => [kind, from, days])).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((age) => ['ban', at(-age * 1440), 1]),
      ['mute', at(-99 * 1440), null],
    ]);
    expect(precedents.at(-1)).toMatchObject({
      ...{ id: mute, username: 'Judge', rule: 'A.1', is_lifted: false, reason: null },
    });
  });

  it('has of a record a hundred, what holds first, then the newest', async () => {
    const over = { starts_at: at(-5), ends_at: at(-1) };
    const past = await sanction(person, { ...over, kind: 'mute' });
    const lifted = await sanction(person, { is_lifted: true, starts_at: at(-9) });
    const ban = await sanction(person, { starts_at: at(-900), ladder_id: first, rule: 'B.2' });
    const mute = await sanction(person, { kind: 'mute', starts_at: at(-800), ends_at: at(1) });
    const read = async (reader = steward) => (await open(person, reader)).sanctions;
    expect((await read()).map(({ id, is_in_force }) => [id, is_in_force])).toEqual([
      ...[mute, ban].map((id) => [id, true]),
      ...[past, lifted].map((id) => [id, false]),
    ]);
    const place = { id: first, slug: 'zeta', name: 'zeta' };
    expect((await read())[1]).toMatchObject({
      ...{ ladder: place, rule: 'B.2', by: 'Steward', until: null, case_id: null, appeal: null },
      ...{ may_lift: true, may_answer: false, may_appeal: false, others: 0 },
    });
    // An office of another ladder lifts nothing, and none lifts what is lifted.
    expect((await read(judge)).map(({ may_lift }) => may_lift)).toEqual(Array(4).fill(false));
    expect((await read()).map(({ may_lift }) => may_lift)).toEqual([true, true, true, false]);
    await database.query(
      `insert into public.sanctions (id, person_id, kind, starts_at, ends_at, text_id)
       select gen_random_uuid(), $1, 'mute', $2::timestamptz - n * interval '1 minute', $2, gen_random_uuid()
       from generate_series(1000, 1096) n`,
      [person.id, testNow],
    );
    const all = await read();
    expect([all.length, all.at(-1)?.from]).toEqual([100, at(-1000 - 95)]);
  });

  it('tells of an appeal, and of a case, who has the office to decide it and who made it', async () => {
    const appeal = (sanction_id: string) =>
      put('private.sanction_appeals', {
        ...{ sanction_id, person_id: person.id, words: 'No.', made_at: at(-1) },
      });
    const places = { everywhere: null, here: league.ladder.id, elsewhere: first };
    const names = new Map<string, string>();
    for (const [name, ladder_id] of Object.entries(places)) {
      const [plain, ofCase, id] = [
        await sanction(person, { ladder_id, given_by: judge.id }),
        await sanction(person, { ladder_id }),
        randomUUID(),
      ];
      await appeal(plain);
      await put('private.cases', {
        ...{ id, kind: 'person', subject: name, person_id: person.id, ladder_id, version: 1 },
        ...{ status: 'appealed', opened_at: at(-9), decided_at: at(-8), answer: '' },
        ...{ appealed_at: at(-7), appeal: 'No.', appeal_answer: '' },
      });
      const act = { act: 'ban', sanction_id: ofCase, at: at(-8) };
      await put('private.case_acts', { id: randomUUID(), case_id: id, ...act });
      names.set(plain, name).set(ofCase, `${name}/case`);
    }
    type Read = Awaited<ReturnType<typeof open>>['sanctions'];
    const told = (sanctions: Read) =>
      sanctions
        .filter((one) => one.appeal !== null || one.case_id !== null)
        .map(({ id, appeal, case_id }) => [names.get(id), appeal?.words, case_id !== null])
        .sort();
    const here = [
      ['here', 'No.', false],
      ['here/case', 'No.', true],
    ];
    const all = [
      ['elsewhere', 'No.', false],
      ['elsewhere/case', 'No.', true],
      ['everywhere', 'No.', false],
      ['everywhere/case', 'No.', true],
      ...here,
    ];
    const read = async (reader: TestPerson) => (await open(person, reader)).sanctions;
    const standing = await loadOwnStanding(toInput(database, { person }));
    expect(told(await read(steward))).toEqual(all);
    expect(told(standing?.sanctions ?? [])).toEqual(all);
    // Who gave one without having its office is told of its appeal no more than others.
    const seen = await read(judge);
    expect(told(seen)).toEqual(here);
    expect(seen.map(({ may_answer }) => may_answer)).toEqual(Array(6).fill(false));
    expect(seen.map(({ kind }) => kind)).toEqual(Array(6).fill('ban'));
  });
});

describe('what a ban on a ladder would do', () => {
  const read = async (who = person) => (await open(who)).ladders[0] ?? expect.fail();
  const role = (who: TestPerson, to: string) =>
    database.query('update public.rosters set role = $2 where person_id = $1', [who.id, to]);

  it.each<[string, Record<string, unknown>, string[]]>([
    ['is free', { is_lifted: true }, ['Kaarna captain']],
    ['is banned', {}, []],
    ['is suspended', { kind: 'suspension' }, []],
    ['is muted', { kind: 'mute' }, ['Kaarna captain']],
    ['is banned on this ladder', { ladder_id: 'own' }, []],
    ['is banned on another', { ladder_id: first }, ['Kaarna captain']],
    ['is banned from now on', { starts_at: at(0) }, []],
    ['will be banned', { starts_at: at(1) }, ['Kaarna captain']],
    ['was banned until now', { ends_at: at(0) }, ['Kaarna captain']],
    ['is banned for a minute more', { ends_at: at(1) }, []],
  ])('names who else leads, where their captain %s', async (_what, more, leaders) => {
    const { captain } = league.kaarna;
    await sanction(captain, more.ladder_id === 'own' ? { ladder_id: league.ladder.id } : more);
    expect((await read()).leaders).toEqual(leaders);
  });

  it('names captains before co-captains, never the person, and the open matches by their number', async () => {
    const { kaarna, dust, treadheads } = league;
    await role(person, 'co_captain');
    expect((await read()).leaders).toEqual(['Kaarna captain']);
    expect((await read(kaarna.captain)).leaders).toEqual(['Kaarna player']);
    expect((await read(dust.player)).leaders).toEqual(['Dust Devils captain']);
    await role(person, 'player');
    const scheduled = { challenger: kaarna, status: 'scheduled' };
    const second = await createMatch(database, league, {
      ...{ ...scheduled, defender: dust, number: 2 },
    });
    const one = await createMatch(database, league, {
      ...{ ...scheduled, challenger: treadheads, defender: kaarna, number: 1 },
    });
    const over = { ...scheduled, defender: dust, number: 3, status: 'completed' };
    await createMatch(database, league, { ...over, winner: 'defender', ended_at: at(-1) });
    expect(await read()).toMatchObject({
      ...{ slug: 'tanks', name: 'Tanks', team: { slug: 'kaarna', name: 'Kaarna' } },
      matches: [
        { id: one, status: 'scheduled', opponent: 'Treadheads' },
        { id: second, status: 'scheduled', opponent: 'Dust Devils' },
      ],
    });
    await database.query('delete from public.matches');
  });

  it('and on the site: where one drives for oneself, by name, while one stands there', async () => {
    const { dust, loner } = league;
    const drive = (status: string, rung: number | null): [string, string] => [
      `update public.entries set team_id = null, person_id = '${loner.id}', status = '${status}',
         rung = ${rung} where id = '${dust.entry_id}'`,
      `update public.entries set team_id = '${dust.id}', person_id = null, status = 'active',
         rung = 3 where id = '${dust.entry_id}'`,
    ];
    const drives = async () => (await open(loner)).after.drives;
    const tanks = [{ slug: 'tanks', name: 'Tanks' }];
    expect(await during(drive('active', 3), drives)).toEqual(tanks);
    expect(await during(drive('suspended', 3), drives)).toEqual(tanks);
    expect(await during(drive('left', null), drives)).toEqual([]);
    const closed = `update public.seasons set status = `;
    const over: [string, string] = [`${closed} 'closed'`, `${closed} 'open'`];
    const driven = () => during(over, drives);
    expect(await during(drive('active', 3), driven)).toEqual([]);
    expect((await open(loner)).after.offices).toBe(0);
  });
});

describe('the list of people', () => {
  it('has fifty a page by their names, whatever their letters’ case', async () => {
    const many = Array.from({ length: 52 }, (_, n) => `${n % 2 ? 'm' : 'M'}any ${10 + n}`);
    for (const name of many) {
      await createPerson(database, name);
    }
    const page = async (place: number) => {
      const { people, count, pages } = await list(`?q=many&page=${place}`);
      return { names: people.map(({ username }) => username), count, pages };
    };
    expect(await page(1)).toEqual({ names: many.slice(0, 50), count: 52, pages: 2 });
    expect((await page(2)).names).toEqual(many.slice(50));
    expect((await page(3)).names).toEqual(many.slice(50));
    await database.query(`delete from public.profiles where username ilike 'many %'`);
  });

  it('says of each what holds against them now, each kind once, and whether an appeal waits', async () => {
    const read = async () => (await list('?q=Loner')).people[0];
    expect(await read()).toMatchObject({ sanctions: [], has_appeal: false });
    const { loner } = league;
    const appealed = await sanction(loner);
    await sanction(loner, { ladder_id: first });
    await sanction(loner, { kind: 'mute', starts_at: at(0), ends_at: at(1) });
    await sanction(loner, { kind: 'strike', starts_at: at(1) });
    await sanction(loner, { kind: 'suspension', ends_at: at(0) });
    await sanction(loner, { kind: 'suspension', is_lifted: true });
    expect(await read()).toMatchObject({ sanctions: ['ban', 'mute'], has_appeal: false });
    await put('private.sanction_appeals', {
      ...{ sanction_id: appealed, person_id: loner.id, words: 'No.', made_at: at(-1) },
    });
    const names = async () => (await list('?show=appeals')).people.map(({ username }) => username);
    expect([(await read())?.has_appeal, await names()]).toEqual([true, ['Loner']]);
    const lift = 'update public.sanctions set is_lifted = ';
    expect(await during([`${lift} true`, `${lift} false`], names)).toEqual([]);
    await database.query(
      `update private.sanction_appeals set decided_at = now(), is_granted = false, answer = 'No.'`,
    );
    expect([(await read())?.has_appeal, await names()]).toEqual([false, []]);
  });

  it.each<[string, string | null, boolean]>([
    ['their ladder', 'own', true],
    ['another ladder', first, false],
    ['the whole site', null, false],
  ])('says of an appeal on %s to a ladder’s admin, or not', async (_where, ladder, isTold) => {
    const ladder_id = ladder === 'own' ? league.ladder.id : ladder;
    const { id } = league.loner;
    // By which the reader sees the person at all.
    await sanction(league.loner, { ladder_id: league.ladder.id, is_lifted: true });
    const sanction_id = await sanction(league.loner, { ladder_id });
    await put('private.sanction_appeals', {
      ...{ sanction_id, person_id: id, words: 'No.', made_at: at(-1) },
    });
    const read = async (reader: TestPerson) => {
      const [line] = (await list('?q=Loner', reader)).people;
      return [line?.has_appeal, (await list('?show=appeals', reader)).people.length];
    };
    expect(await read(judge)).toEqual([isTold, isTold ? 1 : 0]);
    expect(await read(steward)).toEqual([true, 1]);
  });

  it('is of a ladder’s admin who plays there, or has a sanction there, and is not gone', async () => {
    const names = async () => (await list('?q=Loner', judge)).people.length;
    expect(await names()).toBe(0);
    await sanction(league.loner, { ladder_id: first });
    expect(await names()).toBe(0);
    await sanction(league.loner, { ladder_id: league.ladder.id, is_lifted: true });
    expect(await names()).toBe(1);
    expect((await list('', judge)).is_site_admin).toBe(false);
    const gone: [string, string] = [
      `update public.profiles set user_id = null, username = '\u2E3A' where id = '${league.loner.id}'`,
      `update public.profiles set user_id = '${league.loner.user_id}', username = 'Loner' where id = '${league.loner.id}'`,
    ];
    const all = async () => (await list()).people.map(({ person_id }) => person_id);
    expect(await all()).toContain(league.loner.id);
    expect(await during(gone, all)).not.toContain(league.loner.id);
  });
});
