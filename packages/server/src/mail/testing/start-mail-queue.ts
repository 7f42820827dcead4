import type { Database } from '@muster/database';
import type { Logger } from 'pino';
import { type JobQueue, startJobQueue } from '../../jobs/job-queue.ts';
import { sendMail } from '../send-mail.ts';
import { createSmtpServer } from '../smtp.ts';

/** The job queue with nothing but mail, as the server has it. */
export function startMailQueue(
  database: Database,
  { smtpUrl, log }: { smtpUrl: string; log: Logger },
): JobQueue {
  const siteUrl = 'https://league.test';
  const smtp = createSmtpServer({ url: smtpUrl, leagueName: 'Test League', siteUrl });
  return startJobQueue({
    database,
    log,
    handlers: {
      send_mail: ({ mail_id }, context) =>
        sendMail({ database, smtp, host: 'league.test', log }, mail_id, context),
      mail_notices: async () => undefined,
      post_webhook: async () => undefined,
    },
  });
}
