import { randomUUID } from 'node:crypto';
import type { Transaction } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enqueuePost } from '../channel/write-posts.ts';
import { createSendSms } from '../mail/auth-text.ts';
import { putMail } from '../mail/outbox.ts';
import { enqueueMails } from '../notice/write.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own[Symbol.asyncDispose]());

const content = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
const mail = {
  kind: 'notice.x',
  to: 'a@b.test',
  locale: 'en',
  content,
  unsubscribeUrl: null,
} as const;
const text = { phone: '15550001', code: '123456', text: '123456', channel: 'sms' } as const;
const sendText = createSendSms({ way: 'hook', getLeagueName: () => 'League' });

/** The pauses grow as e to the number of the attempt, in seconds, up to e to the tenth. */
const toHours = (attempts: number) =>
  Array.from({ length: attempts - 1 }, (_, index) => Math.exp(Math.min(10, index + 1))).reduce(
    (sum, seconds) => sum + seconds / 3600,
    0,
  );

it.each<[string, (transaction: Transaction) => Promise<unknown>, number, [number, number]]>([
  ['a mail: for most of a day', (it) => putMail(it, 'smtp', mail), 12, [12, 24]],
  ['a text, whose code is soon over: a few seconds', (it) => sendText(text, it), 3, [0, 0.01]],
  ['the making of mails: some hours', (it) => enqueueMails(it, ['origin']), 10, [2, 6]],
  ['news for a channel: for most of a day', (it) => enqueuePost(it, randomUUID()), 12, [12, 24]],
])('tries %s', async (_what, put, attempts, [least, most]) => {
  await own.database.query('select graphile_worker.remove_job(key) from graphile_worker.jobs');
  await own.database.transaction(put);
  const jobs = await own.database.query('select max_attempts from graphile_worker.jobs');
  expect(jobs).toEqual([{ max_attempts: attempts }]);
  expect(toHours(attempts)).toBeGreaterThan(least);
  expect(toHours(attempts)).toBeLessThan(most);
});
