import { publicIconHost } from '@muster/site/client/icon/public-icon-host.ts';

interface PolicyInput {
  /** Origins beside our own that the browser's code talks to. */
  connect: readonly string[];
  /** Origins beside our own that pictures come from. */
  pictures: readonly string[];
  /** Development runs inline scripts of its own. */
  isDevelopment: boolean;
}

/** The Content-Security-Policy of every document: without a nonce, so that a page may be kept and sent again. */
export function toSecurityPolicy({ connect, pictures, isDevelopment }: PolicyInput): string {
  const inline = isDevelopment ? " 'unsafe-inline'" : '';
  const sockets = connect.map((origin) => origin.replace(/^http/, 'ws'));
  return [
    "default-src 'self'",
    `script-src 'self'${inline}`,
    `style-src 'self'${inline}`,
    // React writes style attributes; they can neither load nor run anything.
    "style-src-attr 'unsafe-inline'",
    `img-src ${["'self'", 'data:', ...pictures].join(' ')}`,
    "font-src 'self'",
    `connect-src ${["'self'", publicIconHost, ...connect, ...sockets, ...(isDevelopment ? ['ws:'] : [])].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
