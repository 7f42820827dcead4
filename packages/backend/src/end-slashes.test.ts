import { expect, it } from 'vitest';
import { withoutEndSlashes } from './end-slashes.ts';

it.each([
  ['', ''],
  ['/', ''],
  ['///', ''],
  ['/a', '/a'],
  ['/a/', '/a'],
  ['/a//b///', '/a//b'],
])('leaves of %j only %j', (address, left) => {
  expect(withoutEndSlashes(address)).toBe(left);
});

it('looks at a run of slashes once, wherever it stands', () => {
  // Looked at again from each slash it would be 500,000,000,000 steps.
  const run = '/'.repeat(1_000_000);
  expect(withoutEndSlashes(`/a${run}x/`)).toBe(`/a${run}x`);
  expect(withoutEndSlashes(`/a${run}`)).toBe('/a');
});
