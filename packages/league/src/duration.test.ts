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

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('a duration', () => {
  it.each([
    ['PT0S', 0],
    ['PT1S', SECOND],
    ['PT90M', 90 * MINUTE],
    ['PT72H', 3 * DAY],
    ['P10D', 10 * DAY],
    ['P1DT2H3M4S', DAY + 2 * HOUR + 3 * MINUTE + 4 * SECOND],
    ['P9999D', 9999 * DAY],
    ['PT99999H', 99_999 * HOUR],
    ['PT999999M', 999_999 * MINUTE],
    ['PT99999999S', 99_999_999 * SECOND],
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
    [59 * SECOND, 'PT59S'],
    [MINUTE, 'PT1M'],
    [61 * MINUTE, 'PT1H1M'],
    [HOUR + SECOND, 'PT1H1S'],
    [23 * HOUR, 'PT23H'],
    [DAY, 'P1D'],
    [DAY + SECOND, 'P1DT1S'],
    [3 * DAY + 4 * HOUR + 5 * MINUTE + 6 * SECOND, 'P3DT4H5M6S'],
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
