import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiLeague, createApiLeague, scheduleMatch } from '../testing/api-league.ts';
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
