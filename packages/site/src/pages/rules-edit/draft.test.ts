import { createDefaultRules, ruleFields } from '@muster/league';
import { describe, expect, it } from 'vitest';
import {
  findFault,
  joinDuration,
  listChanges,
  readField,
  splitDuration,
  writeField,
} from './draft.ts';

describe('a draft of rules', () => {
  const rules = createDefaultRules();

  it('changes one field and leaves the others', () => {
    const draft = writeField(rules, 'challenge.answerWithin', 'PT48H');
    expect(readField(draft, 'challenge.answerWithin')).toBe('PT48H');
    expect(readField(rules, 'challenge.answerWithin')).toBe('PT72H');
    expect(listChanges(ruleFields, rules, draft).map(({ path }) => path)).toEqual([
      'challenge.answerWithin',
    ]);
    expect(findFault(draft)).toBeNull();
  });

  it('tells a value beyond its own limits from one that its neighbours forbid', () => {
    expect(findFault(writeField(rules, 'team.size', 0))).toEqual({
      path: 'team.size',
      by: 'limits',
    });
    expect(findFault(writeField(rules, 'challenge.answerWithin', 'P90D'))).toEqual({
      path: 'challenge.answerWithin',
      by: 'limits',
    });
    expect(findFault(writeField(rules, 'rest.maximum', 0))).toMatchObject({ by: 'limits' });
    const short = writeField(writeField(rules, 'rest.minimum', 5), 'rest.maximum', 3);
    expect(findFault(short)).toEqual({ path: 'rest.maximum', by: 'neighbours' });
    expect(findFault(writeField(rules, 'schedule.latest', 'P1D'))).toMatchObject({
      path: 'schedule.latest',
      by: 'neighbours',
    });
    expect(findFault(writeField(rules, 'maps.sides', ['Attack']))).toMatchObject({
      by: 'neighbours',
    });
  });

  it('writes durations as a number and a unit, and back', () => {
    for (const duration of ['PT72H', 'P10D', 'PT60S', 'PT90M', 'PT0S', 'P21D']) {
      const { amount, unit } = splitDuration(duration);
      expect(splitDuration(joinDuration(amount, unit))).toEqual({ amount, unit });
    }
    expect(splitDuration('PT72H')).toEqual({ amount: 72, unit: 'hours' });
    expect(splitDuration('P10D')).toEqual({ amount: 10, unit: 'days' });
    expect(splitDuration('PT60S')).toEqual({ amount: 1, unit: 'minutes' });
  });
});
