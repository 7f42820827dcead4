import { createHash } from 'node:crypto';
import { createTestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepAudit, listChanges } from './audit.ts';
import { keepText } from './texts.ts';

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
  // With what stands around it, two hundred characters.
  const short = 'x'.repeat(191);
  const line = { act: 'game_edited', kind: 'game', subject: `golf of ${who}` } as const;
  const changes = { name: { from: null, to: short }, about: { from: null, to: `${short}x` } };
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

it.each([49, 50, 51])('keeps fifty fields at most: of %i', async (count) => {
  const subject = `golf of ${count}`;
  const change = { from: 0, to: 1 };
  const changes = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`f${String(at).padStart(2, '0')}`, change]),
  );
  await test.database.transaction((transaction) =>
    keepAudit(
      { transaction, at, viewer: null },
      { act: 'game_edited', kind: 'game', subject, changes },
    ),
  );
  const [row] = await test.database.query<{ changes: Record<string, object> }>(
    'select changes from private.audit_log where subject = $1',
    [subject],
  );
  expect(Object.keys(row?.changes ?? {}).sort()).toEqual(Object.keys(changes).slice(0, 50));
});

it('has nothing changed where it is not said', async () => {
  const line = { act: 'game_edited', kind: 'game', subject: 'golf alone' } as const;
  await test.database.transaction((transaction) =>
    keepAudit({ transaction, at, viewer: null }, line),
  );
  expect(
    await test.database.query(`select changes from private.audit_log where subject = 'golf alone'`),
  ).toEqual([{ changes: {} }]);
});

it('keeps what somebody wrote beside the log, which has a hash of it that nobody finds by trying', async () => {
  const text = 'It was agreed.';
  const keep = () =>
    test.database.transaction((transaction) =>
      keepText(transaction, { text, authorId: null, matchId: null, at }),
    );
  const [first, second] = [await keep(), await keep()];
  expect(first.hash).not.toBe(second.hash);
  const rows = await test.database.query<{ salt: string }>(
    `select text, salt, author_id, match_id, created_at from private.event_texts where id = $1`,
    [first.text_id],
  );
  expect(rows).toEqual([
    {
      ...{ text, salt: expect.stringMatching(/^[0-9a-f]{32}$/), author_id: null, match_id: null },
      created_at: new Date(at),
    },
  ]);
  const salted = `${rows[0]?.salt}${text}`;
  expect(first.hash).toBe(createHash('sha256').update(salted).digest('hex'));
});
