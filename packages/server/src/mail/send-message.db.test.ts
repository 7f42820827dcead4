import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUpMails, isSingleAddress } from './outbox.ts';
import { type Delivery, sendMessage } from './send-message.ts';

let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
});
afterAll(() => own[Symbol.asyncDispose]());

const row = { subject: 'Hello', text_body: 'Text', html_body: '<p>', unsubscribe_url: '/stop' };

async function put(state = 'queued'): Promise<string> {
  const id = randomUUID();
  const isOver = state === 'sent' || state === 'refused' || state === 'unsure';
  await database.query(
    `insert into private.mails (id, kind, recipient, locale, state, subject, text_body, html_body, unsubscribe_url)
     values ($1, 'notice.x', 'who@players.test', 'en', $2, $3, $4, $5, $6)`,
    [id, state, ...Object.values(row).map((text) => (isOver ? null : text))],
  );
  return id;
}

const read = async (id: string) => {
  const [found] = await database.query(
    `select state, attempts, answer, subject, text_body, html_body, unsubscribe_url from private.mails where id = $1`,
    [id],
  );
  return found;
};

let delivered: string[] = [];

async function send(id: string, delivery: Delivery, isLastAttempt = false): Promise<boolean> {
  delivered = [];
  const deliver = (message: { id: string; text_body: string }) => {
    delivered.push(`${message.id} ${message.text_body}`);
    return Promise.resolve(delivery);
  };
  const context = { attempt: 1, isLastAttempt, signal: new AbortController().signal };
  return sendMessage({ database, deliver, log: pino({ level: 'silent' }) }, id, context).then(
    () => true,
    () => false,
  );
}

const nothing = { subject: null, text_body: null, html_body: null, unsubscribe_url: null };

describe('what becomes of a message', () => {
  it.each<[string, Delivery, boolean, boolean, object]>([
    ['taken', { outcome: 'sent' }, false, true, { state: 'sent', answer: null, ...nothing }],
    [
      'refused',
      { outcome: 'refused', answer: 'Never.' },
      false,
      true,
      { state: 'refused', answer: 'Never.', ...nothing },
    ],
    [
      'not taken yet',
      { outcome: 'later', answer: 'Busy.' },
      false,
      false,
      { state: 'queued', answer: 'Busy.', ...row },
    ],
    [
      'not taken at the last attempt',
      { outcome: 'later', answer: 'Busy.' },
      true,
      true,
      { state: 'refused', answer: 'Busy.', ...nothing },
    ],
    [
      'perhaps taken',
      { outcome: 'unknown', answer: 'Gone.' },
      false,
      true,
      { state: 'unsure', answer: 'Gone.', ...nothing },
    ],
  ])('%s', async (_what, delivery, isLast, isDone, left) => {
    const id = await put();
    expect(await send(id, delivery, isLast)).toBe(isDone);
    expect(delivered).toEqual([`${id} Text`]);
    expect(await read(id)).toEqual({ ...left, attempts: 1 });
  });

  it('is its own alone: what another has in hand stays so', async () => {
    const other = await put('sending');
    for (const delivery of [
      { outcome: 'later', answer: 'Busy.' },
      { outcome: 'sent' },
      { outcome: 'refused', answer: 'Never.' },
    ] as const) {
      await send(await put(), delivery);
      expect(await read(other)).toMatchObject({ state: 'sending', ...row });
    }
  });

  it('is left at that where a worker died with it', async () => {
    const id = await put('sending');
    expect(await send(id, { outcome: 'sent' })).toBe(true);
    expect(delivered).toEqual([]);
    expect(await read(id)).toMatchObject({ state: 'unsure', ...nothing });
  });

  it.each(['sent', 'refused', 'kept'])('is not sent where it is %s', async (state) => {
    const id = await put(state);
    await send(id, { outcome: 'sent' });
    expect(delivered).toEqual([]);
    expect(await read(id)).toMatchObject({ state, attempts: 0, answer: null });
  });
});

it.each([
  ['one in the mailbox of nearly a week', 'kept', '6 days 23 hours', true],
  ['one in the mailbox of a week', 'kept', '7 days 1 minute', false],
  ['one that was sent more than a week ago', 'sent', '8 days', true],
  ['one that was sent nearly a month ago', 'sent', '29 days 23 hours', true],
  ['one that was sent a month ago', 'sent', '30 days 1 minute', false],
  ['one that never went, after a month', 'queued', '30 days 1 minute', false],
])('what is done with goes some day: %s', async (_what, state, age, isThere) => {
  const id = await put(state);
  await database.query('update private.mails set created_at = now() - $2::interval where id = $1', [
    id,
    age,
  ]);
  await cleanUpMails(database);
  expect((await read(id)) !== undefined).toBe(isThere);
});

describe('an address of one', () => {
  it.each([
    ['who@players.test', true],
    [`${'a'.repeat(307)}@players.test`, true],
    [`${'a'.repeat(308)}@players.test`, false],
    ['who', false],
    ['@players.test', false],
    ['who@', false],
    ['a@players.test,b@players.test', false],
    ['a@players.test b@players.test', false],
    ['a@players.test\nb', false],
    ['Who <a@players.test>', false],
    ['a@b@players.test', false],
  ])('%s: %s', (address, isOne) => {
    expect(isSingleAddress(address)).toBe(isOne);
  });
});
