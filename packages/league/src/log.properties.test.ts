import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { toCanonicalJson } from './log.ts';
import { holds } from './testing/holds.ts';

/** The same by the letter of the standard: sorted, and every text through the language's own writer. */
function writeSorted(value: unknown): string {
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(writeSorted).join(',')}]`;
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${writeSorted(member)}`);
  return `{${members.join(',')}}`;
}

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));
const anyMember = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    anyText,
    fc.constantFrom(null, true, false, undefined),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(
      tie('value').filter((value) => value !== undefined),
      { maxLength: 4 },
    ),
    fc.dictionary(anyText, tie('value'), { maxKeys: 5 }),
  ),
})).value;

describe('the canonical form of a line', () => {
  holds(
    'is the sorted form of any value',
    (write: (value: unknown) => string) =>
      fc.property(anyMember, (value) => {
        fc.pre(value !== undefined);
        expect(write(value)).toBe(writeSorted(value));
      }),
    {
      part: toCanonicalJson,
      faults: { 'were members written as they come': (value) => JSON.stringify(value) },
    },
  );
});
