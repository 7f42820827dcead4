import type { MapScore } from '@muster/league';
import { expect, it } from 'vitest';
import type { Reporting } from './differing-reports.ts';
import { haveReportsDiffered } from './have-differed.ts';
import { toRemovalEffect } from './removal-effect.ts';

type Reported = Reporting['sides']['challenger']['reported'];

const toReport = (challenger: number, defender: number): Reported => {
  const scores: MapScore[] = [{ map: 'Cairo', challenger, defender }];
  // Only the scores are compared.
  return { scores } as Reported;
};

it.each<[string, Reported, Reported, boolean]>([
  ['both the same', toReport(2, 1), toReport(2, 1), false],
  ['one figure otherwise', toReport(2, 1), toReport(2, 0), true],
  ['one side alone', toReport(2, 1), null, false],
  ['the other side alone', null, toReport(2, 1), false],
])('reports differ: %s', (_what, challenger, defender, hasDiffered) => {
  const sides = { challenger: { reported: challenger }, defender: { reported: defender } };
  expect(haveReportsDiffered({ status: 'disputed', sides })).toBe(hasDiffered);
});

it.each([
  ['reported', 'challenger', 'decided'],
  ['disputed', null, 'decided'],
  ['challenged', 'challenger', 'withdrawn'],
  ['challenged', 'defender', 'forfeited'],
  ['scheduled', 'challenger', 'forfeited'],
] as const)('an open match that is %s, where the %s goes: %s', (status, side, effect) => {
  expect(toRemovalEffect(status, side)).toBe(effect);
});
