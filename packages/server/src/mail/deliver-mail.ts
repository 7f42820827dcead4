import type { ClaimedMessage, Delivery } from './send-message.ts';
import type { SmtpServer } from './smtp.ts';

/** Hands claimed mails to the league's mail server; `host` is the part of a Message-ID after the @. */
export function createMailDelivery(smtp: SmtpServer, host: string) {
  return (mail: ClaimedMessage, signal: AbortSignal): Promise<Delivery> =>
    smtp.deliver(
      {
        messageId: `<${mail.id}@${host}>`,
        to: mail.recipient,
        subject: mail.subject ?? '',
        text: mail.text_body,
        html: mail.html_body ?? '',
        unsubscribeUrl: mail.unsubscribe_url,
      },
      signal,
    );
}
