import { existsSync, globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { onOldest, pinnedOnly } from './on-oldest.ts';

it.each(Object.entries(onOldest))('%s has database tests', (folder, reason) => {
  expect(globSync(`${folder}/**/*.db.test.ts`).length).toBeGreaterThan(1);
  expect(reason.length).toBeGreaterThan(20);
});

it.each(Object.entries(pinnedOnly))(
  '%s is a file of database tests in one of them',
  (file, reason) => {
    expect(existsSync(file)).toBe(true);
    expect(file).toMatch(/\.db\.test\.ts$/);
    expect(Object.keys(onOldest).some((folder) => file.startsWith(`${folder}/`))).toBe(true);
    expect(reason.length).toBeGreaterThan(30);
  },
);

it('leaves fewer files out than it asks', () => {
  const all = Object.keys(onOldest).flatMap((folder) => globSync(`${folder}/**/*.db.test.ts`));
  expect(Object.keys(pinnedOnly).length * 2).toBeLessThan(all.length);
});
