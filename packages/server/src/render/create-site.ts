import { isLocaleCode } from '@muster/site';
import { localeCookie, localeCookieSeconds } from '@muster/site/intl/detect-locale.ts';
import type { LocaleRouting } from '@muster/site/routing/locale-paths.ts';
import { isOwnPath } from '@muster/site/routing/own-path.ts';
import { createSiteRules } from '@muster/site/routing/site-rules.ts';
import { Hono } from 'hono';
import { serialize } from 'hono/utils/cookie';
import { createFeeds } from '../article/serve-feeds.ts';
import { openBuiltSite, type ServableSite } from './built-site.ts';
import { createEmblems } from './emblems.ts';
import { createIcons } from './icons.ts';
import { createPageAnswers } from './page-answer.ts';
import type { SiteOptions } from './site-options.ts';
import { findStaticFile } from './static-files.ts';
import { createTerrains } from './terrain.ts';
import { toVisitorKey } from './visitor-cache.ts';

const defaultLocale = 'en';

/**
 * Everything of the site that is neither API nor backend: pages and their payloads, builds, files,
 * terrain, emblems, icons. It answers every path, if only with a page that says there is none.
 */
export async function createSite(options: SiteOptions): Promise<Hono> {
  const routing: LocaleRouting = {
    strategy: options.config.localeStrategy,
    defaultLocale,
    defaultRoutes: options.config.localeDefaultRoutes,
  };
  const getRules = () => options.rules ?? createSiteRules(options.settings.current);
  const site = options.isDevelopment
    ? await import('./development-site.ts').then(({ openDevelopmentSite }) =>
        openDevelopmentSite(routing, options.stopping),
      )
    : await openBuiltSite(routing, options.siteFolder);
  const answer = answerVisitorsFromCache(
    createPageAnswers({ options, routing, getRules, site }),
    options,
  );
  const app = new Hono();
  mountBuilds(app, site, getRules);
  app.route('/articles', createFeeds(options));
  app.route('/terrain', createTerrains());
  app.route('/emblems', createEmblems());
  app.route('/api/icons', createIcons());
  app.get('/locale/:code', (context) => toLocaleAnswer(context.req.raw, context.req.param('code')));
  app.all('*', async (context) => {
    const request = context.req.raw;
    if (request.method === 'POST') {
      return toPageAgain(request);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return context.json({ error: { code: 'method_not_allowed', params: {} } }, 405);
    }
    const file = await findFile(site, request, context.env);
    if (file === null && context.req.path.startsWith('/assets/')) {
      return context.text('404', 404);
    }
    return file ?? answer(request, context.env);
  });
  return app;
}

type Answer = (request: Request, env: unknown) => Promise<Response>;

function answerVisitorsFromCache(answer: Answer, options: SiteOptions): Answer {
  const { visitorCache, isDevelopment } = options;
  if (visitorCache === undefined || isDevelopment) {
    return answer;
  }
  return (request, env) => {
    const key = toVisitorKey(request, {
      isDevelopment: options.mayUseDevelopmentPages(request, env),
      locales: options.settings.current.locales,
    });
    return key === null ? answer(request, env) : visitorCache.get(key, () => answer(request, env));
  };
}

async function findFile(site: ServableSite, request: Request, env: unknown) {
  // No file has a payload's name, and to look for one costs as much as to answer from the cache.
  if (request.url.endsWith('/_payload.json')) {
    return null;
  }
  if (site.clientFolder !== null) {
    return findStaticFile(site.clientFolder, request);
  }
  return (await site.serveSource?.(request, env)) ?? null;
}

function mountBuilds(app: Hono, site: ServableSite, getRules: () => object): void {
  app.get('/builds/latest.json', (context) => {
    context.header('Cache-Control', 'no-store');
    return context.json({ id: site.build });
  });
  app.get('/builds/meta/:file', (context) => {
    // The rules of another build are not known here; they hold for as long as their build is served.
    if (context.req.param('file') !== `${site.build}.json`) {
      return context.json({ error: { code: 'not_found', params: {} } }, 404);
    }
    context.header('Cache-Control', 'public, max-age=3600');
    return context.json({ id: site.build, ...getRules() });
  });
}

/** Keeps the chosen language in its cookie and goes back: what the language menu does without a script. */
function toLocaleAnswer(request: Request, code: string): Response {
  const wanted = new URL(request.url).searchParams.get('to') ?? '/';
  const headers = new Headers({ Location: toOwn(wanted), 'Cache-Control': 'no-store' });
  if (isLocaleCode(code)) {
    const options = { path: '/', maxAge: localeCookieSeconds, sameSite: 'Lax' } as const;
    headers.append('Set-Cookie', serialize(localeCookie, code, options));
  }
  return new Response(null, { status: 303, headers });
}

/**
 * A form that its page's script was to send, sent before that had begun, or without it: nothing was done, and the page
 * is there again. By POST, what was typed, a password perhaps, stands in no address.
 */
function toPageAgain(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  const headers = { Location: toOwn(pathname + search), 'Cache-Control': 'no-store' };
  return new Response(null, { status: 303, headers });
}

/** An address of this site; the first page in the place of one that would lead elsewhere. */
function toOwn(path: string): string {
  return isOwnPath(path) ? path : '/';
}
