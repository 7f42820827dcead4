import type { Database } from '@muster/database';
import {
  detectLocale,
  localeCookie,
  toKnownZone,
  zoneCookie,
} from '@muster/site/intl/detect-locale.ts';
import type { SignInOptions } from '@muster/site/pages/login/data.ts';
import type { Config } from './config.ts';
import type { SiteContext } from './render/site-options.ts';
import { createSessionReader, parseCookies, type VerifyAccessToken } from './session.ts';

interface ResolverOptions {
  config: Pick<Config, 'siteUrl'>;
  database: Database;
  verify: VerifyAccessToken;
  readSignIn?: () => Promise<SignInOptions>;
  sendsMail?: boolean;
}

/** Finds out for each request who asks, in which language and zone. */
export function createContextResolver({
  database,
  verify,
  readSignIn,
  sendsMail = false,
}: ResolverOptions) {
  const readSession = createSessionReader(database, verify);
  return async (request: Request): Promise<SiteContext> => {
    const cookies = parseCookies(request.headers.get('cookie'));
    const { viewer, unread, zone, firstStep, hasSession } = await readSession(request);
    return {
      database,
      viewer,
      unread,
      sendsMail,
      ...(firstStep === null ? {} : { first_step: firstStep }),
      hasSession,
      ...(readSignIn === undefined ? {} : { readSignIn }),
      chosenZone: zone === null ? null : toKnownZone(zone),
      locale: detectLocale(cookies.get(localeCookie), request.headers.get('accept-language')),
      zone: toKnownZone(zone ?? cookies.get(zoneCookie)),
      now: new Date(),
    };
  };
}
