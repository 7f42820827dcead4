import { toHash } from '@muster/league';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type ApiLeague,
  createApiLeague,
  startMatch,
  type TestTeam,
  testNonce,
  toScores,
} from '../testing/api-league.ts';
import { loadMatch } from './page.ts';

/** What each word in a match's address asks of the rules: what comes of it says which command it was. */

let own: ApiLeague;
let home: TestTeam;
let away: TestTeam;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  away = await own.addTeam('Away', 'tanks');
  home = await own.addTeam('Home', 'tanks');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});
beforeEach(() => own.database.query('delete from private.rate_limits'));

async function challenge(
  [challenger, defender]: [TestTeam, TestTeam] = [home, away],
  ladder = 'tanks',
): Promise<string> {
  const names = { entry: challenger.entry, opponent: defender.entry, nonce: testNonce };
  const { match } = await own.act(challenger.captain, {
    path: `/ladders/${ladder}/challenges`,
    body: { ...names, maps: ladder === 'tanks' ? ['Nexus'] : [] },
  });
  return String(match);
}
const send = (team: TestTeam, match: string, path: string, body: object = {}) =>
  own.send(team.captain, { path: `/matches/${match}/${path}`, body: { ...body } });
const act = async (...call: Parameters<typeof send>) => {
  const { body } = await send(...call);
  return body.data ?? expect.fail(JSON.stringify(body.error));
};
const look = async (id: string) =>
  (await loadMatch({
    ...{ database: own.database, viewer: null, locale: 'en', zone: 'UTC', params: { id } },
    ...{ now: own.league.now(), url: new URL('http://localhost:3000/') },
  })) ?? expect.fail();

it('a challenge is declined by the one and withdrawn by the other', async () => {
  const declined = await challenge();
  expect((await send(home, declined, 'decline')).body.error?.code).toBe('not_your_turn');
  expect(await act(away, declined, 'decline')).toEqual({
    ...{ match: declined, version: 2, status: 'declined' },
  });
  const withdrawn = await challenge();
  expect((await send(away, withdrawn, 'withdrawal')).body.error?.code).toBe('not_your_turn');
  expect(await act(home, withdrawn.toUpperCase(), 'withdrawal')).toEqual({
    ...{ match: withdrawn, version: 2, status: 'withdrawn' },
  });
});

it('other hours are offered, more time asked for and given, and one of them taken', async () => {
  const match = await challenge();
  const times = [own.at(2), own.at(3), own.at(4)];
  const others = [own.at(5), own.at(6), own.at(7)];
  await act(away, match, 'acceptance', { times, maps: ['Bridge'], nonce: testNonce });
  expect((await look(match)).offered).toEqual(times);
  expect(await act(home, match, 'extension')).toMatchObject({ status: 'offered' });
  const asked = await look(match);
  expect(asked.extension?.asked_by).toBe('challenger');
  await act(away, match, 'extension/agreement');
  expect(Date.parse((await look(match)).deadline ?? '')).toBeGreaterThan(
    Date.parse(asked.deadline ?? ''),
  );
  expect((await act(home, match, 'counter-offer', { times: others })).status).toBe('countered');
  expect((await look(match)).countered).toEqual(others);
  await act(away, match, 'confirmation', { time: others[1] });
  expect((await look(match)).time?.starts_at).toBe(others[1]);
  expect((await send(home, match, 'cancellation', { version: 1 })).status).toBe(409);
  await act(home, match, 'cancellation');
  expect((await act(away, match, 'cancellation/agreement')).status).toBe('cancelled');
});

it('a match is conceded by who lost it, without a report', async () => {
  const { match, maps } = await startMatch(own, 'tanks', [home, away]);
  expect((await act(away, match, 'concession')).status).toBe('completed');
  expect((await look(match)).result).toMatchObject({ winner: 'challenger' });
  expect((await send(home, match, 'report', { scores: toScores(maps, 'defender') })).status).toBe(
    422,
  );
});

/** Of a ladder of its own: both sides have checked in, and nobody has taken a turn. */
async function startVeto(ladder: string, names: [above: string, below: string]) {
  const veto = ['ban', 'ban', 'pick', 'side', 'decider'];
  await own.addLadder(ladder, 'rung', {
    maps: {
      ...{ pool: ['Nexus', 'Bridge', 'Valley', 'Harbour'], count: 2, letters: [] },
      ...{ choice: 'veto', veto, sides: ['West', 'East'] },
    },
  });
  const above = await own.addTeam(names[0], ladder);
  const below = await own.addTeam(names[1], ladder);
  const match = await challenge([below, above], ladder);
  const times = [own.at(2), own.at(3), own.at(4)];
  await act(above, match, 'acceptance', { times, nonce: testNonce });
  await act(below, match, 'confirmation', { time: times[0] });
  own.moveTo(new Date(Date.parse(times[0] ?? '') - 600_000).toISOString());
  for (const team of [below, above]) {
    const players = [team.captain.person_id, team.player.person_id];
    await act(team, match, 'check-in', { players });
  }
  return { match, above, below };
}

it('maps are banned and picked in turn, and their sides taken', async () => {
  const { match, above, below } = await startVeto('vetoes', ['Above', 'Below']);
  for (const [action, field] of [
    ['ban', 'map'],
    ['pick', 'map'],
    ['side', 'side'],
  ]) {
    const { error } = (await send(above, match, 'veto', { action })).body;
    expect([error?.code, error?.field]).toEqual(['field_invalid', field]);
  }
  await act(above, match, 'veto', { action: 'ban', map: 'Nexus', side: 'West' });
  await act(below, match, 'veto', { action: 'ban', map: 'Bridge' });
  await act(above, match, 'veto', { action: 'pick', map: 'Valley' });
  await act(below, match, 'veto', { action: 'side', side: 'East', map: 'Harbour' });
  const turns = (await look(match)).veto.map(({ action, value }) => [action, value]);
  expect(turns.slice(0, 4)).toEqual([
    ['ban', 'Nexus'],
    ['ban', 'Bridge'],
    ['pick', 'Valley'],
    ['side', 'East'],
  ]);
});

it('the draws of a veto that ends with a departure can be checked', async () => {
  const { match, above, below } = await startVeto('drawn-vetoes', ['Upper', 'Lower']);
  await act(above, match, 'veto', { action: 'ban', map: 'Nexus' });
  own.moveTo(new Date(Date.parse((await look(match)).deadline ?? '')).toISOString());
  // The ban that is overdue is drawn before anything else; either of these two maps is left by it.
  const picks = [];
  for (const map of ['Bridge', 'Valley']) {
    picks.push((await send(above, match, 'veto', { action: 'pick', map })).status);
  }
  expect(picks).toContain(200);
  const drawn = await look(match);
  expect(drawn).toMatchObject({ status: 'veto', seed: null, draws: [{ n: 1, purpose: 'ban' }] });
  await own.act(below.captain, {
    ...{ path: `/ladders/drawn-vetoes/entries/${below.entry}`, method: 'DELETE' },
  });
  const ended = await look(match);
  expect(ended).toMatchObject({ status: 'forfeited', draws: drawn.draws });
  expect(toHash(ended.seed ?? '')).toBe(ended.seed_hash);
});
