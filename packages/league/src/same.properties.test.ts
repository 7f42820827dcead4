import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { toCanonicalJson } from './log.ts';
import { isSame } from './same.ts';
import { holds } from './testing/holds.ts';

/** Few names and values, so that two of them are often the same, or nearly. */
const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false, 0, -0, 1, '', '0', 'constructor'),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(
      fc.constantFrom('0', '1', 'length', 'constructor'),
      fc.option(tie('value'), { nil: undefined }),
      { maxKeys: 3 },
    ),
  ),
})).value;

type Compare = typeof isSame;
const byText: Compare = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const byIdentity: Compare = (one, other) => Object.is(one, other);

describe('two values', () => {
  holds(
    'are the same when their canonical forms are',
    (compare: Compare) =>
      fc.property(anyValue, anyValue, (one, other) => {
        expect(compare(one, other)).toBe(toCanonicalJson(one) === toCanonicalJson(other));
      }),
    {
      part: isSame,
      runs: 2000,
      faults: { 'were they the same thing': byIdentity },
    },
  );

  holds(
    'are the same as their copies, whose members may stand in another order',
    (compare: Compare) =>
      fc.property(anyValue, (one) => {
        expect(compare(one, JSON.parse(toCanonicalJson(one)))).toBe(true);
      }),
    {
      part: isSame,
      runs: 500,
      faults: {
        'were copies something else': byIdentity,
        'were they compared as they are written': byText,
      },
    },
  );
});
