import { hash } from 'node:crypto';
import { getLocale, type LocaleCode, locales } from '@muster/site';
import { detectLocale, localeCookie } from '@muster/site/intl/detect-locale.ts';
import type { RestoreData } from '@muster/site/pages/setup/data.ts';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Config } from '../config.ts';
import { readFileLimit, toConnectionLimits } from '../http/connection-limits.ts';
import { createListener, drain, listen } from '../http/listener.ts';
import { readCookies } from '../http/session.ts';
import { getTranslator } from '../translate.ts';

const refreshSeconds = 5;
const style =
  ':root{color-scheme:light dark}body{max-width:36rem;margin:15vh auto 0;padding:0 1.5rem;font:1.0625rem/1.5 system-ui,sans-serif}h1{font-size:1.5rem}';
const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const codes = locales.map(({ code }) => code);

function toLocale(request: Request): LocaleCode {
  const chosen = readCookies(request)[localeCookie];
  return detectLocale(chosen, request.headers.get('accept-language'), codes);
}

function toPage(locale: LocaleCode): string {
  const t = getTranslator(locale, 'setup-restore');
  return String(
    html`<!doctype html><html lang="${getLocale(locale).tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="${refreshSeconds}"><title>${t('waiting_title')}</title><style>${raw(style)}</style></head><body><h1>${t('waiting_title')}</h1><p>${t('waiting')}</p></body></html>`,
  );
}

/** What is answered while a league is being put in another's place: that it is under way, and how far to the set-up. */
function createWaiting(readData: () => RestoreData): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header('Cache-Control', 'no-store');
    context.header('X-Content-Type-Options', 'nosniff');
    context.header('X-Frame-Options', 'DENY');
    context.header('Retry-After', String(refreshSeconds));
  });
  app.get('/healthz', (context) => context.text('ok'));
  app.get('/readyz', (context) => context.text('restoring', 503));
  // How far it is says nothing of anybody.
  app.get('/api/setup/restore', (context) => context.json({ data: readData() }));
  app.all('*', (context) => {
    if (context.req.path.startsWith('/api/')) {
      const params = { seconds: refreshSeconds };
      return context.json({ error: { code: 'unavailable', params } }, 503);
    }
    context.header('Content-Security-Policy', policy);
    return context.html(toPage(toLocale(context.req.raw)), 503);
  });
  return app;
}

/** Serves that alone, where the league is served otherwise. */
export async function serveWaiting(
  config: Pick<Config, 'host' | 'port' | 'trustedProxy'>,
  readData: () => RestoreData,
): Promise<{ close(): Promise<void> }> {
  const server = createListener({
    fetch: createWaiting(readData).fetch,
    handleUpgrade: () => false,
    limits: toConnectionLimits(readFileLimit()),
    trustedProxy: config.trustedProxy,
    onError: (error) => console.error(error),
  });
  await listen(server, config);
  return { close: () => drain(server) };
}
