import { expect, it } from 'vitest';
import { parseGoDuration } from './go-duration.ts';

it.each([
  ['0', 0],
  ['+0', 0],
  ['1ns', 1e-6],
  ['1us', 0.001],
  ['1µs', 0.001],
  ['1μs', 0.001],
  ['250ms', 250],
  ['1s', 1_000],
  ['5m', 300_000],
  ['24h', 86_400_000],
  ['1h30m', 5_400_000],
  ['1m1ms', 60_001],
  ['1.5h', 5_400_000],
  ['.5s', 500],
  ['2.s', 2_000],
  ['-1h30m', -5_400_000],
  ['+1s', 1_000],
  ['', null],
  ['1', null],
  ['h', null],
  ['.s', null],
  ['1d', null],
  ['1h ', null],
  [' 1h', null],
  ['1h-1m', null],
  ['for ever', null],
])('reads %j as %s milliseconds', (text, milliseconds) => {
  expect(parseGoDuration(text)).toBe(milliseconds);
});
