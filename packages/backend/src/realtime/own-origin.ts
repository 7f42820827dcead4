import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackName } from '../auth/origins.ts';

/** Whether a connection comes from a page of ours, or from no page at all. */
export function isOwnOrigin(headers: IncomingHttpHeaders, siteUrl: string | null): boolean {
  const { origin, host = '' } = headers;
  if (origin === undefined) {
    return true;
  }
  const page = URL.parse(origin);
  if (page === null) {
    return false;
  }
  if (siteUrl !== null) {
    return new URL(siteUrl).origin === page.origin;
  }
  const own = URL.parse(`${page.protocol}//${host}`);
  if (own === null) {
    return false;
  }
  if (page.host === own.host) {
    return true;
  }
  // Every loopback name with our port is the same server.
  return page.port === own.port && isLoopbackName(page.hostname) && isLoopbackName(own.hostname);
}
