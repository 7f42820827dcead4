import type { Queryable, Transaction } from '@muster/database';
import type { LocaleCode } from '@muster/site';
import { createId } from '../engine/ids.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { MailWay } from './mail-way.ts';
import type { RenderedMail } from './render-mail.ts';

/** A mail that is ready to go. */
export interface OutgoingMail {
  /** `auth.recovery`, `notice.challenged` */
  kind: string;
  to: string;
  locale: LocaleCode;
  content: RenderedMail;
  /** Where one click ends mail of this kind; null for mail that somebody asked for. */
  unsubscribeUrl: string | null;
}

/** About 20 hours, with pauses that grow from seconds to hours. */
const attempts = 12;
const keptDays = 7;
const rememberedDays = 30;

/**
 * One address and nothing else: the mail library takes a list, and line breaks in it would be
 * recipients of their own.
 */
export function isSingleAddress(address: string): boolean {
  return address.length <= 320 && /^[^\s,;:<>()[\]"\\@]+@[^\s,;:<>()[\]"\\@]+$/.test(address);
}

/** Writes a mail into the outbox, in the transaction that gives the reason for it. */
export async function putMail(
  transaction: Transaction,
  way: Exclude<MailWay, 'none'>,
  mail: OutgoingMail,
): Promise<string> {
  if (!isSingleAddress(mail.to)) {
    throw new Error('the address is not one that mail can be sent to');
  }
  const id = createId();
  const { subject, text, html } = mail.content;
  await transaction.query(
    `insert into private.mails
       (id, kind, recipient, locale, subject, text_body, html_body, unsubscribe_url, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      mail.kind,
      mail.to,
      mail.locale,
      subject,
      text,
      html,
      mail.unsubscribeUrl,
      way === 'smtp' ? 'queued' : 'kept',
    ],
  );
  if (way === 'smtp') {
    await enqueue(transaction, {
      name: 'send_mail',
      payload: { mail_id: id },
      key: `mail:${id}`,
      attempts,
    });
  }
  return id;
}

/** Forgets what lies in the mailbox after a week, and after a month that a mail was sent at all. */
export async function cleanUpMails(database: Queryable): Promise<void> {
  await database.query(
    `delete from private.mails
     where (state = 'kept' and created_at < now() - make_interval(days => $1))
        or created_at < now() - make_interval(days => $2)`,
    [keptDays, rememberedDays],
  );
}
