import { describe, expect, it } from 'vitest';
import { toCanonicalJson } from './log.ts';

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

  it('refuses what JSON cannot say', () => {
    for (const value of ['\ud800', { '\udc00': 1 }, [Number.NaN], Number.POSITIVE_INFINITY, 1n]) {
      expect(() => toCanonicalJson(value)).toThrow(TypeError);
    }
  });
});
