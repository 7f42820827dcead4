import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCanonicalJson } from './log.ts';
import { isSame } from './same.ts';

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

describe('two values', () => {
  it('are the same when their canonical forms are', () => {
    fc.assert(
      fc.property(anyValue, anyValue, (one, other) => {
        expect(isSame(one, other)).toBe(toCanonicalJson(one) === toCanonicalJson(other));
      }),
      { numRuns: 2000 },
    );
  });

  it('are the same as their copies, whose members may stand in another order', () => {
    fc.assert(
      fc.property(anyValue, (one) => {
        expect(isSame(one, JSON.parse(toCanonicalJson(one)))).toBe(true);
      }),
    );
  });
});
