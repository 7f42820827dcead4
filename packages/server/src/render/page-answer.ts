import { toNetwork, withoutEndSlashes } from '@muster/backend';
import { findDamage, isRefusedValue, toUnavailable } from '@muster/database';
import { type LocaleCode, pages } from '@muster/site';
import { holdsGoneName } from '@muster/site/app/name-the-gone.ts';
import type {
  DocumentData,
  PageResult,
  PayloadAnswer,
  ShellData,
} from '@muster/site/document-data.ts';
import { detectLocale, localeCookie, toKnownZone } from '@muster/site/intl/detect-locale.ts';
import {
  decideRoute,
  type RouteDecision,
  type SiteRules,
  toInvalidPage,
  toMissingError,
} from '@muster/site/routing/decide-route.ts';
import { redirectCookie } from '@muster/site/routing/guard.ts';
import {
  type LocaleRouting,
  splitLocalePath,
  toLocalePath,
} from '@muster/site/routing/locale-paths.ts';
import { findLowerCase } from '@muster/site/routing/lower-case.ts';
import type { PageMatch } from '@muster/site/routing/match-page.ts';
import { serialize } from 'hono/utils/cookie';
import type { Loader } from '../context.ts';
import { findPresentPath } from '../http/former-slugs.ts';
import { getOwnOrigin } from '../http/origin.ts';
import { getPeerAddress } from '../http/peer.ts';
import { countRequest } from '../http/rate-limit.ts';
import { readCookies } from '../http/session.ts';
import { toPlaces } from '../page/named-places.ts';
import { getTranslator } from '../translate.ts';
import type { ServableSite } from './built-site.ts';
import { compress } from './compress.ts';
import { toDocument } from './document.ts';
import { findClosedHint, toReader } from './office-pages.ts';
import { toSecurityPolicy } from './security-policy.ts';
import type { SiteContext, SiteOptions } from './site-options.ts';
import { toViewer } from './to-viewer.ts';

interface Surroundings {
  options: SiteOptions;
  routing: LocaleRouting;
  getRules: () => SiteRules;
  site: ServableSite;
}

/** One request for a page, read. */
interface PageRequest {
  request: Request;
  env: unknown;
  /** The page's own address, also when its payload is asked for. */
  url: URL;
  isPayload: boolean;
  locale: LocaleCode;
}

const payloadName = '/_payload.json';
/** How many pages of the past an address gets in a minute: more than anybody reads. */
const looksBack = 120;

/** Answers for pages: the same steps for a document and for a payload, which differ only at the end. */
export function createPageAnswers(surroundings: Surroundings) {
  const { options, routing, getRules, site } = surroundings;
  const policy = toSecurityPolicy(toPolicyInput(options));
  return async (request: Request, env: unknown): Promise<Response> => {
    const rules = getRules();
    const asked = readPageRequest(request, env, surroundings);
    const renderer = await site.renderer();
    const matched = renderer.match(asked.url.pathname);
    const lower = findLowerCase(asked.url.pathname, matched, { routing, rules });
    if (lower !== null) {
      return redirectTo(toSameKind(lower, asked), 308);
    }
    const moved = findBetterAddress(asked, routing);
    if (moved !== null) {
      return redirectTo(moved, 302);
    }
    const { context, failed } = await findAsker(asked, options);
    const decision = decideRoute(
      {
        page: matched.page,
        parameters: matched.parameters,
        url: asked.url,
        path: splitLocalePath(asked.url.pathname, routing).path,
        hasSession: context.hasSession,
        isDevelopment: options.mayUseDevelopmentPages(request, env),
      },
      rules,
    );
    if (decision.kind === 'redirect') {
      return toRedirectAnswer(decision, asked, routing);
    }
    const page =
      failed !== null && decision.kind === 'page'
        ? failed
        : await loadPage(decision, { asked, matched, context, options });
    const present = await findMoved(page, { asked, context, routing, options });
    if (present !== null) {
      return toRedirectAnswer(present, asked, routing);
    }
    if (asked.isPayload) {
      return toPayloadAnswer(page, asked);
    }
    return toPageDocument({ surroundings, asked, matched, context, page, policy });
  };
}

interface Asker {
  context: SiteContext;
  /** The page in place of the wanted one, where nobody could find out who asks. */
  failed: PageResult | null;
}

/**
 * Who asks. Where that cannot be found out they get no page but still its surroundings, in their language;
 * as they may have a session, the guard lets them stay where they are.
 */
async function findAsker(asked: PageRequest, options: SiteOptions): Promise<Asker> {
  try {
    const context = await options.resolveContext(asked.request);
    const pin = (await context.readPin?.()) ?? null;
    return { context: { ...context, pin }, failed: null };
  } catch (error) {
    const context = { ...options.toStranger(asked.request), hasSession: true };
    return { context, failed: toFailedPage(error, asked, options) };
  }
}

