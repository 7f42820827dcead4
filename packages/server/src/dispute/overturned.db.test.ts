import type { LadderData } from '@muster/site/pages/ladder/data.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { verify } from '../engine/replay/verify.ts';
import { loadLadder } from '../ladder/page.ts';
import {
  type ApiLeague,
  createApiLeague,
  startMatch,
  type TestTeam,
  toScores,
} from '../testing/api-league.ts';

let own: ApiLeague;
let owner: Viewer;
let judge: Viewer;
let anchor: TestTeam;
let cinder: TestTeam;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  anchor = await own.addTeam('Anchor', 'tanks');
  await own.addTeam('Birch', 'tanks');
  cinder = await own.addTeam('Cinder', 'tanks');
  owner = await own.addAdmin('Owner');
  judge = await own.addPerson('Judge');
  await own.act(owner, { path: '/ladders/tanks/admins', body: { person: judge.person_id } });
});
afterAll(async () => {
  expect(await verify(own.database)).toMatchObject({ difference: null });
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

async function readPage(viewer: Viewer | null = null, at?: string): Promise<LadderData> {
  const search = at === undefined ? '' : `?at=${at}`;
  const data = await loadLadder({
    database: own.database,
    viewer,
    locale: 'en',
    zone: 'UTC',
    now: own.league.now(),
    params: { slug: 'tanks' },
    url: new URL(`http://localhost:3000/ladders/tanks${search}`),
  });
  if (data === null) {
    throw new Error('The ladder is there.');
  }
  return data;
}

const readOrder = async () => (await readPage()).standings.map(({ name }) => name);

/** A match that both sides report otherwise. */
async function dispute(): Promise<{ match: string; maps: string[] }> {
  const played = await startMatch(own, 'tanks', [cinder, anchor]);
  for (const [team, winner] of [
    [cinder, 'challenger'],
    [anchor, 'defender'],
  ] as const) {
    await own.act(team.captain, {
      path: `/matches/${played.match}/report`,
      body: { scores: toScores(played.maps, winner) },
    });
  }
  return played;
}

async function decide(admin: Viewer, path: string, outcome: object): Promise<void> {
  const body = { outcome, rule: 'score.by', reason: 'The pictures say so.' };
  await own.act(admin, { path, body });
}

it('says of a result that an appeal overturned what it moves now, not what the ruling took back', async () => {
  const { match, maps } = await dispute();
  const toOutcome = (winner: 'challenger' | 'defender') => ({
    kind: 'completed',
    winner,
    scores: toScores(maps, winner),
  });
  await decide(judge, `/matches/${match}/ruling`, toOutcome('challenger'));
  expect(await readOrder()).toEqual(['Cinder', 'Anchor', 'Birch']);
  const ruled_at = own.league.now().toISOString();
  const climb = { from: 3, to: 1, others: 2 };
  expect((await readPage()).results).toMatchObject([{ id: match, winner: 'challenger', climb }]);

  own.moveTo(own.at(1));
  const statement = 'The pictures are of another match.';
  await own.act(anchor.captain, { path: `/matches/${match}/appeal`, body: { statement } });
  await decide(owner, `/matches/${match}/appeal/decision`, toOutcome('defender'));
  expect(await readOrder()).toEqual(['Anchor', 'Birch', 'Cinder']);
  for (const viewer of [null, cinder.captain, owner]) {
    expect((await readPage(viewer)).results).toMatchObject([
      { id: match, winner: 'defender', climb: null },
    ]);
  }
  // What was known then stays readable.
  expect((await readPage(null, ruled_at)).results).toMatchObject([{ winner: 'challenger', climb }]);
  const [row] = await own.database.query('select moves from public.matches where id = $1', [match]);
  expect(row).toEqual({ moves: [] });
});

it('keeps the climb where an appeal changes the scores alone', async () => {
  const { match, maps } = await dispute();
  const scores = toScores(maps, 'challenger');
  const won = { kind: 'completed', winner: 'challenger', scores };
  await decide(judge, `/matches/${match}/ruling`, won);
  const climb = { from: 3, to: 1, others: 2 };
  own.moveTo(own.at(1));
  const statement = 'The second map ended closer.';
  await own.act(anchor.captain, { path: `/matches/${match}/appeal`, body: { statement } });
  const closer = scores.map((score) => ({ ...score, defender: 9 }));
  await decide(owner, `/matches/${match}/appeal/decision`, { ...won, scores: closer });
  expect((await readPage()).results[0]).toMatchObject({ id: match, winner: 'challenger', climb });
  expect(await readOrder()).toEqual(['Cinder', 'Anchor', 'Birch']);
});
