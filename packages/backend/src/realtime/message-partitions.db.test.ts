import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepMessagePartitions } from './message-partitions.ts';

let league: TestDatabase;

beforeAll(async () => {
  league = await createTestDatabase();
});
afterAll(() => league[Symbol.asyncDispose]());

async function list(): Promise<string[]> {
  const rows = await league.database.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'realtime.messages'::regclass order by c.relname collate "C"`,
  );
  return rows.map(({ name }) => name);
}

const toNames = (month: string, ...days: number[]) =>
  days.map((day) => `messages_2026_${month}_${String(day).padStart(2, '0')}`);

test('messages of yesterday, today and three days more have a place, and those of 72 hours keep theirs', async () => {
  await keepMessagePartitions(league.database, new Date('2026-02-27T23:59:59Z'));
  const first = ['messages_2026_02_26', 'messages_2026_02_27', 'messages_2026_02_28'];
  expect(await list()).toEqual([...first, ...toNames('03', 1, 2)]);

  await keepMessagePartitions(league.database, new Date('2026-03-02T23:59:59Z'));
  expect(await list()).toEqual([...first, ...toNames('03', 1, 2, 3, 4, 5)]);
  await keepMessagePartitions(league.database, new Date('2026-03-03T00:00:00Z'));
  expect(await list()).toEqual([...first.slice(1), ...toNames('03', 1, 2, 3, 4, 5, 6)]);
});

test('two processes see to it at once, and what somebody else has made stays', async () => {
  await league.database.query(
    'create table realtime.messages_kept partition of realtime.messages default',
  );
  const now = new Date('2026-06-10T12:00:00Z');
  await Promise.all([1, 2, 3].map(() => keepMessagePartitions(league.database, now)));
  expect(await list()).toEqual([...toNames('06', 9, 10, 11, 12, 13), 'messages_kept']);
});
