import type { Config } from '../config.ts';

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for a host (with or without port) that names this machine only. */
export function isLoopbackHost(host: string): boolean {
  return loopbackNames.has(host.replace(/:\d+$/, '').toLowerCase());
}

/** Where people find a server that listens on `port`: SITE_URL where it is set, else its host's name. */
export function getServedUrl(config: Pick<Config, 'siteUrl' | 'host'>, port: number): string {
  const isAnyName = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(config.host);
  return config.siteUrl ?? `http://${isAnyName ? 'localhost' : config.host}:${port}`;
}

/**
 * The site's own origin as the request sees it: SITE_URL where it is set, else the request's own Host,
 * so that any loopback name with our port is ours.
 */
export function getOwnOrigin(request: Request, config: Pick<Config, 'siteUrl'>): string {
  if (config.siteUrl !== null) {
    return new URL(config.siteUrl).origin;
  }
  const host = request.headers.get('host') ?? new URL(request.url).host;
  return `http://${host}`;
}

const longestHost = 253;

/** Which host a request says that its page is of, for the sentence that refuses it. */
export function getForeignHost(request: Request): string {
  const origin = request.headers.get('origin') ?? 'null';
  const host = URL.canParse(origin) ? new URL(origin).host : origin;
  return host.slice(0, longestHost);
}

/**
 * Whether a write may come from where it says it comes from: no Origin at all (not a browser), or ours.
 * While SITE_URL is unset every loopback name with our own port counts as ours.
 */
export function isOwnOrigin(request: Request, config: Pick<Config, 'siteUrl'>): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) {
    return request.headers.get('sec-fetch-site') !== 'cross-site';
  }
  const own = getOwnOrigin(request, config);
  if (origin === own) {
    return true;
  }
  if (config.siteUrl !== null || !URL.canParse(origin)) {
    return false;
  }
  const given = new URL(origin);
  return (
    isLoopbackHost(given.host) &&
    isLoopbackHost(new URL(own).host) &&
    given.port === new URL(own).port
  );
}

/** What every answer of the server says; names in small letters. */
export function getOwnHeaders({ siteUrl }: Pick<Config, 'siteUrl'>): Record<string, string> {
  const publicUrl = siteUrl === null ? null : new URL(siteUrl);
  const isSecure = publicUrl?.protocol === 'https:' && !isLoopbackHost(publicUrl.host);
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}
