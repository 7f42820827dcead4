import { expect, it } from 'vitest';
import type { EmergencyFacts, HostFacts } from '../context.ts';
import { toSheet } from './emergency-sheet.ts';
import type { PartsRow } from './health-query.ts';

const now = new Date('2026-11-21T18:00:00.000Z');
const facts: EmergencyFacts = { league: 'https://l.test', place: '/backups', s3: null, keys: [] };

function show(change: Partial<EmergencyFacts> = {}, kept: Partial<PartsRow> = {}) {
  // Of both it reads no more than this.
  const host = { muster: '1.2.3', emergency: { ...facts, ...change } } as HostFacts;
  const row = { backup_name: 'league-1.zip', backup_hash: 'abc', ...kept } as PartsRow;
  return toSheet(row, host, now);
}

it.each<[string, Partial<EmergencyFacts>, string]>([
  ['a folder', {}, 'npx muster restore /backups/league-1.zip'],
  [
    'a folder with a room in its name',
    { place: '/my backups' },
    `npx muster restore '/my backups/league-1.zip'`,
  ],
  ['a quote in it', { place: "/o'clock" }, `npx muster restore '/o'\\''clock/league-1.zip'`],
  ['keys', { keys: ['age1'] }, 'npx muster restore /backups/league-1.zip --identity KEYFILE'],
  [
    'an S3 with keys',
    { s3: 's3://KEY:SECRET@host/bucket', keys: ['age1'] },
    `BACKUP_DIR='s3://KEY:SECRET@host/bucket' npx muster restore league-1.zip --identity KEYFILE`,
  ],
])('says how a backup comes back: from %s', (_where, change, line) => {
  expect(show(change)?.line).toBe(line);
});

it('says of which league it is, where its backups lie and which is the newest', () => {
  expect(show({ keys: ['age1'] })).toMatchObject({
    ...{ league: 'https://l.test', place: '/backups', keys: ['age1'], muster: '1.2.3' },
    ...{ is_s3: false, printed_at: now.toISOString() },
    newest: { name: 'league-1.zip', sha256: 'abc' },
  });
  expect(show({ s3: 's3://x' })?.is_s3).toBe(true);
  expect(show({}, { backup_hash: null })?.newest).toBeNull();
  expect(show({}, { backup_name: null })).toMatchObject({
    newest: null,
    line: 'npx muster restore /backups/league-….zip',
  });
});
