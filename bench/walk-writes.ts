import type { Viewer } from '../packages/server/src/context.ts';
import {
  hour,
  type TestTeam,
  testNonce,
  toScores,
} from '../packages/server/src/testing/api-league.ts';
import type { MeasuredLeague } from './measured-league.ts';
import { year } from './simulated-year.ts';

const ladder = `/ladders/${year.slug}`;
const reason = 'It is to be measured.';
const rule = 'dispute';

/** Who walks, and what of the year they have to do with. */
export interface Cast {
  owner: Viewer;
  teams: [TestTeam, TestTeam];
  /** A result of the year that nobody disputed, and the captain who lost it. */
  loss: { match: string; captain: Viewer };
}

/** A challenge that is answered and whose hour is agreed, on a ladder without maps to pick. */
async function schedule(own: MeasuredLeague, [defender, challenger]: Cast['teams']) {
  const made = await own.act(challenger.captain, {
    path: `${ladder}/challenges`,
    body: { entry: challenger.entry, opponent: defender.entry, nonce: testNonce },
  });
  const match = String(made.match);
  const times = [own.at(2), own.at(3), own.at(4)];
  await own.act(defender.captain, {
    path: `/matches/${match}/acceptance`,
    body: { times, nonce: testNonce },
  });
  await own.act(challenger.captain, {
    path: `/matches/${match}/confirmation`,
    body: { time: times[0], version: 2 },
  });
  return { match, starts_at: Date.parse(times[0] ?? '') };
}

/** The same once both sides have checked in and its hour has come, with the maps that are played. */
async function start(own: MeasuredLeague, teams: Cast['teams']) {
  const { match, starts_at } = await schedule(own, teams);
  own.moveTo(new Date(starts_at - hour / 4).toISOString());
  for (const { captain, player } of teams) {
    const players = [captain.person_id, player.person_id];
    await own.send(captain, { path: `/matches/${match}/check-in`, body: { players } });
  }
  own.moveTo(new Date(starts_at + hour).toISOString());
  const maps = await own.database.query<{ map: string }>(
    'select map from public.match_maps where match_id = $1 order by position',
    [match],
  );
  return { match, maps: maps.map(({ map }) => map) };
}

async function walkMatch(own: MeasuredLeague, { owner, teams }: Cast): Promise<void> {
  const [defender, challenger] = teams;
  const ask = (who: TestTeam, path: string, body: object = {}) =>
    own.send(who.captain, { path, body: { ...body } });
  const first = (await schedule(own, teams)).match;
  const times = [own.at(5), own.at(6), own.at(7)];
  await ask(challenger, `/matches/${first}/reschedule`, { times });
  await ask(defender, `/matches/${first}/reschedule/answer`, { time: null });
  await own.send(owner, { path: `/matches/${first}/void/preview` });
  await ask(challenger, `/matches/${first}/cancellation`);
  await ask(defender, `/matches/${first}/cancellation/agreement`);
  const { match, maps } = await start(own, teams);
  await ask(challenger, `/matches/${match}/messages`, { text: 'On our way.' });
  await ask(challenger, `/matches/${match}/server`, { address: '192.0.2.1:7777' });
  await ask(challenger, `/matches/${match}/report`, { scores: toScores(maps, 'challenger') });
  await ask(defender, `/matches/${match}/report`, { scores: toScores(maps, 'defender') });
  await ask(defender, `/matches/${match}/statements`, { text: 'We won.' });
  await ask(defender, `/matches/${match}/evidence/links`, { url: 'https://video.example/1' });
  await judge(own, owner, match, { kind: 'completed', winner: 'challenger', scores: [] });
  await ask(defender, `/matches/${match}/appeal`, { statement: 'We did win.' });
  await own.send(owner, {
    path: `/matches/${match}/appeal/decision`,
    body: { outcome: { kind: 'upheld' }, rule, reason },
  });
}

/** A case is taken, tried out, and ruled. */
async function judge(own: MeasuredLeague, owner: Viewer, match: string, outcome: object) {
  await own.send(owner, { path: `/matches/${match}/case` });
  await own.send(owner, { path: `/matches/${match}/ruling/preview`, body: { outcome } });
  await own.send(owner, { path: `/matches/${match}/ruling`, body: { outcome, rule, reason } });
}

