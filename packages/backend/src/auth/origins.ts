import type { Context } from 'hono';
import type { AuthConfig } from './config.ts';
import type { AuthEnv } from './context.ts';
import { toPattern } from './redirect-glob.ts';
import { redirectLength } from './stored-bounds.ts';

const loopbackName = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;
const regularName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i;
const decimal = /^[0-9]+$/;
const ipv4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/** Whether a host name, as `URL.hostname` has it, is this machine's own. */
export function isLoopbackName(hostname: string): boolean {
  return loopbackName.test(hostname);
}

/**
 * The site's address for this request: SITE_URL, or while that is unset the loopback name by which the
 * request reached us. A Host that is not loopback is never believed.
 */
export function getSiteUrl(config: AuthConfig, context: Context<AuthEnv>): string {
  if (config.siteUrl !== null) {
    return config.siteUrl;
  }
  return findLoopbackOrigin(context) ?? config.fallbackOrigin;
}

/** Where browsers reach this service, without a slash at the end. */
export function getExternalUrl(config: AuthConfig, context: Context<AuthEnv>): string {
  const address = config.externalUrl ?? `${new URL(getSiteUrl(config, context)).origin}/auth/v1`;
  return address.replace(/\/+$/, '');
}

function findLoopbackOrigin(context: Context<AuthEnv>): string | null {
  const host = context.req.header('host') ?? new URL(context.req.url).host;
  const origin = `${new URL(context.req.url).protocol}//${host}`;
  if (!URL.canParse(origin)) {
    return null;
  }
  const url = new URL(origin);
  // Anything beyond a name and a port would end up in redirects.
  return isLoopbackName(url.hostname) && url.host === host.toLowerCase() ? url.origin : null;
}

/** Where to go afterwards: what was asked for if it may be, else the site. */
export function getRedirectTo(
  config: AuthConfig,
  context: Context<AuthEnv>,
  asked: string | null = null,
): string {
  const siteUrl = getSiteUrl(config, context);
  const named =
    context.req.header('redirect_to') || context.req.query('redirect_to') || asked || '';
  const allowed = [named, context.req.header('referer') ?? ''].find(
    (address) => address !== '' && isRedirectAllowed(config, { siteUrl, address }),
  );
  return allowed ?? siteUrl;
}

/** Whether people may be sent to an address: our own site, this machine, or the allow-list. */
export function isRedirectAllowed(
  config: AuthConfig,
  input: { siteUrl: string; address: string },
): boolean {
  if (input.address.length > redirectLength) {
    return false;
  }
  if (!URL.canParse(input.address) || !URL.canParse(input.siteUrl)) {
    return false;
  }
  const site = new URL(input.siteUrl);
  const asked = new URL(input.address);
  if (asked.username !== '' || asked.password !== '') {
    return false;
  }
  if (isOwnOrigin(config, site, asked)) {
    return true;
  }
  if (!isAcceptableHost(asked, input.address)) {
    return false;
  }
  if (isAddressLiteral(asked)) {
    return isLoopbackName(asked.hostname);
  }
  const [withoutFragment = ''] = input.address.split('#');
  return config.uriAllowList.some((glob) => toPattern(glob).test(withoutFragment));
}

/** Ports of loopback names are not compared: native apps listen on whichever is free (RFC 8252, 7.3). */
function isOwnOrigin(config: AuthConfig, site: URL, asked: URL): boolean {
  if (site.protocol !== asked.protocol) {
    return false;
  }
  if (site.hostname === asked.hostname) {
    return site.port === asked.port || isLoopbackName(asked.hostname);
  }
  const anyLoopbackIsOurs = config.siteUrl === null && isLoopbackName(site.hostname);
  return anyLoopbackIsOurs && isLoopbackName(asked.hostname) && site.port === asked.port;
}

/** URL turns `http://2130706433` into 127.0.0.1, so the text as it was sent is looked at too. */
function isAcceptableHost(asked: URL, text: string): boolean {
  const typed = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/?#]*@)?([^/:?#]*)/i.exec(text)?.[1] ?? '';
  if (decimal.test(typed) || decimal.test(asked.hostname)) {
    return false;
  }
  const isHttp = asked.protocol === 'http:' || asked.protocol === 'https:';
  return !isHttp || isAddressLiteral(asked) || regularName.test(asked.hostname);
}

function isAddressLiteral(url: URL): boolean {
  return ipv4.test(url.hostname) || url.hostname.startsWith('[');
}
