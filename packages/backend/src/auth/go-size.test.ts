import { expect, it } from 'vitest';
import { parseGoSize } from './go-size.ts';

const mebibyte = 1024 * 1024;

it.each([
  ['50MiB', 50 * mebibyte],
  ['50MB', 50 * mebibyte],
  ['50m', 50 * mebibyte],
  ['500KB', 500 * 1024],
  ['1.5 gib', 1.5 * 1024 * mebibyte],
  ['32', 32],
  ['32b', 32],
  ['', null],
  ['MB', null],
  ['-1MB', null],
  ['5MBs', null],
  ['5  MB', null],
  ['5i', null],
])('reads %s as %s bytes', (text, bytes) => {
  expect(parseGoSize(text)).toBe(bytes);
});
