import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Config } from '../config.ts';
import { isLoopbackNumber } from '../network-address.ts';
import { isLoopbackHost } from './origin.ts';

/** What the HTTP server hands over beside each request. */
export interface PeerBindings {
  incoming?: { socket?: { remoteAddress?: string | undefined } };
}

function getSocketAddress(bindings: unknown): string {
  const { incoming } = (bindings ?? {}) as PeerBindings;
  return toPlainAddress(incoming?.socket?.remoteAddress);
}

/** An IPv4 address that comes by a socket for both kinds is written as one. */
export function toPlainAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:/, '');
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
  return pickPeer(getSocketAddress(bindings), request.headers.get('x-forwarded-for'), config);
}

/** The same of a request as Node reads it. */
export function getRawPeer(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  config: Pick<Config, 'trustedProxy'>,
): string {
  // Node joins the lines of this header as Fetch does.
  const forwarded = headers['x-forwarded-for'];
  return pickPeer(toPlainAddress(socket.remoteAddress), String(forwarded ?? ''), config);
}

function pickPeer(
  socket: string,
  header: string | null,
  { trustedProxy }: Pick<Config, 'trustedProxy'>,
): string {
  if (trustedProxy === null || socket !== trustedProxy) {
    return socket;
  }
  const forwarded = header?.split(',').at(-1)?.trim() ?? '';
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
    isLoopbackNumber(getSocketAddress(bindings))
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
