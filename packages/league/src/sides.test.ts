import { expect, it } from 'vitest';
import { bothSides, getEntryId, getOtherSide } from './sides.ts';
import { getMatch, startLive } from './testing/stations.ts';

it('a match has two sides, each the other of the other', () => {
  expect(bothSides).toEqual(['challenger', 'defender']);
  expect(bothSides.map(getOtherSide)).toEqual(['defender', 'challenger']);
  const match = getMatch(startLive());
  expect(bothSides.map((side) => getEntryId(match, side))).toEqual(['entry4', 'entry2']);
});
