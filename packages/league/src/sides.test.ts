import { expect, it } from 'vitest';
import { getEntryId, getOtherSide, SIDES } from './sides.ts';
import { getMatch, startLive } from './testing/stations.ts';

it('a match has two sides, each the other of the other', () => {
  expect(SIDES).toEqual(['challenger', 'defender']);
  expect(SIDES.map(getOtherSide)).toEqual(['defender', 'challenger']);
  const match = getMatch(startLive());
  expect(SIDES.map((side) => getEntryId(match, side))).toEqual(['entry4', 'entry2']);
});
