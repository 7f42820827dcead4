import { expect, it } from 'vitest';
import { parseBackupName, toBackupName } from './backup-name.ts';

const at = new Date('2026-01-02T03:04:05.678Z');

it.each([
  [false, 'league-20260102T030405Z.zip'],
  [true, 'league-20260102T030405Z.zip.age'],
])('a backup is named by its instant, sealed %s: %s', (isSealed, name) => {
  expect(toBackupName(at, { isSealed })).toBe(name);
  expect(parseBackupName(name)).toEqual({ name, at: new Date('2026-01-02T03:04:05.000Z') });
});

it.each([
  'league.zip',
  'my-league-20260102T030405Z.zip',
  'league-20260102T030405Z.zip.part',
  '.league-20260102T030405Z.zip.0a1b2c3d.part',
  'league-20261302T030405Z.zip',
  'league-2026-01-02.zip',
])('%s is none', (name) => {
  expect(parseBackupName(name)).toBeNull();
});
