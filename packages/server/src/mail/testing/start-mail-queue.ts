import type { Database } from '@muster/database';
import type { Logger } from 'pino';
import { type JobQueue, startJobQueue } from '../../jobs/job-queue.ts';
import { createMailDelivery } from '../deliver-mail.ts';
import { sendMessage } from '../send-message.ts';
import { createSmtpServer } from '../smtp.ts';

/** The job queue with nothing but mail, as the server has it. */
export function startMailQueue(
  database: Database,
  { smtpUrl, log }: { smtpUrl: string; log: Logger },
): JobQueue {
  const siteUrl = 'https://league.test';
  const smtp = createSmtpServer({ url: smtpUrl, getLeagueName: () => 'Test League', siteUrl });
  return startJobQueue({
    database,
    log,
    handlers: {
      send_mail: ({ mail_id }, context) =>
        sendMessage(
          { database, deliver: createMailDelivery(smtp, 'league.test'), log },
          mail_id,
          context,
        ),
      send_text: async () => undefined,
      mail_notices: async () => undefined,
      post_webhook: async () => undefined,
      make_public_file: async () => undefined,
    },
  });
}
