import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type ApiLeague,
  createApiLeague,
  hour,
  scheduleMatch,
  startMatch,
  toScores,
} from '../testing/api-league.ts';
import { toInput } from '../testing/test-league.ts';
import { loadLadderAdmin } from './page.ts';

let own: ApiLeague;
beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
});
afterAll(() => own[Symbol.asyncDispose]());

it('calls a match stuck whose deadline was more than a minute ago, or that has none', async () => {
  const judge = await own.addAdmin('Judge');
  const below = await own.addTeam('Below', 'tanks');
  const above = await own.addTeam('Above', 'tanks');
  const { match } = await scheduleMatch(own, 'tanks', [above, below]);
  const isStuck = async (ago: number | null) => {
    const deadline = ago === null ? null : new Date(own.league.now().getTime() - ago);
    await own.database.query('update public.matches set deadline = $2 where id = $1', [
      match,
      deadline,
    ]);
    const input = toInput(own.database, { params: { slug: 'tanks' } });
    const data = await loadLadderAdmin({ ...input, viewer: judge, now: own.league.now() });
    return data?.desk?.matches.map(({ is_stuck }) => is_stuck);
  };
  expect(await isStuck(0)).toEqual([false]);
  expect(await isStuck(60_000)).toEqual([false]);
  expect(await isStuck(60_001)).toEqual([true]);
  expect(await isStuck(null)).toEqual([true]);
});

it('says of a dispute what was said in it and when it is aimed at, and of an appeal when it began', async () => {
  await own.addLadder('golf');
  const judge = await own.addAdmin('Second judge');
  const away = await own.addTeam('Away', 'golf');
  const home = await own.addTeam('Home', 'golf');
  const { match, maps } = await startMatch(own, 'golf', [home, away]);
  for (const [team, winner] of [
    [home, 'challenger'],
    [away, 'defender'],
  ] as const) {
    const body = { scores: toScores(maps, winner) };
    await own.act(team.captain, { path: `/matches/${match}/report`, body });
  }
  const input = toInput(own.database, { params: { slug: 'golf' } });
  const readCases = async (viewer = judge) =>
    (await loadLadderAdmin({ ...input, viewer, now: own.league.now() }))?.desk?.cases;
  const pass = () => own.moveTo(new Date(own.league.now().getTime() + hour).toISOString());
  const opened_at = own.league.now().toISOString();
  const waiting = { match_id: match, has_part: false, blocks_at: null, holder: null };
  const before = await readCases();
  expect(before).toMatchObject([{ ...waiting, kind: 'dispute', statements: 0, opened_at }]);
  expect(Date.parse(before?.[0]?.aimed_at ?? '')).toBeGreaterThan(Date.parse(opened_at));
  expect(before?.[0]?.reason).toBe('reports_differ');
  pass();
  for (const team of [home, away]) {
    const body = { text: 'We won.' };
    await own.act(team.captain, { path: `/matches/${match}/statements`, body });
  }
  await own.act(judge, { path: `/matches/${match}/case`, body: {} });
  expect(await readCases()).toMatchObject([
    { statements: 2, opened_at, holder: { username: 'Second judge', is_own: true } },
  ]);
  expect((await readCases(await own.addAdmin('Third judge')))?.[0]?.holder?.is_own).toBe(false);
  const body = { outcome: { kind: 'upheld' }, rule: 'report', reason: 'So it was.' };
  await own.act(judge, { path: `/matches/${match}/ruling`, body });
  pass();
  const appealed = own.league.now().toISOString();
  const statement = { statement: 'It was the other way round.' };
  await own.act(away.captain, { path: `/matches/${match}/appeal`, body: statement });
  expect(await readCases()).toMatchObject([
    {
      ...waiting,
      ...{ kind: 'appeal', reason: null, opened_at: appealed, aimed_at: null, statements: 1 },
    },
  ]);
});