/** A ruling that has the whole season recomputed. */
async function overturn(own: MeasuredLeague, { owner, loss }: Cast): Promise<void> {
  await own.send(loss.captain, {
    path: `/matches/${loss.match}/dispute`,
    body: { statement: 'They were five.' },
  });
  await judge(own, owner, loss.match, { kind: 'voided' });
}

async function walkEntries(own: MeasuredLeague, { owner, teams: [team] }: Cast): Promise<void> {
  const entry = `${ladder}/entries/${team.entry}`;
  const act = (path: string, body: object = {}, method: 'POST' | 'DELETE' = 'POST') =>
    own.send(owner, { path: `${entry}${path}`, method, body: { reason, ...body } });
  await act('/rung', { rung: 3 });
  await act('/strikes');
  await act('/rest', { days: 3 });
  await act('/suspension', { until: own.at(3) });
  await act('/suspension', {}, 'DELETE');
  await own.send(team.captain, { path: `/entries/${team.entry}/rest`, body: { days: 2 } });
  const player = `/entries/${team.entry}/players/${team.player.person_id}`;
  await own.send(team.captain, { path: player, method: 'DELETE' });
  await own.send(team.captain, { path: player });
  await act('/removal');
  await own.send(owner, { path: `${ladder}/edit`, body: { name: 'Simulated', zone: 'UTC' } });
  await own.send(owner, { path: `${ladder}/rules`, body: { rules: {} } });
}

async function walkPeople(own: MeasuredLeague, { owner, teams }: Cast): Promise<void> {
  const [, team] = teams;
  const { person_id: person } = team.player;
  const act = (who: Viewer, path: string, body: object = {}) =>
    own.send(who, { path, body: { ...body } });
  await act(team.captain, `/teams/${team.slug}/edit`, { zone: 'Europe/Berlin' });
  await act(team.captain, `/teams/${team.slug}/members/${person}`, { role: 'co_captain' });
  const stranger = await own.addPerson(`Stranger ${team.slug}`);
  await act(stranger, `/teams/${team.slug}/requests`, { words: 'Hello.' });
  await act(team.captain, `/teams/${team.slug}/requests/answer`, {
    person: stranger.person_id,
    accept: true,
  });
  await act(team.captain, '/me/settings', { zone: 'Europe/Berlin' });
  await act(team.captain, '/me/identities', { kind: 'steam', handle: team.slug });
  await act(owner, `${ladder}/admins`, { person });
  const ban = { person: stranger.person_id, kind: 'ban', reason };
  const { body } = await act(owner, '/sanctions', ban);
  await own.send(owner, {
    path: `/sanctions/${body.data?.sanction}`,
    method: 'DELETE',
    body: { reason },
  });
  await act(stranger, '/me/deletion');
  await own.send(team.captain, { path: `${ladder}/entries/${team.entry}`, method: 'DELETE' });
  await act(team.captain, `/teams/${team.slug}/disband`);
}

/** Every route that was not asked yet, asked by an admin for something that it refuses. */
async function askTheRest(
  own: MeasuredLeague,
  { owner, teams: [team], loss }: Cast,
): Promise<void> {
  const asked = new Set(own.holds.map(({ what }) => what));
  for (const route of own.listWrites().filter((name) => !asked.has(name))) {
    const [method, pattern = ''] = route.split(' ');
    const path = pattern
      .replace('/api', '')
      .replace('/ladders/:slug', ladder)
      .replace('/teams/:slug', `/teams/${team.slug}`)
      .replace('/entries/:id', `/entries/${team.entry}`)
      .replace('/matches/:id', `/matches/${loss.match}`)
      .replace(/:\w+/g, team.id);
    // Nobody asks for so much within a minute.
    await own.database.query('delete from private.rate_limits');
    const body = { reason, rule, times: [own.at(2), own.at(3), own.at(4)], void_open: true };
    await own.send(owner, { path, method: method === 'DELETE' ? 'DELETE' : 'POST', body });
  }
}

/** Goes through every write route once: what a season is made of, then whatever was not asked by that. */
export async function walkWrites(own: MeasuredLeague, cast: Cast): Promise<void> {
  await overturn(own, cast);
  await walkMatch(own, cast);
  await walkEntries(own, cast);
  await askTheRest(own, cast);
  await walkPeople(own, cast);
  // All that became due in a month of which nobody took note.
  own.moveTo(own.at(30));
  await own.send(cast.owner, { path: `${ladder}/edit`, body: { name: 'Simulated', zone: 'UTC' } });
}
