import type { Config } from '../config.ts';
import { isPrivateLeague } from '../http/peer.ts';

/**
 * How mail leaves: by the league's mail server; into a mailbox that only this machine can open; or not
 * at all, where there is no server and anybody might look.
 */
export type MailWay = 'smtp' | 'mailbox' | 'none';

export function getMailWay(
  config: Pick<Config, 'smtpUrl' | 'host' | 'siteUrl' | 'devIdentity'>,
): MailWay {
  if (config.smtpUrl !== null) {
    return 'smtp';
  }
  return isPrivateLeague(config) ? 'mailbox' : 'none';
}
