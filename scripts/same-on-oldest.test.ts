import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sameOnOldest } from './same-on-oldest.ts';

it.each(Object.entries(sameOnOldest))('%s is a file of database tests', (file, reason) => {
  expect(file).toMatch(/^packages\/[^*]+\.db\.test\.ts$/);
  expect(existsSync(file)).toBe(true);
  expect(reason.length).toBeGreaterThan(30);
});

it('leaves nearly all of them to be run on both', () => {
  expect(Object.keys(sameOnOldest).length).toBeLessThanOrEqual(16);
});
