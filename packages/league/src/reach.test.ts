import { describe, expect, it } from 'vitest';
import { getReach, isInReach } from './reach.ts';
import { createDefaultRules } from './rules-schema.ts';

/** The top ten are reached from three rungs below, the others from ten or three tenths of the way. */
const rules = createDefaultRules();
const settled = (rung: number) => ({ rung, challenges_made: 2 });
const fresh = (rung: number, challenges_made = 1) => ({ rung, challenges_made });

describe('how many rungs up', () => {
  it.each([
    ['to the last of the top: three', settled(13), 10, 40, 3],
    ['to the next: ten', settled(21), 11, 40, 10],
    ['from rung 33 three tenths are nine, so ten', settled(33), 23, 40, 10],
    ['from rung 36 they are ten', settled(36), 23, 40, 10],
    ['from rung 39 they are eleven, not twelve', settled(39), 23, 40, 11],
    ['from rung 40 they are twelve', settled(40), 23, 40, 12],
    ['with the first challenge half the ladder', fresh(40, 0), 23, 40, 20],
    ['with the second as well', fresh(40, 1), 23, 40, 20],
    ['with the third no more', fresh(40, 2), 23, 40, 12],
    ['of an odd ladder the smaller half', fresh(40), 23, 41, 19],
    ['from the middle what everybody has', fresh(21), 15, 40, 10],
    ['never further into the top', fresh(40), 10, 40, 3],
  ])('%s', (_name, climber, target, size, reach) => {
    expect(getReach(rules, climber, target, size)).toBe(reach);
  });
});

describe('in reach', () => {
  it.each([
    ['is the rung above', 21, 20, true],
    ['is the last of ten', 21, 11, true],
    ['is not the eleventh', 22, 11, false],
    ['is not one’s own', 21, 21, false],
    ['is not the rung below', 21, 22, false],
    ['is the third into the top', 13, 10, true],
    ['is not the fourth', 14, 10, false],
  ])('%s', (_name, rung, target, expected) => {
    expect(isInReach(rules, settled(rung), target, 40)).toBe(expected);
  });
});
