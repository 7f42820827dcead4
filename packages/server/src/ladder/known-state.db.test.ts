import { connect } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { expect, it } from 'vitest';
import { ApiLeague, testNonce } from '../testing/api-league.ts';
import { toInput } from '../testing/test-league.ts';
import { loadLadder } from './page.ts';
import { type LadderPageRow, ladderPage } from './query.ts';

const path = '/ladders/tanks';

async function createLadder() {
  const test = await createTestDatabase();
  const own = new ApiLeague(test);
  const owner = await own.addAdmin('Owner');
  await own.addLadder('tanks');
  const teams = [
    await own.addTeam('Anchors', 'tanks'),
    await own.addTeam('Birches', 'tanks'),
    await own.addTeam('Comets', 'tanks'),
  ] as const;
  return { url: test.url, own, owner, teams };
}

it('makes a captain’s page of what is known and what has changed since, as of all read anew', async () => {
  const { url, own, owner, teams } = await createLadder();
  await using _own = own;
  const [anchors, birches, comets] = teams;
  const seen = { viewer: birches.captain, now: new Date(own.at(0, 12)) };
  const request = { params: { slug: 'tanks' } };
  const look = () => loadLadder({ ...toInput(own.database, request), ...seen });
  const lookAnew = async () => {
    const other = connect({ url });
    const page = await loadLadder({ ...toInput(other, request), ...seen });
    await other.close();
    return page;
  };
  const before = await look();
  expect(before?.viewer?.entry).toMatchObject({ name: 'Birches' });
  const acts: [typeof owner, string, Record<string, unknown>][] = [
    [
      comets.captain,
      `${path}/challenges`,
      { entry: comets.entry, opponent: birches.entry, nonce: testNonce },
    ],
    [owner, `${path}/entries/${anchors.entry}/suspension`, { until: own.at(3), reason: 'Why' }],
    [owner, `${path}/entries/${comets.entry}/removal`, { reason: 'Why' }],
  ];
  let last = before;
  for (const [who, act, body] of acts) {
    await own.act(who, { path: act, body });
    const page = await look();
    expect(page).not.toEqual(last);
    expect(page).toEqual(await lookAnew());
    last = page;
  }
});

it('reads all of a ladder whose log is not the one that is known', async () => {
  const { own, teams } = await createLadder();
  await using _own = own;
  const { person_id } = teams[0].captain;
  const read = async (sequence: number | null, hash: string | null) => {
    const values = ['tanks', person_id, own.at(-7), own.at(0), sequence, hash];
    const [page] = await own.database.query<LadderPageRow>(ladderPage, values);
    return page?.state ?? null;
  };
  const whole = await read(null, null);
  const { sequence = 0, hash = '' } = whole ?? {};
  const count = (state: typeof whole) =>
    Object.values(state?.entries ?? {}).filter((entry) => entry !== null).length;
  expect(count(whole)).toBe(3);
  expect(count(await read(sequence, hash))).toBe(0);
  expect(count(await read(sequence - 1, hash))).toBe(3);
  expect(count(await read(sequence, hash.replaceAll(/./g, '0')))).toBe(3);
});
