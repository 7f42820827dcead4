import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadTeam } from '../team/page.ts';
import {
  createMatch,
  createTestLeague,
  type TestLeague,
  type TestTeam,
  toInput,
} from '../testing/test-league.ts';

let own: TestDatabase;
let league: TestLeague;
let number = 0;

beforeAll(async () => {
  own = await createTestDatabase();
  league = await createTestLeague(own.database);
});
afterAll(() => own[Symbol.asyncDispose]());

const end = (challenger: TestTeam, defender: TestTeam, day: number, status = 'completed') => {
  number += 1;
  const ended_at = `2026-11-${String(day).padStart(2, '0')}T20:00:00Z`;
  return createMatch(own.database, league, { challenger, defender, status, number, ended_at });
};
const listDays = async () => {
  const input = toInput(own.database, { params: { slug: 'kaarna' } });
  const { results } = (await loadTeam(input)) ?? expect.fail();
  return results.map(({ ended_at, own_side }) => `${ended_at?.slice(8, 10)} ${own_side}`);
};

it('a team’s results are the last ten of both of its sides, the last first', async () => {
  const { kaarna, treadheads, dust } = league;
  for (let day = 1; day <= 12; day += 1) {
    await end(kaarna, dust, day);
  }
  const days = ['12', '11', '10', '09', '08', '07', '06', '05', '04', '03'];
  expect(await listDays()).toEqual(days.map((day) => `${day} challenger`));
  for (let day = 13; day <= 24; day += 1) {
    await end(treadheads, kaarna, day, day % 2 === 0 ? 'forfeited' : 'completed');
  }
  await end(kaarna, dust, 25);
  await end(kaarna, dust, 26, 'cancelled');
  await end(treadheads, dust, 27);
  const later = ['24', '23', '22', '21', '20', '19', '18', '17', '16'];
  expect(await listDays()).toEqual(['25 challenger', ...later.map((day) => `${day} defender`)]);
});
