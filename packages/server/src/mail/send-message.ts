import type { Database } from '@muster/database';
import type { Logger } from 'pino';
import type { JobContext } from '../jobs/job-queue.ts';

/** A mail or a text that this worker, and no other, has in hand. */
export interface ClaimedMessage {
  id: string;
  kind: string;
  channel: 'mail' | 'sms' | 'whatsapp';
  recipient: string;
  subject: string | null;
  text_body: string;
  html_body: string | null;
  unsubscribe_url: string | null;
  /** What a text is sent for. */
  code: string | null;
}

/**
 * What became of an attempt. `later`: nothing went out and it may be tried again. `unknown`: the message
 * was handed over and no answer came, so it may have arrived.
 */
export type Delivery =
  | { outcome: 'sent'; answer?: string }
  | { outcome: 'refused' | 'later' | 'unknown'; answer: string };

interface SendOptions {
  database: Database;
  deliver(message: ClaimedMessage, signal: AbortSignal): Promise<Delivery>;
  log: Logger;
}

type Settled = 'sent' | 'refused' | 'unsure';

async function claim(database: Database, id: string): Promise<ClaimedMessage | null> {
  const [message] = await database.query<ClaimedMessage>(
    `update private.mails set state = 'sending', attempts = attempts + 1
     where id = $1 and state = 'queued'
     returning id, kind, channel, recipient, subject, text_body, html_body, unsubscribe_url, code`,
    [id],
  );
  return message ?? null;
}

/** What is done with: only that it was, when and how, is kept of it. */
async function settle(
  database: Database,
  { id, state, answer }: { id: string; state: Settled; answer: string | null },
): Promise<void> {
  await database.query(
    `update private.mails set state = $2, answer = $3, subject = null,
       text_body = null, html_body = null, unsubscribe_url = null, code = null
     where id = $1 and state in ('sending', 'unsure')`,
    [id, state, answer],
  );
}

/**
 * Sends one message, at most once. It is claimed before a word goes out; where a worker died with a
 * claim nobody knows whether it went, and it is left at that rather than sent twice.
 */
export async function sendMessage(
  { database, deliver, log }: SendOptions,
  id: string,
  { signal, isLastAttempt }: JobContext,
): Promise<void> {
  const message = await claim(database, id);
  if (message === null) {
    await settle(database, { id, state: 'unsure', answer: 'A worker died while it sent this.' });
    return;
  }
  const delivery = await deliver(message, signal);
  if (delivery.outcome === 'sent') {
    await settle(database, { id, state: 'sent', answer: null });
    return;
  }
  const { outcome, answer } = delivery;
  // The address stays out of the log; the row has it.
  log.warn({ message: id, kind: message.kind, outcome, answer }, 'message was not taken');
  if (outcome === 'later' && !isLastAttempt) {
    await database.query(
      `update private.mails set state = 'queued', answer = $2 where id = $1 and state = 'sending'`,
      [id, answer],
    );
    throw new Error('the message was not taken yet');
  }
  await settle(database, { id, state: outcome === 'unknown' ? 'unsure' : 'refused', answer });
}
