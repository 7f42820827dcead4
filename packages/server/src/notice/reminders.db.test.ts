import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
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
import { runDueReminders } from './reminders.ts';

let own: ApiLeague;
let first: TestTeam;
let second: TestTeam;

beforeEach(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  first = await own.addTeam('Treadheads', 'tanks');
  second = await own.addTeam('Kaarna', 'tanks');
});
afterEach(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

it.each([
  ['more than a day', -1000, ['match_in_day', 'match_in_hour', 'match_in_minutes']],
  ['a day', 0, ['match_in_hour', 'match_in_minutes']],
])('nobody is reminded of what is due already: agreed %s before', async (_what, after, kinds) => {
  const start = Date.parse(own.at(3, 12));
  own.moveTo(new Date(start - 24 * hour + after).toISOString());
  const { match } = await own.act(second.captain, {
    path: '/ladders/tanks/challenges',
    body: { entry: second.entry, opponent: first.entry, maps: ['Nexus'], nonce: testNonce },
  });
  const times = [0, 24, 48].map((later) => new Date(start + later * hour).toISOString());
  await own.act(first.captain, {
    path: `/matches/${match}/acceptance`,
    body: { times, maps: ['Bridge'], nonce: testNonce },
  });
  await own.act(second.captain, {
    path: `/matches/${match}/confirmation`,
    body: { time: times[0], version: 2 },
  });
  const planned = await own.database.query<{ kind: string }>(
    `select distinct plan ->> 'kind' as kind from private.reminders order by 1`,
  );
  expect(planned.map(({ kind }) => kind)).toEqual(kinds);
});

it.each([
  ['a moment before the start', -1, ['match_in_minutes']],
  ['at the start', 0, []],
])('nobody is reminded of what has begun: %s', async (_what, after, kinds) => {
  const { starts_at } = await scheduleMatch(own, 'tanks', [second, first]);
  await own.database.query('delete from private.notices');
  own.moveTo(new Date(Date.parse(starts_at) + after).toISOString());
  expect(await runDueReminders(own.league)).toBe(6);
  const told = await own.database.query<{ kind: string }>(
    'select distinct kind from private.notices',
  );
  expect(told.map(({ kind }) => kind)).toEqual(kinds);
  expect(await runDueReminders(own.league)).toBe(0);
});

it('of two matches each has the last of its own', async () => {
  const third = await own.addTeam('Third', 'tanks');
  const fourth = await own.addTeam('Fourth', 'tanks');
  const { starts_at } = await scheduleMatch(own, 'tanks', [second, first]);
  const other = await scheduleMatch(own, 'tanks', [fourth, third]);
  await own.database.query(
    `update private.reminders set due_at = due_at + interval '1 minute', ends_at = ends_at + interval '1 hour' where match_id = $1`,
    [other.match],
  );
  await own.database.query('delete from private.notices');
  own.moveTo(new Date(Date.parse(starts_at) - hour / 2).toISOString());
  await runDueReminders(own.league);
  const told = await own.database.query(
    'select match_id, kind, count(*)::int from private.notices group by 1, 2',
  );
  expect(told).toHaveLength(2);
  expect(told).toMatchObject(Array(2).fill({ kind: 'match_in_hour', count: 4 }));
});

describe('a dispute that nobody has ruled in time', () => {
  let owner: Viewer;
  let judge: Viewer;

  beforeEach(async () => {
    owner = await own.addAdmin('Owner');
    judge = await own.addPerson('Judge');
    await own.act(owner, { path: '/ladders/tanks/admins', body: { person: judge.person_id } });
  });

  /** Of a report, or of the result that it has become. */
  async function dispute(isOfResult: boolean): Promise<{ match: string; aimed: number }> {
    const { match, maps } = await startMatch(own, 'tanks', [second, first]);
    const report = { scores: toScores(maps, 'challenger') };
    await own.act(second.captain, { path: `/matches/${match}/report`, body: report });
    if (isOfResult) {
      await own.act(first.captain, { path: `/matches/${match}/report/confirmation` });
    }
    const statement = { statement: 'They had three tanks.' };
    await own.act(first.captain, { path: `/matches/${match}/dispute`, body: statement });
    return { match, aimed: own.league.now().getTime() + 72 * hour };
  }

  async function listTold(match: string): Promise<string[]> {
    const told = await own.database.query<{ username: string }>(
      `select p.username from private.notices n join public.profiles p on p.id = n.person_id
       where n.match_id = $1 and n.kind = 'dispute_opened' order by 1`,
      [match],
    );
    return told.map(({ username }) => username);
  }

  async function tickAt(instant: number): Promise<void> {
    own.moveTo(new Date(instant).toISOString());
    await Promise.all([runDueReminders(own.league), runDueReminders(own.league)]);
  }

  const rule = (match: string) => ({
    path: `/matches/${match}/ruling`,
    body: { outcome: { kind: 'upheld' }, rule: 'team.size', reason: 'The pictures show two.' },
  });

  it.each([
    ['in play', false],
    ['of a result', true],
  ])('is told to the site’s admins too, once, at that instant: %s', async (_what, isOfResult) => {
    const { match, aimed } = await dispute(isOfResult);
    expect(await listTold(match)).toEqual(['Judge']);
    await tickAt(aimed - 1);
    expect(await listTold(match)).toEqual(['Judge']);
    await tickAt(aimed);
    expect(await listTold(match)).toEqual(['Judge', 'Owner']);
    await tickAt(aimed + hour);
    expect(await listTold(match)).toEqual(['Judge', 'Owner']);
  });

  it.each([
    ['in play', false],
    ['of a result', true],
  ])('is told to nobody once it is ruled: %s', async (_what, isOfResult) => {
    const { match, aimed } = await dispute(isOfResult);
    await own.act(judge, rule(match));
    expect(await own.database.query('select from private.reminders')).toEqual([]);
    await tickAt(aimed);
    expect(await listTold(match)).toEqual(['Judge']);
  });

  it('is told to nobody who plays in it', async () => {
    const { match, aimed } = await dispute(false);
    await own.act(owner, { path: '/admins', body: { person: first.captain.person_id } });
    await tickAt(aimed);
    expect(await listTold(match)).toEqual(['Judge', 'Owner']);
  });
});
