import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestLeague, type TestLeague, testNow, toInput } from '../testing/test-league.ts';
import { loadCasesAbout } from './cases-about.ts';
import { loadCase } from './page-case.ts';
import { loadCases } from './page-cases.ts';
import { loadOwnReports } from './page-own.ts';

/** In which order cases and reports stand, and which of many. */

let own: TestDatabase;
let database: Database;
let league: TestLeague;

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = await createTestLeague(database);
  await database.query('insert into public.admins (id, person_id) values ($1, $2)', [
    randomUUID(),
    league.loner.id,
  ]);
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('delete from private.cases');
});

const toTime = (hours: number) => new Date(testNow.getTime() + hours * 3_600_000).toISOString();

interface TestCase {
  kind?: string;
  /** What it is about, where that is not its name. */
  subject?: string;
  /** Whom it is about: the captain of Kaarna, where nobody is named. */
  person?: string | null;
  team?: string;
  status?: string;
  /** Hours from now. */
  opened?: number;
  decided?: number;
  appealed?: number;
  holder?: string;
  held?: number;
}

/** A case that the word list opened. */
async function addCase(name: string, given: TestCase = {}): Promise<string> {
  const { kind = 'person', status = 'open', opened = -9, decided, appealed, holder, held } = given;
  const { subject = name, person = league.kaarna.captain.id, team = null } = given;
  const id = randomUUID();
  const times = [opened, decided, appealed, held].map((hours) =>
    hours === undefined ? null : toTime(hours),
  );
  await database.query(
    `insert into private.cases (id, kind, subject, person_id, status, opened_at, decided_at, appealed_at, held_at,
       holder_id, team_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [id, kind, subject, person, status, ...times, holder ?? null, team],
  );
  await addReport(id, { title: name });
  return id;
}

const addReport = (
  id: string,
  {
    id: report = randomUUID(),
    title,
    by = null,
    at = -1,
  }: { id?: string; title: string; by?: string | null; at?: number },
) =>
  database.query(
    `insert into private.reports (id, case_id, person_id, reason, snapshot, reported_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [report, id, by, by === null ? 'flagged' : 'insult', JSON.stringify({ title }), toTime(at)],
  );

const open = async (query = '') =>
  (await loadCases(toInput(database, { path: `/admins/cases${query}`, person: league.loner }))) ??
  expect.fail();
const list = async (query = '') => (await open(query)).lines.map(({ title }) => title);

describe('the list of cases', () => {
  it('has appeals first, then what waits longest; what is done, the last opened first', async () => {
    await addCase('New', { opened: -1 });
    await addCase('Old', { opened: -8 });
    await addCase('Appeal', { status: 'appealed', opened: -9, decided: -3, appealed: -1 });
    await addCase('First appeal', { status: 'appealed', opened: -7, decided: -6, appealed: -5 });
    await addCase('Closed', { status: 'closed', opened: -6, decided: -1 });
    await addCase('Final', { status: 'final', opened: -3, decided: -2, appealed: -1 });
    await addCase('Decided', { status: 'decided', opened: -9, decided: -2 });
    expect(await list()).toEqual(['First appeal', 'Appeal', 'Old', 'New']);
    expect(await list('?show=done')).toEqual(['Final', 'Closed', 'Decided']);
  });

  it('is of one kind where that is asked for', async () => {
    await addCase('Person');
    await addCase('Post', { kind: 'post', opened: -1 });
    expect(await list('?kind=post')).toEqual(['Post']);
    expect(await list('?kind=nonsense')).toEqual(['Person', 'Post']);
  });

  it('has fifty a page, and says whether there are more', async () => {
    for (let count = 1; count <= 51; count += 1) {
      await addCase(`Case ${count}`, { opened: -100 + count });
    }
    const [first, second] = [await open(), await open('?page=2')];
    expect([first.lines.length, first.has_more]).toEqual([50, true]);
    expect(first.lines.at(-1)?.title).toBe('Case 50');
    expect([second.lines.map(({ title }) => title), second.has_more]).toEqual([['Case 51'], false]);
    await database.query(`delete from private.cases where subject = 'Case 51'`);
    expect((await open()).has_more).toBe(false);
  });

  it('names what was reported last, and counts people, not the word list', async () => {
    const id = await addCase('Flagged', {});
    await addReport(id, { title: 'Before', by: league.dust.captain.id, at: -5 });
    expect((await open()).lines).toMatchObject([{ title: 'Flagged', reports: 1 }]);
  });

  it('names who has a case in hand while they have it', async () => {
    const { captain } = league.dust;
    await addCase('Held', { holder: captain.id, held: -0.5 + 1 / 3600, opened: -2 });
    await addCase('Lapsed', { holder: captain.id, held: -0.5, opened: -1 });
    const { lines } = await open();
    expect(lines.map(({ holder }) => holder !== null)).toEqual([true, false]);
  });
});

/** Ids that stand the other way round than what they are of. */
const toLate = (place: number) => `00000000-0000-4000-8000-00000000000${9 - place}`;

/** Acts of a case, one an hour, of which some are undone; the last is written first. */
async function addActs(id: string, acts: readonly [string, boolean][]): Promise<void> {
  for (const [place, [act, isUndone]] of [...acts.entries()].toReversed()) {
    await database.query(
      `insert into private.case_acts (id, case_id, act, at, undone_at) values ($1, $2, $3, $4, $5)`,
      [toLate(place), id, act, toTime(place - 8), isUndone ? toTime(-1) : null],
    );
  }
}

describe('the cases about somebody', () => {
  const about = async (of: 'person' | 'team' | 'reporter', id: string) =>
    (await loadCasesAbout(database, { of, id, readerId: league.loner.id })).map(
      ({ title, acts }) => [title, acts],
    );

  it('stand the last opened first, each with what was done and still holds, as it was done', async () => {
    await addCase('Older', { opened: -9 });
    const id = await addCase('Newer', { status: 'decided', opened: -8, decided: -7 });
    await addActs(id, [
      ['disband_team', false],
      ['remove_picture', true],
      ['hide', false],
    ]);
    expect(await about('person', league.kaarna.captain.id)).toEqual([
      ['', ['disband_team', 'hide']],
      ['Older', []],
    ]);
    expect(await about('person', league.kaarna.player.id)).toEqual([]);
  });

  it('are none in which who reads has a part', async () => {
    await addCase('Others’', { opened: -9 });
    const id = await addCase('Theirs', { opened: -8 });
    await addReport(id, { title: 'Theirs', by: league.loner.id });
    await addReport(id, { title: 'Theirs', by: league.dust.captain.id });
    expect(await about('person', league.kaarna.captain.id)).toEqual([['Others’', []]]);
    expect(await about('reporter', league.dust.captain.id)).toEqual([]);
  });

  it('are of the team itself, not of people in it', async () => {
    const team = league.kaarna.id;
    await addCase('Team', { kind: 'team', person: null, team, subject: team });
    await addCase('Person', { team });
    expect(await about('team', team)).toEqual([['Team', []]]);
    expect(await about('person', league.kaarna.captain.id)).toEqual([['Person', []]]);
    expect(await about('team', league.dust.id)).toEqual([]);
  });
});

describe('a case', () => {
  const look = async (id: string) =>
    (await loadCase(toInput(database, { person: league.loner, params: { id } }))) ?? expect.fail();

  it('has its reports, what was reported and what was done in the order in which that came', async () => {
    const id = await addCase('Second');
    await database.query('delete from private.reports');
    const { captain, player } = league.dust;
    await addReport(id, { id: toLate(2), title: 'No', by: captain.id, at: -1 });
    await addReport(id, { id: toLate(0), title: 'Yes, and so', by: player.id, at: -3 });
    await addReport(id, { id: toLate(1), title: 'Perhaps', by: null, at: -2 });
    await addActs(id, [
      ['disband_team', false],
      ['remove_picture', true],
      ['hide', true],
    ]);
    const { reports, things, acts } = await look(id);
    expect(reports.map(({ by }) => by?.username ?? null)).toEqual([
      ...[player.username, null, captain.username],
    ]);
    expect(things?.map(({ title }) => title)).toEqual(['Yes, and so', 'Perhaps', 'No']);
    expect(acts.map(({ act, undone_at }) => [act, undone_at !== null])).toEqual([
      ['disband_team', false],
      ['remove_picture', true],
      ['hide', true],
    ]);
  });

  it('shows nothing of what was reported and is forgotten', async () => {
    const id = await addCase('Gone');
    await database.query(`update private.reports set snapshot = '{}'`);
    expect((await look(id)).things).toEqual([]);
  });

  it('has the last twenty others about the person or of the same thing, the last opened first', async () => {
    const id = await addCase('This', { opened: -99 });
    for (let place = 1; place <= 20; place += 1) {
      await addCase(`Case ${place}`, { opened: -100 - place });
    }
    const titles = async (of: string) =>
      (await look(of)).precedents.map((precedent) => precedent.title);
    const all = Array.from({ length: 20 }, (_, place) => `Case ${place + 1}`);
    expect(await titles(id)).toEqual(all);
    await addCase('Newest', { opened: -1 });
    expect(await titles(id)).toEqual(['Newest', ...all.slice(0, 19)]);
  });

  it.each<[string, TestCase, TestCase, boolean]>([
    ['the same thing', { person: null, kind: 'article' }, { person: null, kind: 'article' }, true],
    ['a thing of another kind', { person: null, kind: 'article' }, { person: null }, false],
    ['another thing', { person: null }, { person: null, subject: 'other' }, false],
    ['the same person', {}, { subject: 'other', kind: 'post' }, true],
  ])('has another of %s beside it', async (_what, one, other, isBeside) => {
    const id = await addCase('This', { subject: 'same', status: 'closed', decided: -1, ...one });
    await addCase('Other', { subject: 'same', ...other });
    expect((await look(id)).precedents.map(({ title }) => title)).toEqual(
      isBeside ? ['Other'] : [],
    );
  });

  it('of a team has those of the team beside it; that of a person in it has not', async () => {
    const team = league.kaarna.id;
    const of_team = await addCase('Team', { kind: 'team', person: null, team, subject: team });
    await addCase('Team before', { kind: 'team', person: null, team, opened: -20 });
    const of_person = await addCase('Person', { team });
    expect((await look(of_team)).precedents.map(({ title }) => title)).toEqual([
      ...['Person', 'Team before'],
    ]);
    expect((await look(of_person)).precedents).toEqual([]);
  });
});

describe('one’s own reports', () => {
  const captain = () => league.dust.captain;
  const look = async (person = captain()) =>
    (await loadOwnReports(toInput(database, { person }))) ?? expect.fail();

  it('are the last hundred, the newest first, and nobody else’s', async () => {
    for (let count = 1; count <= 101; count += 1) {
      const id = await addCase(`Case ${count}`);
      await addReport(id, { title: `Case ${count}`, by: captain().id, at: -count });
    }
    const { reports } = await look();
    expect(reports.map(({ title }) => title)).toEqual(
      Array.from({ length: 100 }, (_, place) => `Case ${place + 1}`),
    );
    expect((await look(league.kaarna.player)).reports).toEqual([]);
  });

  it.each<[string, TestCase, number]>([
    ['open', {}, 0],
    ['closed', { decided: -1 }, 0],
    ['decided', { decided: -1 }, 1],
    ['appealed', { decided: -2, appealed: -1 }, 1],
    ['final', { decided: -1 }, 1],
  ])(
    'tell whom a case concerns of it once something was done: %s',
    async (status, given, count) => {
      await addCase('About them', { status, ...given });
      expect((await look(league.kaarna.captain)).cases).toHaveLength(count);
      expect((await look()).cases).toEqual([]);
    },
  );

  it('have the decisions about one, the last first', async () => {
    await addCase('Second', { status: 'decided', decided: -2 });
    await addCase('First', { status: 'decided', decided: -3 });
    await addCase('Third', { status: 'final', decided: -1 });
    const { cases } = await look(league.kaarna.captain);
    expect(cases.map(({ title }) => title)).toEqual(['Third', 'Second', 'First']);
  });

  it('have questions that wait first, the last asked before the rest; none is open once all is decided', async () => {
    const [open_case, done] = [
      await addCase('Open'),
      await addCase('Done', { status: 'closed', decided: -1 }),
    ];
    const ask = (id: string, number: number, words: string, at: number, answer: string | null) =>
      database.query(
        `insert into private.case_questions (id, case_id, number, person_id, words, asked_at, answer, answered_at)
         values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7)`,
        [...[id, number, captain().id, words, toTime(at), answer], answer && toTime(at)],
      );
    await ask(open_case, 1, 'Answered', -1, 'Yes.');
    await ask(open_case, 2, 'Early', -4, null);
    await ask(done, 1, 'Late', -2, null);
    const { questions } = await look();
    expect(questions.map(({ words, is_open }) => [words, is_open])).toEqual([
      ['Late', false],
      ['Early', true],
      ['Answered', false],
    ]);
    expect((await look(league.kaarna.player)).questions).toEqual([]);
  });
});
