import { describe, expect, it } from 'vitest';
import { formatRunTime, parsePenalty, parseRunTime, toProofLink } from './run-time.ts';

describe('a run’s time', () => {
  it.each([
    [271_250, '4:31.250'],
    [5_007, '0:05.007'],
    [3_599_999, '59:59.999'],
    [3_871_250, '1:04:31.250'],
  ])('writes %d ms as %s', (time, text) => {
    expect(formatRunTime(time)).toBe(text);
  });

  it.each([
    ['4:31.250', 271_250],
    [' 4:31,25 ', 271_250],
    ['4:31', 271_000],
    ['0:05.007', 5_007],
    ['72:00.1', 4_320_100],
  ])('reads %s', (text, time) => {
    expect(parseRunTime(text)).toBe(time);
  });

  it.each([
    '',
    '4',
    '4.31',
    '4:3',
    '4:3.5',
    '4:61.000',
    '0:00.000',
    '-4:31',
    '4:31.2505',
    '1500:00',
    'four',
  ])('takes "%s" for no time', (text) => {
    expect(parseRunTime(text)).toBeNull();
  });

  it('reads what it writes', () => {
    for (let time = 1; time < 3_600_000; time += 7_919) {
      expect(parseRunTime(formatRunTime(time))).toBe(time);
    }
  });
});

it.each([
  ['', 0],
  ['10', 10_000],
  ['2,5', 2_500],
  ['-1', null],
  ['ten', null],
])('reads "%s" seconds of penalty', (text, penalty) => {
  expect(parsePenalty(text)).toBe(penalty);
});

it.each([
  ['https://example.com/run.png', 'https://example.com/run.png'],
  ['javascript:alert(1)', null],
  ['example.com', null],
  [null, null],
])('opens %s as %s', (text, link) => {
  expect(toProofLink(text)).toBe(link);
});
