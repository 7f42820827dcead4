import { randomUUID } from 'node:crypto';
import type { AuthMail } from '@muster/backend';
import type { Transaction } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSendMail, tellOfRecovery } from './auth-mail.ts';
import { createDirectSms, createSendSms } from './auth-text.ts';
import type { Delivery } from './send-message.ts';

/** In whose language somebody is written to. */

let own: TestDatabase;
const getLeagueName = () => 'Test League';

beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  await own.database.query('delete from auth.users');
  await own.database.query('delete from private.mails');
});

/** An account whose profile has a language, and what else its row says. */
async function add(locale: string, columns: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  await own.database.query('insert into auth.users (id, raw_user_meta_data) values ($1, $2)', [
    ...[id, JSON.stringify({ full_name: locale, locale: 'fr' })],
  ]);
  for (const [column, value] of Object.entries(columns)) {
    await own.database.query(`update auth.users set ${column} = $2 where id = $1`, [id, value]);
  }
  await own.database.query('update public.profiles set locale = $2 where user_id = $1', [
    id,
    locale,
  ]);
  return id;
}

/** The language of what was written last; null where nothing was. */
async function readLocale(work: (transaction: Transaction) => Promise<unknown>) {
  await own.database.query('delete from private.mails');
  await own.database.transaction(work);
  const [row] = await own.database.query<{ locale: string }>('select locale from private.mails');
  return row?.locale ?? null;
}

describe('a mail of the auth service', () => {
  const mail: AuthMail = {
    ...{ kind: 'magic_link', to: 'Who@League.test', code: '123456', link: 'http://localhost/x' },
    ...{ siteUrl: 'http://localhost', newEmail: null, locale: null, acceptLanguage: 'pt' },
    userMetadata: {},
  };
  const send = (change: Partial<AuthMail> = {}) =>
    readLocale((transaction) =>
      createSendMail({ way: 'mailbox', getLeagueName })({ ...mail, ...change }, transaction),
    );

  it('is in the language of whose address it is, before whose it will be, before what is said', async () => {
    expect(await send()).toBe('pt');
    expect(await send({ locale: 'es-MX' })).toBe('es');
    await add('pl', { email_change: 'WHO@league.test' });
    expect(await send({ locale: 'es' })).toBe('pl');
    await add('de', { email: 'who@LEAGUE.test' });
    expect(await send({ locale: 'es' })).toBe('de');
    await add('fi', { email: 'other@league.test' });
    expect(await send({ to: 'nobody@league.test' })).toBe('pt');
  });

  it('is in what somebody new said, whatever their profile guesses', async () => {
    await add('de', { email: 'who@league.test' });
    expect(await send({ kind: 'confirmation', locale: 'es' })).toBe('es');
    expect(await send({ kind: 'confirmation' })).toBe('pt');
  });

  it('of a second step that was turned off goes to a proved address alone', async () => {
    const [proved, other] = [
      await add('de', { email: 'a@league.test', email_confirmed_at: new Date() }),
      await add('pl', { email: 'b@league.test' }),
    ];
    const tell = (userId: string, way: 'mailbox' | 'none' = 'mailbox') =>
      readLocale((transaction) =>
        tellOfRecovery(transaction, userId, {
          ...{ way, leagueName: 'Test League', siteUrl: 'http://localhost' },
        }),
      );
    expect([await tell(proved), await tell(other), await tell(proved, 'none')]).toEqual([
      'de',
      null,
      null,
    ]);
    // Whose profile is gone has no language of their own.
    await own.database.query('update public.profiles set user_id = null, username = $1', ['⸺']);
    expect(await tell(proved)).toBe('en');
  });
});

describe('a text', () => {
  const text = { phone: '447700900123', code: '123456', text: '', channel: 'sms' } as const;
  const send = () =>
    readLocale((transaction) =>
      createSendSms({ way: 'mailbox', getLeagueName })(text, transaction),
    );

  it('is in the language of whose number it is, before whose it will be', async () => {
    expect(await send()).toBe('en');
    await add('pl', { phone_change: text.phone });
    expect(await send()).toBe('pl');
    await add('de', { phone: text.phone });
    expect(await send()).toBe('de');
    await add('fi', { phone: '447700900124' });
    expect(await send()).toBe('de');
    await own.database.query('update public.profiles set user_id = null, username = $1', ['⸺']);
    expect(await send()).toBe('fr');
  });

  it('by the hook is a job of few attempts, as its code is good for a minute', async () => {
    await own.database.transaction((transaction) =>
      createSendSms({ way: 'hook', getLeagueName })(text, transaction),
    );
    const jobs = await own.database.query(
      `select m.state, m.code, j.key = 'text:' || m.id as is_its, j.max_attempts
       from private.mails m, graphile_worker.jobs j where j.task_identifier = 'send_text'`,
    );
    expect(jobs).toEqual([{ state: 'queued', code: '123456', is_its: true, max_attempts: 3 }]);
  });

  it('that is handed over at once is in the language that was said, and fails where it is not taken', async () => {
    const texts: string[] = [];
    const hand = (delivery: Delivery) =>
      own.database.transaction((transaction) =>
        createDirectSms(async ({ text_body, recipient }) => {
          texts.push(`${recipient} ${text_body}`);
          return delivery;
        }, getLeagueName)(text, transaction),
      );
    const say = (locale: string, column: string) =>
      own.database.query(
        `insert into auth.users (id, ${column}, raw_user_meta_data) values ($1, $2, $3)`,
        [randomUUID(), text.phone, JSON.stringify({ full_name: locale, locale })],
      );
    await hand({ outcome: 'sent' });
    await say('pl', 'phone_change');
    await hand({ outcome: 'sent' });
    await say('de', 'phone');
    await hand({ outcome: 'sent' });
    expect(texts).toEqual([
      expect.stringMatching(/^447700900123 123456 is your code for Test League/),
      expect.stringContaining('123456 to twój kod'),
      expect.stringContaining('123456 ist dein Code'),
    ]);
    expect(new Set(texts).size).toBe(3);
    for (const outcome of ['refused', 'later', 'unknown'] as const) {
      await expect(hand({ outcome, answer: 'No.' })).rejects.toThrow('No.');
    }
  });
});
