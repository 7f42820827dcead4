import type { Queryable } from '@muster/database';
import type { MailFacts } from '@muster/site/pages/setup/data.ts';
import type { Config } from '../config.ts';
import type { Viewer } from '../context.ts';
import { getOwnOrigin } from '../http/origin.ts';
import { getMailWay } from '../mail/mail-way.ts';
import { getSender } from '../mail/smtp.ts';
import type { StepLoader } from './step.ts';

const usualPorts: Readonly<Record<string, string>> = { 'smtp:': '587', 'smtps:': '465' };

/** How mail leaves; who signs in at the mail server, and with what, is not among it. */
export function describeMail(
  request: Request,
  config: Pick<Config, 'smtpUrl' | 'host' | 'siteUrl' | 'devIdentity'>,
): MailFacts {
  const way = getMailWay(config);
  if (config.smtpUrl === null) {
    return { way, server: null, sender: null };
  }
  const { hostname, port, protocol } = new URL(config.smtpUrl);
  return {
    way,
    server: `${hostname}:${port === '' ? usualPorts[protocol] : port}`,
    sender: getSender(config.smtpUrl, getOwnOrigin(request, config)),
  };
}

/** The address of somebody's account; null where it has none. */
export async function findOwnAddress(
  queryable: Queryable,
  { user_id }: Viewer,
): Promise<string | null> {
  const [row] = await queryable.query<{ email: string | null }>(
    'select email from auth.users where id = $1',
    [user_id],
  );
  return row?.email ?? null;
}

/** Done where a mail server is set; what it says is asked of it by a test. */
export const loadMailStep: StepLoader<'mail'> = async ({ database, viewer, describeMail }) => {
  const facts = describeMail?.();
  const is_done = facts?.way === 'smtp';
  const done = { is_done, facts: facts?.server == null ? [] : [facts.server] };
  if (facts === undefined || viewer?.is_site_admin !== true) {
    return { ...done, data: null };
  }
  return { ...done, data: { ...facts, own_address: await findOwnAddress(database, viewer) } };
};
