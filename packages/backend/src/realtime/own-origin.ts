import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackName } from '../auth/origins.ts';

/** Whether a connection comes from a page of ours, or from no page at all. */
export function isOwnOrigin(headers: IncomingHttpHeaders, siteUrl: string | null): boolean {
  const { origin, host = '' } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin) || !URL.canParse(`http://${host}`)) return false;
  const page = new URL(origin);
  if (siteUrl !== null) return new URL(siteUrl).origin === page.origin;
  const own = new URL(`${page.protocol}//${host}`);
  if (page.host === own.host) return true;
  // Every loopback name with our port is the same server.
  return page.port === own.port && isLoopbackName(page.hostname) && isLoopbackName(own.hostname);
}
