import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type ApiLeague,
  createApiLeague,
  hour,
  type TestTeam,
  testNonce,
} from '../testing/api-league.ts';

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
