import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type ApiLeague,
  createApiLeague,
  hour,
  scheduleMatch,
  type TestTeam,
  testNonce,
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
