import type { Config } from '../config.ts';
import { isLoopbackHost } from './origin.ts';

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
