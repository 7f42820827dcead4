import type { Database } from '@muster/database';
import {
  detectLocale,
  localeCookie,
  toKnownZone,
  zoneCookie,
} from '@muster/site/intl/detect-locale.ts';
import type { SignInOptions } from '@muster/site/pages/login/data.ts';
import type { MailFacts, RestoreData } from '@muster/site/pages/setup/data.ts';
import type { Config } from '../config.ts';
import type { HostFacts } from '../context.ts';
import { createSessionReader, readCookies, type VerifyAccessToken } from '../http/session.ts';
import type { SettingsReader } from '../page/settings.ts';
import { loadPin } from '../waiting/pin.ts';
import type { SiteContext } from './site-options.ts';

interface ResolverOptions {
  config: Pick<Config, 'siteUrl'>;
  database: Database;
  settings: SettingsReader;
  verify: VerifyAccessToken;
  readSignIn?: () => Promise<SignInOptions>;
  /** The ways to sign in, as a request's own address has them. */
  describeWays?: (request: Request) => ReturnType<NonNullable<SiteContext['readSignInWays']>>;
  readHost?: () => Promise<HostFacts>;
  describeMail?: (request: Request) => MailFacts;
  sendsMail?: boolean;
  readRestore?: () => RestoreData;
}

/** What a request says of itself: its language and the browser's zone, and nobody who asks. */
export function toStranger(
  request: Request,
  { database, settings }: Pick<ResolverOptions, 'database' | 'settings'>,
): SiteContext {
  const cookies = readCookies(request);
  const { locales, zone } = settings.current;
  return {
    database,
    viewer: null,
    hasSession: false,
    chosenZone: null,
    locale: detectLocale(cookies[localeCookie], request.headers.get('accept-language'), locales),
    zone: toKnownZone(cookies[zoneCookie] ?? zone),
    now: new Date(),
  };
}

/** Finds out for each request who asks, in which language and zone. */
export function createContextResolver({
  database,
  settings,
  verify,
  readSignIn,
  describeWays,
  readHost,
  describeMail,
  sendsMail = false,
  readRestore,
}: ResolverOptions) {
  const readSession = createSessionReader(database, verify);
  return async (request: Request): Promise<SiteContext> => {
    const { viewer, unread, desk, sanction, isAtHand, zone, firstStep, hasSession } =
      await readSession(request);
    const stranger = toStranger(request, { database, settings });
    return {
      ...stranger,
      viewer,
      ...(viewer !== null && isAtHand
        ? { readPin: () => loadPin(database, viewer.person_id, stranger.now) }
        : {}),
      unread,
      desk,
      sanction,
      sendsMail,
      settings,
      ...(firstStep === null ? {} : { first_step: firstStep }),
      hasSession,
      ...(readSignIn === undefined ? {} : { readSignIn }),
      ...(readHost === undefined ? {} : { readHost }),
      ...(describeMail === undefined ? {} : { describeMail: () => describeMail(request) }),
      ...(readRestore === undefined ? {} : { readRestore }),
      ...(describeWays === undefined ? {} : { readSignInWays: () => describeWays(request) }),
      ...(zone === null ? {} : { chosenZone: toKnownZone(zone), zone: toKnownZone(zone) }),
    };
  };
}
