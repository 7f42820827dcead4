import { isLoopbackNumber } from '../network-address.ts';

/** The chat platform's own hosts; nowhere else is anything posted. */
const platformHosts: ReadonlySet<string> = new Set([
  'discord.com',
  'discordapp.com',
  'ptb.discord.com',
  'canary.discord.com',
]);
const pathPattern = /^\/api(?:\/v\d{1,2})?\/webhooks\/(\d{5,25})\/([\w-]{10,200})$/;

/**
 * The address to post to, in one form whatever was pasted; null for anything that is not a channel's
 * webhook at the chat platform. `allowsLoopback`, where a local identity provider is allowed too, takes
 * this machine in the platform's place.
 */
export function parseWebhookAddress(
  text: string,
  { allowsLoopback }: { allowsLoopback: boolean },
): string | null {
  if (!URL.canParse(text)) {
    return null;
  }
  const { protocol, hostname, host, pathname, port, username, password } = new URL(text);
  const parts = pathPattern.exec(pathname);
  if (parts === null || username !== '' || password !== '') {
    return null;
  }
  const path = `/api/v10/webhooks/${parts[1]}/${parts[2]}`;
  if (protocol === 'https:' && port === '' && platformHosts.has(hostname)) {
    return `https://discord.com${path}`;
  }
  const isLoopback =
    protocol === 'http:' && (hostname === 'localhost' || isLoopbackNumber(hostname));
  return isLoopback && allowsLoopback ? `http://${host}${path}` : null;
}

/** What is shown of an address: enough to tell it from another, not enough to write there. */
export function maskWebhookAddress(url: string): string {
  const { pathname } = new URL(url);
  const [, id = ''] = /\/webhooks\/(\d+)\//.exec(pathname) ?? [];
  return `…/webhooks/…${id.slice(-4)}/…`;
}
