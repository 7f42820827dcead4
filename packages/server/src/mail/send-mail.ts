import type { Database } from '@muster/database';
import type { Logger } from 'pino';
import type { JobContext } from '../jobs/job-queue.ts';
import type { Delivery, SmtpServer } from './smtp.ts';

interface ClaimedMail {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string;
  unsubscribe_url: string | null;
}

interface SendMailOptions {
  database: Database;
  smtp: SmtpServer;
  /** The part of a Message-ID after the @. */
  host: string;
  log: Logger;
}

type Settled = 'sent' | 'refused' | 'unsure';

async function claim(database: Database, id: string): Promise<ClaimedMail | null> {
  const [mail] = await database.query<ClaimedMail>(
    `update private.mails set state = 'sending', attempts = attempts + 1
     where id = $1 and state = 'queued'
     returning id, kind, recipient, subject, text_body, html_body, unsubscribe_url`,
    [id],
  );
  return mail ?? null;
}

/** What is done with: only that it was, when and how, is kept of it. */
async function settle(
  database: Database,
  { id, state, answer }: { id: string; state: Settled; answer: string | null },
): Promise<void> {
  await database.query(
    `update private.mails set state = $2, answer = $3, settled_at = now(), subject = null,
       text_body = null, html_body = null, unsubscribe_url = null
     where id = $1 and state in ('sending', 'unsure')`,
    [id, state, answer],
  );
}

/**
 * Sends one mail, at most once. It is claimed before a word goes out; where a worker died with a claim
 * nobody knows whether the mail went, and it is left at that rather than sent twice.
 */
export async function sendMail(
  { database, smtp, host, log }: SendMailOptions,
  id: string,
  { signal, isLastAttempt }: JobContext,
): Promise<void> {
  const mail = await claim(database, id);
  if (mail === null) {
    await settle(database, { id, state: 'unsure', answer: 'A worker died while it sent this.' });
    return;
  }
  const { recipient: to, subject, text_body: text, html_body: html, unsubscribe_url } = mail;
  const delivery: Delivery = await smtp.deliver(
    { messageId: `<${id}@${host}>`, to, subject, text, html, unsubscribeUrl: unsubscribe_url },
    signal,
  );
  if (delivery.outcome === 'sent') {
    await settle(database, { id, state: 'sent', answer: null });
    return;
  }
  const { outcome, answer } = delivery;
  // The address stays out of the log; the row has it.
  log.warn({ mail: id, kind: mail.kind, outcome, answer }, 'mail was not taken');
  if (outcome === 'later' && !isLastAttempt) {
    await database.query(
      `update private.mails set state = 'queued', answer = $2 where id = $1 and state = 'sending'`,
      [id, answer],
    );
    throw new Error('the mail server did not take the mail yet');
  }
  await settle(database, { id, state: outcome === 'unknown' ? 'unsure' : 'refused', answer });
}
