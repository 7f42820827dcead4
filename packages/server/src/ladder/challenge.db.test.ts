import { toHash } from '@muster/league';
import { expect, it } from 'vitest';
import { createApiLeague, day, type TestTeam, testNonce } from '../testing/api-league.ts';

it('draws a match by a seed of its own that nobody can guess, of which the log gets the hash alone', async () => {
  await using own = await createApiLeague();
  await own.addLadder('tanks');
  const [first, second, third, fourth] = [
    await own.addTeam('Anchors', 'tanks'),
    await own.addTeam('Birches', 'tanks'),
    await own.addTeam('Comets', 'tanks'),
    await own.addTeam('Dunes', 'tanks'),
  ];
  for (const [challenger, defender] of [
    [second, first],
    [fourth, third],
  ] as const) {
    const body = { entry: challenger.entry, opponent: defender.entry, nonce: testNonce };
    await own.act(challenger.captain, { path: '/ladders/tanks/challenges', body });
  }
  const made = await own.database.query<{ seed: string; data: Record<string, unknown> }>(
    `select s.seed, e.data from private.match_seeds s
     join public.league_events e on e.match_id = s.match_id and e.type = 'challenge_made'`,
  );
  expect(new Set(made.map(({ seed }) => seed)).size).toBe(2);
  for (const { seed, data } of made) {
    expect(seed).toMatch(/^[0-9a-f]{64}$/);
    expect(data.seed_hash).toBe(toHash(seed));
    expect(JSON.stringify(data)).not.toContain(seed);
  }
});

it('is decided after every deadline that has passed, though no clock has run', async () => {
  await using own = await createApiLeague();
  await own.addLadder('tanks');
  const [first, second, third] = [
    await own.addTeam('Anchors', 'tanks'),
    await own.addTeam('Birches', 'tanks'),
    await own.addTeam('Comets', 'tanks'),
  ];
  const challenge = (from: TestTeam, to: TestTeam) =>
    own.send(from.captain, {
      path: '/ladders/tanks/challenges',
      body: { entry: from.entry, opponent: to.entry, nonce: testNonce },
    });
  const begun = own.league.now().getTime();
  expect((await challenge(second, first)).status).toBe(200);
  own.moveTo(new Date(begun + 3 * day - 1).toISOString());
  expect((await challenge(third, first)).body.error?.code).toBe('already_challenged');
  own.moveTo(new Date(begun + 3 * day).toISOString());
  expect((await challenge(third, first)).status).toBe(200);
  const events = await own.database.query<{ type: string }>(
    `select type from public.league_events where match_id is not null order by sequence`,
  );
  expect(events.map(({ type }) => type)).toEqual([
    ...['challenge_made', 'match_forfeited', 'challenge_made'],
  ]);
});
