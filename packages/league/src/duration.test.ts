import { describe, expect, it } from 'vitest';
import {
  addDuration,
  earlierOf,
  isInstant,
  laterOf,
  parseDuration,
  subtractDuration,
  toDuration,
  toMilliseconds,
} from './duration.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('a duration', () => {
  it.each([
    ['PT0S', 0],
    ['PT1S', second],
    ['PT90M', 90 * minute],
    ['PT72H', 3 * day],
    ['P10D', 10 * day],
    ['P1DT2H3M4S', day + 2 * hour + 3 * minute + 4 * second],
    ['P9999D', 9999 * day],
    ['PT99999H', 99_999 * hour],
    ['PT999999M', 999_999 * minute],
    ['PT99999999S', 99_999_999 * second],
  ])('%s', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
    expect(toMilliseconds(text)).toBe(milliseconds);
    expect(toMilliseconds(text)).toBe(milliseconds);
  });

  it.each([
    '',
    'P',
    'PT',
    'P1DT',
    '1D',
    'P1D ',
    ' P1D',
    'P-1D',
    'P1W',
    'P1H',
    'PT1D',
    'PT1M1H',
    'PT1.5H',
    'P10000D',
    'PT100000H',
    'PT1000000M',
    'PT100000000S',
    'xP1D',
    'P1Dx',
  ])('is not %j', (text) => {
    expect(parseDuration(text)).toBeNull();
    expect(() => toMilliseconds(text)).toThrow(`Not a duration: ${text}`);
  });

  it.each([
    [0, 'PT0S'],
    [499, 'PT0S'],
    [500, 'PT1S'],
    [59 * second, 'PT59S'],
    [minute, 'PT1M'],
    [61 * minute, 'PT1H1M'],
    [hour + second, 'PT1H1S'],
    [23 * hour, 'PT23H'],
    [day, 'P1D'],
    [day + second, 'P1DT1S'],
    [3 * day + 4 * hour + 5 * minute + 6 * second, 'P3DT4H5M6S'],
  ])('of %d ms is written shortly', (milliseconds, text) => {
    expect(toDuration(milliseconds)).toBe(text);
  });
});

describe('an instant', () => {
  const noon = '2026-03-01T12:00:00.000Z';
  it('moves by durations', () => {
    expect(addDuration(noon, 'P1DT1H')).toBe('2026-03-02T13:00:00.000Z');
    expect(subtractDuration(noon, 'P1DT1H')).toBe('2026-02-28T11:00:00.000Z');
  });

  it('is the earlier or the later of two', () => {
    const later = '2026-03-01T12:00:00.001Z';
    expect([laterOf(noon, later), laterOf(later, noon)]).toEqual([later, later]);
    expect([earlierOf(noon, later), earlierOf(later, noon)]).toEqual([noon, noon]);
  });

  it.each([
    [noon, true],
    ['2026-03-01T12:00:00Z', false],
    ['2026-03-01T12:00:00.000+00:00', false],
    ['2026-02-29T12:00:00.000Z', false],
    ['2026-13-01T12:00:00.000Z', false],
    ['2026-03-01T24:00:00.000Z', false],
    [` ${noon}`, false],
    [`${noon} `, false],
    ['+002026-03-01T12:00:00.000Z', false],
    ['tomorrow', false],
    [1_772_366_400_000, false],
    [null, false],
  ])('is %j: %s', (text, expected) => {
    expect(isInstant(text)).toBe(expected);
  });
});