/** What was thrown is for the log; the person learns only whether it helps to come back, and when. */
function toFailedPage(
  error: unknown,
  { request, url, locale }: PageRequest,
  options: SiteOptions,
): PageResult {
  options.onError(error, request);
  if (isRefusedValue(error)) {
    return { error: toMissingError(toInvalidPage(url)) };
  }
  const unavailable = toUnavailable(error);
  if (unavailable !== null) {
    return { error: { status: 503, message: '', wait: unavailable.retryAfter } };
  }
  return findDamage(error) === null
    ? { error: { status: 500, message: '' } }
    : { error: { status: 500, message: '', hint: sayDamaged(locale) } };
}

/** From here, since it is too rare for the texts that every page brings along. */
const sayDamaged = (locale: LocaleCode) => getTranslator(locale, 'refusals')('database_damaged');

function readPageRequest(
  request: Request,
  env: unknown,
  { routing, options }: Pick<Surroundings, 'routing' | 'options'>,
): PageRequest {
  const url = new URL(request.url);
  // The database holds no such character: whoever searches with it searches with what is left.
  url.search = url.search.replaceAll('%00', '');
  const isPayload = url.pathname.endsWith(payloadName);
  if (isPayload) {
    url.pathname = url.pathname.slice(0, -payloadName.length) || '/';
  }
  const cookies = readCookies(request);
  const named = splitLocalePath(url.pathname, routing).locale;
  const locale =
    named ??
    detectLocale(
      cookies[localeCookie],
      request.headers.get('accept-language'),
      options.settings.current.locales,
    );
  return { request, env, url, isPayload, locale };
}

/** The address of the same page or payload under another path. */
function toSameKind(path: string, { url, isPayload }: PageRequest): string {
  return (isPayload ? path.replace(/\/?$/, payloadName) : path) + url.search;
}

/** Addresses have no slash at their end, and a language at their start where the strategy wants one. */
function findBetterAddress({ url, locale, isPayload }: PageRequest, routing: LocaleRouting) {
  if (isPayload) {
    return null;
  }
  const { pathname, search } = url;
  if (pathname.length > 1 && pathname.endsWith('/') && !pathname.startsWith('//')) {
    return withoutEndSlashes(pathname) + search || '/';
  }
  if (routing.strategy !== 'no_prefix' && splitLocalePath(pathname, routing).locale === null) {
    return toLocalePath(pathname, locale, routing) + search;
  }
  return null;
}

function redirectTo(address: string, status: number): Response {
  return new Response(null, {
    status,
    headers: { Location: address, Vary: 'Cookie, Accept-Language', 'Cache-Control': 'no-cache' },
  });
}

type Redirect = Extract<RouteDecision, { kind: 'redirect' }>;

function toRedirectAnswer(
  redirect: Redirect,
  asked: PageRequest,
  routing: LocaleRouting,
): Response {
  const to = redirect.isExternal ? redirect.to : toLocalePath(redirect.to, asked.locale, routing);
  const answer = asked.isPayload
    ? toJson({ redirect: { to, is_external: redirect.isExternal } }, asked.request, 200)
    : redirectTo(to, redirect.status);
  if (redirect.savesPath !== null) {
    const options = { path: '/', maxAge: 3600, sameSite: 'Lax' } as const;
    answer.headers.append('Set-Cookie', serialize(redirectCookie, redirect.savesPath, options));
  }
  return answer;
}

interface LoadInput {
  asked: PageRequest;
  matched: PageMatch;
  context: SiteContext;
  options: SiteOptions;
}

async function loadPage(
  decision: Exclude<RouteDecision, Redirect>,
  { asked, matched, context, options }: LoadInput,
): Promise<PageResult> {
  if (decision.kind === 'not_found') {
    return { error: toMissingError(decision.missing) };
  }
  const viewer = toViewer(context, asked.locale);
  const now = context.now.getTime();
  if (decision.isGuarded && viewer === null) {
    return { data: null, viewer, now, awaits_session: true };
  }
  const loader = options.loaders[decision.page] as Loader<unknown> | null;
  try {
    const wait = await takeLookBack(context, { asked, options });
    if (wait !== null) {
      return { error: { status: 429, message: 'Too many requests.', wait } };
    }
    if (loader === null || pages[decision.page].isBare) {
      return { data: null, viewer, now };
    }
    const { url, locale } = asked;
    const reader = toReader(decision.page, context);
    const input = { ...context, viewer: reader, locale, params: matched.parameters, url };
    const data = await loader(input);
    if (data === null) {
      const closed = findClosedHint(decision.page, context, locale);
      return { error: { ...toMissingError(toInvalidPage(url)), ...closed } };
    }
    const places = toPlaces(data, input);
    return { data, viewer, now, places, ...(holdsGoneName(data) ? { names_gone: true } : {}) };
  } catch (error) {
    return toFailedPage(error, asked, options);
  }
}

