import { expect, it } from 'vitest';
import { findJournalFolder, toJournalFolder } from './journal-folder.ts';

const backup = { directory: null, s3: null, keys: [] };

it.each([
  ['beside the backups', '/backups', null, '/backups/journal'],
  ['in the folder of data where no place is named', null, null, '/data/backups/journal'],
  ['nowhere where the database is elsewhere', '/backups', 'postgres://elsewhere/league', null],
])('lies %s', (_where, directory, databaseUrl, folder) => {
  const given = { backup: { ...backup, directory }, databaseUrl, dataDir: '/data' };
  expect(findJournalFolder(given)).toBe(folder);
});

it.each([
  ['/backups', '/backups/journal'],
  ['/backups/', '/backups/journal'],
  ['/backups/journal', '/backups/journal'],
  ['/backups/journal/', '/backups/journal'],
  ['/backups/journals', '/backups/journals/journal'],
])('is found by the folder of backups or by its own: %s', (given, folder) => {
  expect(toJournalFolder(given)).toBe(folder);
});
