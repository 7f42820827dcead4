import { isIP } from 'node:net';
import type { Config } from './config.ts';
import { isLoopbackHost } from './origin.ts';

/** What the HTTP server hands over beside each request. */
export interface PeerBindings {
  incoming?: { socket?: { remoteAddress?: string | undefined } };
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

function getSocketAddress(bindings: unknown): string {
  const { incoming } = (bindings ?? {}) as PeerBindings;
  return (incoming?.socket?.remoteAddress ?? '').replace(/^::ffff:/, '');
}

/**
 * The address that a request comes from. X-Forwarded-For counts only when the configured proxy sends
 * it, and then its last entry, which that proxy wrote itself.
 */
export function getPeerAddress(
  request: Request,
  bindings: unknown,
  config: Pick<Config, 'trustedProxy'>,
): string {
  const socket = getSocketAddress(bindings);
  if (config.trustedProxy === null || socket !== config.trustedProxy) {
    return socket;
  }
  const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  return isIP(forwarded) === 0 ? socket : forwarded;
}

/**
 * Whether the development pages may answer: the server listens on loopback, the site is not public,
 * and both the peer and the Host it asked for are this machine, with no proxy in between.
 * DEV_IDENTITY=1 opens them wider for a closed network.
 */
export function mayUseDevelopmentPages(
  request: Request,
  bindings: unknown,
  config: Pick<Config, 'devIdentity' | 'host' | 'siteUrl'>,
): boolean {
  if (config.devIdentity) {
    return true;
  }
  const siteHost = config.siteUrl === null ? 'localhost' : new URL(config.siteUrl).host;
  const isForwarded = [...request.headers.keys()].some(
    (name) => name === 'forwarded' || name.startsWith('x-forwarded-'),
  );
  return (
    !isForwarded &&
    isLoopbackHost(config.host) &&
    isLoopbackHost(siteHost) &&
    isLoopbackHost(request.headers.get('host') ?? '') &&
    isLoopbackAddress(getSocketAddress(bindings))
  );
}

/**
 * Whether the league is one for this machine or a closed network alone: then what stands in for
 * services of the internet, such as a mailbox instead of a mail server, may be used.
 */
export function isPrivateLeague(config: Pick<Config, 'devIdentity' | 'host' | 'siteUrl'>): boolean {
  const siteHost = config.siteUrl === null ? 'localhost' : new URL(config.siteUrl).host;
  return config.devIdentity || (isLoopbackHost(config.host) && isLoopbackHost(siteHost));
}
