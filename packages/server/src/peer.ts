import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Config } from './config.ts';
import { isLoopbackHost } from './origin.ts';

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}

function getSocketAddress(context: Context): string {
  return getConnInfo(context).remote.address ?? '';
}

/**
 * The address that a request comes from. X-Forwarded-For counts only when the configured proxy sends
 * it, and then its last entry, which that proxy wrote itself.
 */
export function getPeerAddress(context: Context, config: Pick<Config, 'trustedProxy'>): string {
  const socket = getSocketAddress(context);
  if (config.trustedProxy === null || socket.replace('::ffff:', '') !== config.trustedProxy) {
    return socket;
  }
  const forwarded = context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  return isIP(forwarded) === 0 ? socket : forwarded;
}

/**
 * Whether the development pages may answer: the server listens on loopback, the site is not public,
 * and both the peer and the Host it asked for are this machine, with no proxy in between.
 * DEV_IDENTITY=1 opens them wider for a closed network.
 */
export function mayUseDevelopmentPages(context: Context, config: Config): boolean {
  if (config.devIdentity) {
    return true;
  }
  const host = context.req.header('host') ?? '';
  const siteHost = config.siteUrl === null ? 'localhost' : new URL(config.siteUrl).host;
  const headers = Object.keys(context.req.header());
  return (
    isLoopbackHost(config.host) &&
    isLoopbackHost(siteHost) &&
    isLoopbackHost(host) &&
    isLoopbackAddress(getSocketAddress(context)) &&
    !headers.some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'))
  );
}
