import { expect, it } from 'vitest';
import { bothSides, getEntryId, getOtherSide, isDiffering } from './sides.ts';
import { getMatch, startLive } from './testing/stations.ts';

it('a match has two sides, each the other of the other', () => {
  expect(bothSides).toEqual(['challenger', 'defender']);
  expect(bothSides.map(getOtherSide)).toEqual(['defender', 'challenger']);
  const match = getMatch(startLive());
  expect(bothSides.map((side) => getEntryId(match, side))).toEqual(['entry4', 'entry2']);
});

it('reports differ while two of them wait', () => {
  const report = {};
  const both = { challenger: report, defender: report };
  expect(isDiffering({ status: 'reported', reports: both })).toBe(true);
  expect(isDiffering({ status: 'disputed', reports: both })).toBe(false);
  expect(isDiffering({ status: 'reported', reports: { ...both, defender: null } })).toBe(false);
  expect(isDiffering({ status: 'reported', reports: { ...both, challenger: null } })).toBe(false);
});
