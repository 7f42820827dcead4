import type { RulingEffects } from '@muster/league';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { verify } from '../engine/replay/verify.ts';
import { loadLadderAdmin } from '../ladder-admin/page.ts';
import {
  type ApiLeague,
  createApiLeague,
  hour,
  scheduleMatch,
  startMatch,
  type TestTeam,
  toScores,
} from '../testing/api-league.ts';

let own: ApiLeague;
let owner: Viewer;
let judge: Viewer;
let second: Viewer;
let teams: [TestTeam, TestTeam, TestTeam];

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  const first = await own.addTeam('Anchor', 'tanks');
  const other = await own.addTeam('Birch', 'tanks');
  teams = [first, other, await own.addTeam('Cinder', 'tanks')];
  owner = await own.addAdmin('Owner');
  [judge, second] = [await own.addPerson('Judge'), await own.addPerson('Second')];
  for (const person of [judge, second]) {
    await own.act(owner, { path: '/ladders/tanks/admins', body: { person: person.person_id } });
  }
});
afterAll(async () => {
  expect(await verify(own.database)).toMatchObject({ difference: null });
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

/** A match that both sides report otherwise. */
async function dispute([challenger, defender]: [TestTeam, TestTeam]): Promise<string> {
  const { match, maps } = await startMatch(own, 'tanks', [challenger, defender]);
  for (const [team, winner] of [
    [challenger, 'challenger'],
    [defender, 'defender'],
  ] as const) {
    await own.act(team.captain, {
      path: `/matches/${match}/report`,
      body: { scores: toScores(maps, winner) },
    });
  }
  return match;
}

const listRungs = async () =>
  Object.fromEntries(
    (
      await own.database.query<{ id: string; rung: number | null; wins: number; losses: number }>(
        'select id, rung, wins, losses from public.entries',
      )
    ).map(({ id, ...row }) => [id, row]),
  );

it('gives a case to one admin at a time, and says who has it', async () => {
  const match = await dispute([teams[1], teams[0]]);
  const path = `/matches/${match}/case`;
  const outcome = { kind: 'completed', winner: 'challenger', scores: [] };
  const ruling = {
    path: `/matches/${match}/ruling`,
    body: { outcome, rule: 'score.by', reason: 'The pictures say so.' },
  };
  expect((await own.send(teams[0].captain, { path })).body.error?.code).toBe('not_admin');
  await own.act(judge, { path });
  const taken = await own.send(second, { path });
  expect(taken).toMatchObject({ status: 409, body: { error: { code: 'case_taken' } } });
  expect(taken.body.error?.params.by).toBe('Judge');
  expect((await own.send(second, ruling)).body.error?.code).toBe('case_taken');
  await own.act(judge, { path, method: 'DELETE' });
  await own.act(second, { path });
  expect((await own.send(judge, ruling)).body.error?.code).toBe('case_taken');
  await own.act(judge, { path, body: { take_over: true } });

  const before = await listRungs();
  // While a command has the ladder in hand: a preview only reads.
  const shown = await own.database.transaction(async (transaction) => {
    await transaction.query('select 1 from public.stream_heads for update');
    return own.act(judge, { path: `/matches/${match}/ruling/preview`, body: { outcome } });
  });
  expect(await listRungs()).toEqual(before);
  expect(shown).toMatchObject({
    names: { [teams[1].entry]: 'Birch', [teams[0].entry]: 'Anchor' },
    sides: { [match]: { challenger: 'Birch', defender: 'Anchor' } },
  });
  await own.act(judge, ruling);
  const after = await listRungs();
  const { entries } = shown as unknown as RulingEffects;
  expect(entries.map(({ entry_id }) => entry_id).sort()).toEqual(
    Object.keys(after)
      .filter((id) => JSON.stringify(after[id]) !== JSON.stringify(before[id]))
      .sort(),
  );
  for (const { entry_id, after: told } of entries) {
    expect(told).toMatchObject(after[entry_id] ?? {});
  }
  expect((await own.send(second, { path })).body.error?.code).toBe('dispute_closed');
});

/** The desk as somebody sees it now. */
async function openDesk(person: Viewer) {
  const data = await loadLadderAdmin({
    database: own.database,
    viewer: person,
    locale: 'en',
    zone: 'UTC',
    now: own.league.now(),
    params: { slug: 'tanks' },
    url: new URL('http://localhost:3000/ladders/tanks/admin'),
  });
  return data?.desk ?? null;
}

it('puts on the desk what waits, the most urgent first, and what admins did and why', async () => {
  expect(await openDesk(teams[0].captain)).toBeNull();
  own.moveTo(own.at(2));
  const match = await dispute([teams[2], teams[0]]);
  const calm = await openDesk(judge);
  expect(calm?.cases).toMatchObject([
    {
      match_id: match,
      reason: 'reports_differ',
      blocks_at: null,
      holder: null,
      challenger: { name: 'Cinder' },
      defender: { name: 'Anchor' },
    },
  ]);
  expect(calm?.median_hours).toBeGreaterThanOrEqual(0);
  expect(calm?.acts[0]).toMatchObject({ type: 'ruling_given', reason: 'The pictures say so.' });

  const { starts_at } = await scheduleMatch(own, 'tanks', [teams[0], teams[1]]);
  own.moveTo(new Date(Date.parse(starts_at) - 10 * hour).toISOString());
  await own.act(judge, { path: `/matches/${match}/case` });
  const urgent = await openDesk(second);
  expect(urgent?.cases).toMatchObject([
    { blocks_at: starts_at, holder: { username: 'Judge', is_own: false } },
  ]);
  const strike = { path: `/ladders/tanks/entries/${teams[2].entry}/strikes` };
  await own.act(judge, { ...strike, body: { reason: 'Did not wait for the ruling.' } });
  const desk = await openDesk(judge);
  expect(desk?.acts[0]).toMatchObject({
    type: 'strike_given',
    actor_id: judge.person_id,
    reason: 'Did not wait for the ruling.',
  });
  const path = `/ladders/tanks/desk/entries?entry=${teams[2].entry}`;
  expect(await own.act(judge, { path, method: 'GET' })).toMatchObject({
    entries: [{ strikes: [{ reason: 'by_admin' }] }],
  });
  expect(desk?.matches.every(({ is_stuck }) => !is_stuck)).toBe(true);
  await own.act(judge, {
    path: `/matches/${match}/ruling`,
    body: { outcome: { kind: 'voided' }, rule: 'report.evidence', reason: 'Nothing shows it.' },
  });
});

it('tries an overturned result first, and keeps an admin from their own match', async () => {
  own.moveTo(own.at(2));
  const { match, maps } = await startMatch(own, 'tanks', [teams[2], teams[1]]);
  await own.act(owner, {
    path: '/ladders/tanks/admins',
    body: { person: teams[1].player.person_id },
  });
  for (const [admin, has_part] of [
    [teams[1].player, true],
    [second, false],
  ] as const) {
    const running = (await openDesk(admin))?.matches.find(({ id }) => id === match);
    expect(running).toMatchObject({ has_part });
  }
  const scores = toScores(maps, 'challenger');
  for (const team of [teams[2], teams[1]]) {
    await own.act(team.captain, { path: `/matches/${match}/report`, body: { scores } });
  }
  await own.act(teams[1].captain, {
    path: `/matches/${match}/dispute`,
    body: { statement: 'They fielded somebody who was suspended.' },
  });
  const preview = {
    path: `/matches/${match}/ruling/preview`,
    body: { outcome: { kind: 'forfeited', loser: 'challenger' } },
  };
  expect((await own.send(teams[1].player, preview)).body.error?.code).toBe('own_match');
  expect((await openDesk(teams[1].player))?.cases).toMatchObject([{ has_part: true }]);
  expect((await openDesk(second))?.cases).toMatchObject([{ has_part: false }]);
  expect(await own.send(null, preview)).toMatchObject({ status: 401 });
  const shown = (await own.act(second, preview)) as unknown as RulingEffects;
  const climbed = shown.entries.find(({ entry_id }) => entry_id === teams[2].entry);
  expect(climbed).toMatchObject({ before: { rung: 1, wins: 1 }, after: { rung: 3, wins: 0 } });
  expect(shown.matches).toMatchObject([
    { match_id: match, before: { status: 'completed' }, after: { status: 'forfeited' } },
  ]);
  await own.act(second, {
    path: `/matches/${match}/ruling`,
    body: { ...preview.body, rule: 'transfer.wait', reason: 'They were suspended.' },
  });
  const rungs = await listRungs();
  for (const { entry_id, after } of shown.entries) {
    expect(after).toMatchObject(rungs[entry_id] ?? {});
  }
});

it('finds sanctions in their own table, and verify sees when somebody touches it', async () => {
  const person = teams[0].captain.person_id;
  const body = { person, kind: 'suspension', until: own.at(4), reason: 'Cheating.' };
  const { sanction } = await own.act(owner, { path: '/sanctions', body });
  const rest = { path: `/entries/${teams[0].entry}/rest`, body: { days: 2 } };
  expect((await own.send(teams[0].captain, rest)).body.error).toMatchObject({
    code: 'suspended',
    params: { until: body.until },
  });
  await own.database.query('update public.sanctions set is_lifted = true');
  expect((await verify(own.database)).difference).toMatchObject({ stream: 'site' });
  await own.database.query('update public.sanctions set is_lifted = false');
  await own.act(owner, {
    path: `/sanctions/${sanction}`,
    method: 'DELETE',
    body: { reason: 'Cleared.' },
  });
  // Whoever could not act could not lead: the captaincy passed on, and is given back.
  const path = `/teams/${teams[0].slug}/members/${person}`;
  await own.act(teams[0].player, { path, body: { role: 'captain' } });
  await own.act(teams[0].captain, rest);
});

it('voids one running match, with its effects shown before', async () => {
  own.moveTo(own.at(9));
  const { match } = await scheduleMatch(own, 'tanks', [teams[2], teams[1]]);
  const preview = { path: `/matches/${match}/void/preview` };
  expect((await own.send(teams[2].captain, preview)).body.error?.code).toBe('not_admin');
  const before = await listRungs();
  const shown = (await own.act(judge, preview)) as unknown as RulingEffects;
  expect(shown).toMatchObject({
    entries: [],
    matches: [
      {
        match_id: match,
        before: { status: 'scheduled' },
        after: { status: 'voided', winner: null },
      },
    ],
  });
  const [still] = await own.database.query('select status from public.matches where id = $1', [
    match,
  ]);
  expect(still).toEqual({ status: 'scheduled' });
  const body = { rule: 'schedule.apart', reason: 'The server burned down.' };
  await own.act(judge, { path: `/matches/${match}/void`, body });
  const [voided] = await own.database.query('select status from public.matches where id = $1', [
    match,
  ]);
  expect(voided).toEqual({ status: 'voided' });
  expect(await listRungs()).toEqual(before);
  expect((await openDesk(judge))?.acts[0]).toMatchObject({
    type: 'match_voided',
    reason: body.reason,
  });
  expect((await own.send(judge, preview)).status).toBe(422);
});
