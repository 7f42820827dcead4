import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestLeague, type TestLeague, testNow, toInput } from '../testing/test-league.ts';
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
  status?: string;
  /** Hours from now. */
  opened?: number;
  decided?: number;
  appealed?: number;
  holder?: string;
  held?: number;
}

/** A case about the captain of Kaarna, which the word list opened. */
async function addCase(name: string, given: TestCase = {}): Promise<string> {
  const { kind = 'person', status = 'open', opened = -9, decided, appealed, holder, held } = given;
  const id = randomUUID();
  const times = [opened, decided, appealed, held].map((hours) =>
    hours === undefined ? null : toTime(hours),
  );
  await database.query(
    `insert into private.cases (id, kind, subject, person_id, status, opened_at, decided_at, appealed_at, held_at,
       holder_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, kind, name, league.kaarna.captain.id, status, ...times, holder ?? null],
  );
  await addReport(id, { title: name });
  return id;
}

const addReport = (
  id: string,
  { title, by = null, at = -1 }: { title: string; by?: string | null; at?: number },
) =>
  database.query(
    `insert into private.reports (id, case_id, person_id, reason, snapshot, reported_at)
     values (gen_random_uuid(), $1, $2, $3, $4, $5)`,
    [id, by, by === null ? 'flagged' : 'insult', JSON.stringify({ title }), toTime(at)],
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
