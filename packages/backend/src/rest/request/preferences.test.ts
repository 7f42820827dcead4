import { describe, expect, test } from 'vitest';
import { type Preferences, readPreferences, toPreferenceApplied } from './preferences.ts';

const none: Preferences = {
  resolution: null,
  return: null,
  count: null,
  tx: null,
  missing: null,
  handling: null,
  timezone: null,
  maxAffected: null,
};
const read = (prefer: string) => readPreferences(new Headers({ prefer }));

describe('what a request prefers', () => {
  test.each<[string, Partial<Preferences>]>([
    ['', {}],
    ['return=minimal', { return: 'minimal' }],
    [' return=representation , count=exact,', { return: 'representation', count: 'exact' }],
    // The first word counts.
    ['count=planned, count=exact', { count: 'planned' }],
    ['count=nearly', {}],
    ['return=representationally', {}],
    [
      'resolution=merge-duplicates, missing=default',
      { resolution: 'merge-duplicates', missing: 'default' },
    ],
    ['tx=rollback, handling=lenient, anything', { tx: 'rollback', handling: 'lenient' }],
    ['timezone=Europe/Helsinki', { timezone: 'Europe/Helsinki' }],
    ['max-affected=0', { maxAffected: 0 }],
    ['max-affected=999999999999999', { maxAffected: 999_999_999_999_999 }],
    ['max-affected=1000000000000000', {}],
    ['max-affected=-1', {}],
    ['max-affected=', {}],
    ['max-affected=1x', {}],
  ])('%s', (prefer, expected) => {
    expect(read(prefer)).toEqual({ ...none, ...expected });
  });

  test('is nothing without a header', () => {
    expect(readPreferences(new Headers())).toEqual(none);
  });

  test.each(['anything', 'return=all', 'count=nearly', 'timezones=UTC'])(
    'under handling=strict must be known: not %s',
    (word) => {
      expect(read(`handling=lenient, ${word}`).handling).toBe('lenient');
      expect(() => read(`handling=strict, return=minimal, ${word}`)).toThrow(
        expect.objectContaining({
          status: 400,
          body: expect.objectContaining({
            code: 'PGRST122',
            details: `Invalid preferences: ${word}`,
          }),
        }),
      );
    },
  );

  test('is known under handling=strict whatever zone and number are named', () => {
    expect(read('handling=strict, timezone=Nowhere, max-affected=x')).toMatchObject({
      timezone: 'Nowhere',
      maxAffected: null,
    });
  });
});

describe('what is told of it', () => {
  const all = Object.keys(none) as (keyof Preferences)[];

  test.each<[string, (keyof Preferences)[], string | null]>([
    ['', all, null],
    ['return=minimal', [], null],
    ['return=minimal', ['count'], null],
    ['tx=commit, count=exact, return=minimal', all, 'return=minimal, count=exact, tx=commit'],
    ['tx=commit, count=exact', ['count'], 'count=exact'],
    ['timezone=UTC', all, 'timezone=UTC'],
    ['timezone=UTC', ['tx'], null],
    ['max-affected=2', all, null],
    ['max-affected=2, handling=lenient', all, 'handling=lenient'],
    ['max-affected=2, handling=strict', all, 'handling=strict, max-affected=2'],
    ['max-affected=2, handling=strict', ['handling'], 'handling=strict'],
    ['handling=strict', all, 'handling=strict'],
    [
      'missing=default, resolution=ignore-duplicates',
      all,
      'resolution=ignore-duplicates, missing=default',
    ],
  ])('of %s, where %j is applied: %s', (prefer, applied, told) => {
    expect(toPreferenceApplied(read(prefer), applied)).toBe(told);
  });
});
