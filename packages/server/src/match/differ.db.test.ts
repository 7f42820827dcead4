import { afterAll, beforeAll, expect, it } from 'vitest';
import { verify } from '../engine/replay/verify.ts';
import {
  type ApiLeague,
  createApiLeague,
  hour,
  startMatch,
  type TestTeam,
  toScores,
} from '../testing/api-league.ts';
import { loadMatch } from './page.ts';

let own: ApiLeague;
let anchor: TestTeam;
let birch: TestTeam;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks', 'rung', { report: { differ: 'PT1H' } });
  anchor = await own.addTeam('Anchor', 'tanks');
  birch = await own.addTeam('Birch', 'tanks');
});
afterAll(async () => {
  expect(await verify(own.database)).toMatchObject({ difference: null });
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const report = (team: TestTeam, match: string, scores: object) =>
  own.send(team.captain, { path: `/matches/${match}/report`, body: { scores } });

/** Both say that they have won; an hour begins. */
async function differ(): Promise<{ match: string; maps: string[] }> {
  const played = await startMatch(own, 'tanks', [birch, anchor]);
  for (const [team, winner] of [
    [birch, 'challenger'],
    [anchor, 'defender'],
  ] as const) {
    const answer = await report(team, played.match, toScores(played.maps, winner));
    expect(answer.status).toBe(200);
  }
  return played;
}

const open = async (match: string) =>
  loadMatch({
    database: own.database,
    viewer: birch.captain,
    locale: 'en',
    zone: 'UTC',
    now: own.league.now(),
    params: { id: match },
    url: new URL(`http://localhost:3000/matches/${match}`),
  });

it('keeps two reports that differ beside each other until one is corrected', async () => {
  const { match, maps } = await differ();
  const seen = await open(match);
  expect(seen).toMatchObject({
    status: 'reported',
    deadline: new Date(own.league.now().getTime() + hour).toISOString(),
    sides: {
      challenger: { reported: { winner: 'challenger' } },
      defender: { reported: { winner: 'defender' } },
    },
  });
  const told = await own.database.query<{ person_id: string }>(
    "select person_id from private.notices where match_id = $1 and kind = 'reports_differ'",
    [match],
  );
  expect(told).toEqual([{ person_id: birch.captain.person_id }]);

  const again = await report(birch, match, toScores(maps, 'challenger'));
  expect([again.status, again.body.error?.code]).toEqual([422, 'already_reported']);
  const agreed = await report(birch, match, toScores(maps, 'defender'));
  expect(agreed.status).toBe(200);
  expect(await open(match)).toMatchObject({
    status: 'completed',
    result: { winner: 'defender', reason: 'reported' },
  });
});

it('asks an admin once the hour has passed, and still shows both', async () => {
  const { match, maps } = await differ();
  own.moveTo(new Date(own.league.now().getTime() + hour).toISOString());
  const late = await report(birch, match, toScores(maps, 'defender'));
  expect([late.status, late.body.error?.code]).toEqual([422, 'match_not_reportable']);
  expect(await open(match)).toMatchObject({
    status: 'disputed',
    dispute: { reason: 'reports_differ', opened_by: null },
    sides: {
      challenger: { reported: { winner: 'challenger' } },
      defender: { reported: { winner: 'defender' } },
    },
  });
});
