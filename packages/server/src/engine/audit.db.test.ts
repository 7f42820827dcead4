import { createTestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepAudit, listChanges } from './audit.ts';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
const at = '2026-11-01T18:00:00.000Z';
const ann = '0190c0de-0000-7000-8000-000000000001';

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test[Symbol.asyncDispose]());

it('lists the fields that differ, and those alone', () => {
  const before = { name: 'Tanks', maps: ['a', 'b'], zone: 'UTC', gone: 1 };
  const after = { name: 'Tanks', maps: ['a', 'c'], zone: 'Europe/Paris', come: null };
  expect(listChanges(before, after)).toEqual({
    maps: { from: ['a', 'b'], to: ['a', 'c'] },
    zone: { from: 'UTC', to: 'Europe/Paris' },
    gone: { from: 1, to: null },
    come: { from: null, to: null },
  });
});

it.each([
  ['somebody in office', { person_id: ann }, ann],
  ['the host', null, null],
])('keeps what %s did', async (who, viewer, person_id) => {
  const short = 'x'.repeat(185);
  const line = { act: 'game_edited', kind: 'game', subject: `golf of ${who}` } as const;
  const changes = { name: { from: null, to: short }, about: { from: null, to: `${short}xxxxxxx` } };
  await test.database.transaction((transaction) =>
    keepAudit({ transaction, at, viewer }, { ...line, changes }),
  );
  const rows = await test.database.query(
    'select at, person_id, act, kind, subject, changes from private.audit_log where subject = $1',
    [line.subject],
  );
  const kept = { name: { from: null, to: short }, about: 'changed' };
  expect(rows).toEqual([{ ...line, at: new Date(at), person_id, changes: kept }]);
});
