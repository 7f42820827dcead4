import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadAdmins } from '../admin/page.ts';
import type { Viewer } from '../context.ts';
import { verify } from '../engine/replay/verify.ts';
import { loadHome } from '../home/page.ts';
import {
  type ApiLeague,
  createApiLeague,
  startMatch,
  type TestTeam,
  toScores,
} from '../testing/api-league.ts';
import { toInput } from '../testing/test-league.ts';

let own: ApiLeague;
let owner: Viewer;
let judge: Viewer;

beforeAll(async () => {
  own = await createApiLeague();
  owner = await own.addAdmin('Owner');
  judge = await own.addAdmin('Judge');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

async function addTwo(ladder: string, names: [string, string]): Promise<[TestTeam, TestTeam]> {
  await own.addLadder(ladder);
  const defender = await own.addTeam(names[0], ladder);
  return [await own.addTeam(names[1], ladder), defender];
}

/** A match that both sides report otherwise, on which the judge rules, and another after an appeal. */
async function rule(ladder: string, [one, other]: [TestTeam, TestTeam]): Promise<void> {
  const { match, maps } = await startMatch(own, ladder, [one, other]);
  for (const [team, winner] of [
    [one, 'challenger'],
    [other, 'defender'],
  ] as const) {
    const body = { scores: toScores(maps, winner) };
    await own.act(team.captain, { path: `/matches/${match}/report`, body });
  }
  const decide = (admin: Viewer, path: string, winner: 'challenger' | 'defender') => {
    const outcome = { kind: 'completed', winner, scores: toScores(maps, winner) };
    const body = { outcome, rule: 'score.by', reason: 'The pictures say so.' };
    return own.act(admin, { path: `/matches/${match}/${path}`, body });
  };
  await decide(judge, 'ruling', 'challenger');
  const body = { statement: 'The pictures are of another match.' };
  await own.act(other.captain, { path: `/matches/${match}/appeal`, body });
  await decide(owner, 'appeal/decision', 'defender');
}

/** What everybody reads of matches played and of rulings. */
async function readFigures() {
  const home = await loadHome(toInput(own.database));
  const admins = await loadAdmins(toInput(own.database));
  const line = admins?.admins.find(({ username }) => username === 'Judge');
  return {
    matches: home?.figures.matches,
    rulings: admins?.rulings,
    has_median: admins?.median_hours !== null,
    of_judge: [line?.rulings, line?.overturned],
  };
}

it('counts neither results nor rulings of a test ladder, and those of any other', async () => {
  const tried = await addTwo('trial', ['Anchor', 'Birch']);
  await own.database.query('update public.ladders set is_test = true');
  await rule('trial', tried);
  const none = { matches: 0, rulings: 0, has_median: false, of_judge: [0, 0] };
  expect(await readFigures()).toEqual(none);
  expect(await own.database.query('select from private.rulings')).toEqual([]);
  expect(await verify(own.database)).toMatchObject({ difference: null });

  await rule('tanks', await addTwo('tanks', ['Cinder', 'Dune']));
  const one = { matches: 1, rulings: 1, has_median: true, of_judge: [1, 1] };
  expect(await readFigures()).toEqual(one);
  expect(await verify(own.database)).toMatchObject({ difference: null });
});