/** Where a page is now of which the address was another once; null for one that is there, or never was. */
async function findMoved(
  page: PageResult,
  {
    asked: { url, request },
    context,
    routing,
    options,
  }: Pick<LoadInput, 'asked' | 'context' | 'options'> & { routing: LocaleRouting },
): Promise<Redirect | null> {
  if (!('error' in page) || page.error.status !== 404) {
    return null;
  }
  try {
    const { path } = splitLocalePath(url.pathname, routing);
    const to = await findPresentPath(context.database, path);
    const leads = { kind: 'redirect', status: 301, isExternal: false, savesPath: null } as const;
    return to === null ? null : { ...leads, to: to + url.search };
  } catch (error) {
    options.onError(error, request);
    return null;
  }
}

/** A page as it was costs more than a page as it is: one address may look back so often. */
async function takeLookBack(
  { database, now }: SiteContext,
  { asked: { url, request, env }, options }: Pick<LoadInput, 'asked' | 'options'>,
): Promise<number | null> {
  if (!url.searchParams.has('at')) {
    return null;
  }
  const address = toNetwork(getPeerAddress(request, env, options.config));
  return countRequest(database, { key: `past:${address}`, most: looksBack, seconds: 60 }, now);
}

function toPayloadAnswer(page: PageResult, { request }: PageRequest): Response {
  const answer = toJson(page, request, 'error' in page ? page.error.status : 200);
  setRetryAfter(answer.headers, page);
  return answer;
}

function setRetryAfter(headers: Headers, page: PageResult): void {
  if ('error' in page && page.error.wait !== undefined) {
    headers.set('Retry-After', String(page.error.wait));
  }
}

function toJson(answer: PayloadAnswer, request: Request, status: number): Response {
  const headers = new Headers({
    'Content-Type': 'application/json',
    'Cache-Control': 'private, no-store',
    Vary: 'Cookie, Accept-Language',
  });
  return new Response(compress(JSON.stringify(answer), request, headers), { status, headers });
}

interface DocumentParts extends Omit<LoadInput, 'options'> {
  surroundings: Surroundings;
  page: PageResult;
  policy: string;
}

async function toPageDocument(parts: DocumentParts): Promise<Response> {
  const { surroundings, asked, matched, context, page, policy } = parts;
  const { options, routing, site } = surroundings;
  const renderer = await site.renderer();
  const data: DocumentData = {
    build: site.build,
    locale: asked.locale,
    zone: toKnownZone(context.zone),
    chosen_zone: context.chosenZone,
    now: context.now.getTime(),
    routing,
    shell: await toShell(options, context),
    viewer: toViewer(context, asked.locale),
    is_development: options.mayUseDevelopmentPages(asked.request, asked.env),
    page,
  };
  const rendered = await renderer.render({ data, page: matched.page, url: asked.url });
  const html = toDocument({
    data,
    rendered,
    files: site.listFiles('error' in page ? null : matched.page, asked.locale),
    url: asked.url,
    origin: getOwnOrigin(asked.request, options.config),
    logo: options.settings.current.logo,
  });
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'private, no-cache',
    'Content-Language': asked.locale,
    'Content-Security-Policy': policy,
    Vary: 'Cookie, Accept-Language',
  });
  setRetryAfter(headers, page);
  const status = 'error' in page ? page.error.status : 200;
  return new Response(compress(html, asked.request, headers), { status, headers });
}

async function toShell(options: SiteOptions, context: SiteContext): Promise<ShellData> {
  const {
    config,
    anonKey,
    settings: { current },
  } = options;
  return {
    league_name: current.leagueName,
    title_suffix: current.titleSuffix,
    footer: current.footerLine ?? `© ${current.footerYear} ${current.leagueName}`,
    hue: current.hue,
    locales: current.locales,
    forum_url: current.forumUrl,
    chat_invite_url: current.chatInviteUrl,
    analytics_host: config.analyticsHost,
    backend: { url: config.supabase?.url ?? null, anon_key: anonKey },
    has_chat_sign_in: await options.hasChatSignIn(),
    is_open_identity: config.devIdentity,
    ...(await options.loadShell(context)),
  };
}

function toPolicyInput({ config, isDevelopment = false }: SiteOptions) {
  const connect = [config.supabase?.url, config.analyticsHost];
  const pictures = [config.supabase?.url, config.storageUrl];
  const toOrigins = (urls: (string | null | undefined)[]) =>
    urls.filter((url) => url !== null && url !== undefined).map((url) => new URL(url).origin);
  return { connect: toOrigins(connect), pictures: toOrigins(pictures), isDevelopment };
}
