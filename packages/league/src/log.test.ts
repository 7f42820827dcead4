import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCanonicalJson } from './log.ts';

/** The same by the letter of the standard: sorted, and every text through the language's own writer. */
function writeSorted(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeSorted).join(',')}]`;
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
  it('writes numbers and strings as the examples of RFC 8785 do', () => {
    const value: unknown = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`);
    expect(toCanonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts members by code units, as the example of RFC 8785 does', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
    const written = toCanonicalJson(Object.fromEntries(names.map((name) => [name, name])));
    expect([...written.matchAll(/"([^"]*)":/g)].map(([, name]) => name)).toEqual([
      '\\r',
      '1',
      '\u0080',
      '\u00f6',
      '\u20ac',
      '\ud83d\ude00',
      '\ufb33',
    ]);
  });

  it('is the sorted form of any value', () => {
    fc.assert(
      fc.property(anyMember, (value) => {
        fc.pre(value !== undefined);
        expect(toCanonicalJson(value)).toBe(writeSorted(value));
      }),
    );
  });

  it('refuses what JSON cannot say', () => {
    for (const value of ['\ud800', { '\udc00': 1 }, [Number.NaN], Number.POSITIVE_INFINITY, 1n]) {
      expect(() => toCanonicalJson(value)).toThrow(TypeError);
    }
  });
});
