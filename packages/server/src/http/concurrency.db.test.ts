import { randomUUID } from 'node:crypto';
import { toCanonicalJson } from '@muster/league';
import { expect, it } from 'vitest';
import { executeAsSystem } from '../engine/execute.ts';
import { createLeague, type League } from '../engine/league.ts';
import { verify } from '../engine/replay/verify.ts';
import {
  type ApiLeague,
  createRacingLeague,
  type TestTeam,
  testNonce,
} from '../testing/api-league.ts';

async function createSmallLeague(): Promise<{
  own: ApiLeague;
  teams: [TestTeam, TestTeam, TestTeam];
}> {
  const own = await createRacingLeague();
  await own.addLadder('tanks');
  const first = await own.addTeam('Anchor', 'tanks');
  const second = await own.addTeam('Birch', 'tanks');
  const third = await own.addTeam('Cinder', 'tanks');
  return { own, teams: [first, second, third] };
}

function challenge(from: TestTeam, to: TestTeam, commandId = randomUUID()) {
  const body = { entry: from.entry, opponent: to.entry, nonce: testNonce };
  return { path: '/ladders/tanks/challenges', body, commandId };
}

it('lets one of two challenges to one defender win, and tells the other who was first', async () => {
  const { own, teams } = await createSmallLeague();
  await using _league = own;
  const [first, second, third] = teams;
  const answers = await Promise.all([
    own.send(second.captain, challenge(second, first)),
    own.send(third.captain, challenge(third, first)),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  const refused = answers.find(({ status }) => status === 422);
  const winner = answers[0]?.status === 200 ? second : third;
  expect(refused?.body.error).toMatchObject({
    code: 'already_challenged',
    params: { entry: first.name, by: winner.name },
  });
  expect(await verify(own.database)).toMatchObject({ difference: null });
  expect(own.failures).toEqual([]);
});

it('obeys the same command sent twenty times at once a single time', async () => {
  const { own, teams } = await createSmallLeague();
  await using _league = own;
  const [first, second] = teams;
  const call = challenge(second, first);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => own.send(second.captain, call)),
  );
  expect(new Set(answers.map(({ body }) => toCanonicalJson(body))).size).toBe(1);
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const made = await own.database.query(
    `select 1 from public.league_events where type = 'challenge_made'`,
  );
  expect(made).toHaveLength(1);
  expect(own.failures).toEqual([]);
});

it('keeps the log whole while all captains act at once', async () => {
  const { own, teams } = await createSmallLeague();
  await using _league = own;
  const [first, second, third] = teams;
  const calls = [first, second, third].flatMap((from) =>
    [first, second, third].flatMap((to) => [
      own.send(from.captain, challenge(from, to)),
      own.send(from.captain, { path: `/teams/${from.slug}/invites` }),
    ]),
  );
  const leaving = own.send(first.captain, { path: `/teams/${first.slug}/disband` });
  const answers = await Promise.all([...calls, leaving]);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await verify(own.database)).toMatchObject({ difference: null });
  expect(own.failures).toEqual([]);
});

it('dates nothing before the last event of its stream, though the clock of its process goes behind', async () => {
  const own = await createRacingLeague();
  await using _league = own;
  // The stream is there already, so that its head is what is waited for.
  const [first, second] = [await own.addAdmin('First'), await own.addPerson('Second')];
  const grant = (league: League, person_id: string, then?: () => Promise<unknown>) =>
    executeAsSystem(league, async (unit) => {
      await unit.hold(['site']);
      await unit.decideSite({ type: 'grant_editor', person_id }, { isSystem: true });
      await then?.();
    });
  const ahead = createLeague(own.database, () => new Date(own.league.now().getTime() + 60_000));
  let waiting: Promise<void> | undefined;
  await grant(ahead, first.person_id, async () => {
    waiting = grant(own.league, second.person_id);
    const blocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => own.database.query(blocked), { timeout: 60_000 }).toHaveLength(1);
  });
  await waiting;
  const events = await own.database.query<{ person: string; at: Date }>(
    `select data ->> 'person_id' as person, at from public.league_events
     where stream = 'site' and type = 'editor_granted' order by sequence`,
  );
  const at = ahead.now();
  expect(events).toEqual([first, second].map(({ person_id: person }) => ({ person, at })));
});
