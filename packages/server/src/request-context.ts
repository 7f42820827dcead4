import type { Database } from '@muster/database';
import {
  detectLocale,
  localeCookie,
  toKnownZone,
  zoneCookie,
} from '@muster/site/intl/detect-locale.ts';
import type { Config } from './config.ts';
import type { SiteContext } from './render/site-options.ts';
import { createSessionReader, parseCookies, type VerifyAccessToken } from './session.ts';

interface ResolverOptions {
  config: Pick<Config, 'siteUrl'>;
  database: Database;
  verify: VerifyAccessToken;
}

/** Finds out for each request who asks, in which language and zone. */
export function createContextResolver({ database, verify }: ResolverOptions) {
  const readSession = createSessionReader(database, verify);
  return async (request: Request): Promise<SiteContext> => {
    const cookies = parseCookies(request.headers.get('cookie'));
    const { viewer, zone, hasSession } = await readSession(request);
    return {
      database,
      viewer,
      hasSession,
      chosenZone: zone === null ? null : toKnownZone(zone),
      locale: detectLocale(cookies.get(localeCookie), request.headers.get('accept-language')),
      zone: toKnownZone(zone ?? cookies.get(zoneCookie)),
      now: new Date(),
    };
  };
}
