import type { LeagueEvent } from '@muster/league';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { settleRequests } from '../engine/project/join-requests.ts';
import { verify } from '../engine/replay/verify.ts';
import { type ApiLeague, createApiLeague, type TestTeam } from '../testing/api-league.ts';
import { toInput } from '../testing/test-league.ts';
import { listMatters } from '../waiting/matters.ts';
import { loadTeam } from './page.ts';

let own: ApiLeague;
let admin: Viewer;
let team: TestTeam;
let number = 0;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks', 'rung', { team: { size: 2 } });
  admin = await own.addAdmin('Steward');
});
beforeEach(async () => {
  number += 1;
  await own.database.query('delete from private.rate_limits');
  team = await own.addTeam(`N${number} Crew`, null);
});
afterAll(async () => {
  expect(await verify(own.database)).toMatchObject({ difference: null });
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const ask = (who: Viewer, words = '') =>
  own.act(who, { path: `/teams/${team.slug}/requests`, body: { words } });

const later = () => own.moveTo(new Date(own.league.now().getTime() + 60_000).toISOString());

async function look(viewer: Viewer) {
  const input = toInput(own.database, { path: `/teams/${team.slug}`, params: { slug: team.slug } });
  return (await loadTeam({ ...input, viewer, now: own.league.now() }))?.viewer;
}

/** What the asker reads, whom the captain may answer, and for how many the captain's waiting list asks. */
async function read(asker: Viewer) {
  const { captain } = team;
  const matters = await listMatters(own.database, captain.person_id, own.league.now());
  const own_request = (await look(asker))?.request ?? null;
  return [
    own_request && `${own_request.state} ${own_request.at}: ${own_request.reason}`,
    (await look(captain))?.requests.map(({ words }) => words),
    matters.filter(({ kind }) => kind === 'join_request').length,
  ];
}

const now = () => own.league.now().toISOString();

it.each(['suspension', 'ban'])(
  'are declined by a %s everywhere, and may be made again once it is lifted',
  async (kind) => {
    const asker = await own.addPerson(`Asks, ${kind}`);
    const other = await own.addPerson(`Waits beside, ${kind}`);
    await ask(asker, 'I drive.');
    expect(await read(asker)).toEqual([`waiting ${now()}: `, ['I drive.'], 1]);
    await ask(other, 'I too.');
    const otherAsked = now();
    later();
    const { sanction } = await own.act(admin, {
      path: '/sanctions',
      body: { person: asker.person_id, kind, reason: 'Fair play.' },
    });
    const declined = `declined ${now()}: `;
    expect(await read(asker)).toEqual([declined, ['I too.'], 1]);
    expect((await look(other))?.request).toEqual({ state: 'waiting', at: otherAsked, reason: '' });
    later();
    const lift = { path: `/sanctions/${sanction}`, method: 'DELETE' as const };
    await own.act(admin, { ...lift, body: { reason: 'Mistaken.' } });
    expect((await read(asker))[0]).toBe(declined);
    await ask(asker, 'Again.');
    expect(await read(asker)).toEqual([`waiting ${now()}: `, ['I too.', 'Again.'], 2]);
  },
);

it('are declined with the team’s end, and may be made again once it is back', async () => {
  const [asker, answered] = [await own.addPerson('Asks one'), await own.addPerson('Was told no')];
  const beside = await own.addTeam('Unended', null);
  await ask(asker, 'I drive.');
  await own.act(asker, { path: `/teams/${beside.slug}/requests` });
  await ask(answered);
  const no = { person: answered.person_id, accept: false, reason: 'Full.' };
  await own.act(team.captain, { path: `/teams/${team.slug}/requests/answer`, body: no });
  const told = `declined ${now()}: Full.`;
  later();
  const office = (act: string) =>
    own.act(admin, {
      path: `/moderation/teams/${team.slug}/${act}`,
      body: { reason: 'Mistaken.' },
    });
  await office('disband');
  const declined = `declined ${now()}: `;
  later();
  await office('return');
  expect(await read(asker)).toEqual([declined, [], 0]);
  expect((await read(answered))[0]).toBe(told);
  const rows = await own.database.query(
    'select is_accepted from private.join_requests where person_id = $1 and team_id = $2',
    [asker.person_id, beside.id],
  );
  expect(rows).toEqual([{ is_accepted: null }]);
  await ask(asker, 'Again.');
  expect(await read(asker)).toEqual([`waiting ${now()}: `, ['Again.'], 1]);
});

it('are answered at the instant of the answer, and once', async () => {
  const asker = await own.addPerson('Is let in');
  await ask(asker);
  later();
  const yes = { person: asker.person_id, accept: true };
  await own.act(team.captain, { path: `/teams/${team.slug}/requests/answer`, body: yes });
  const rows = () =>
    own.database.query(
      'select is_accepted, answered_at from private.join_requests where person_id = $1',
      [asker.person_id],
    );
  const accepted = [{ is_accepted: true, answered_at: own.league.now() }];
  expect(await rows()).toEqual(accepted);
  later();
  await own.act(team.captain, { path: `/teams/${team.slug}/disband` });
  expect(await rows()).toEqual(accepted);
});

it('are what they were after the log has been gone through once more', async () => {
  const rows = () =>
    own.database.query<{ team_id: string; is_accepted: boolean | null }>(
      'select * from private.join_requests order by team_id, person_id',
    );
  const before = await rows();
  // Some of those who wait were told no before.
  expect(new Set(before.map(({ is_accepted }) => is_accepted))).toEqual(
    new Set([null, true, false]),
  );
  for (const id of new Set(before.map(({ team_id }) => team_id))) {
    const log = await own.database.query<LeagueEvent & { at: Date }>(
      'select * from public.league_events where stream = $1 order by sequence',
      [`team:${id}`],
    );
    const events = log.map((event) => ({ ...event, at: event.at.toISOString() }) as LeagueEvent);
    await own.database.transaction((transaction) => settleRequests(transaction, id, events));
  }
  expect(await rows()).toEqual(before);
});
