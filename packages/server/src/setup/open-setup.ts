import type { Database } from '@muster/database';
import type { Context, Hono } from 'hono';
import { setCookie } from 'hono/cookie';
import type { Config } from '../config.ts';
import { getOwnOrigin, isLoopbackHost } from '../http/origin.ts';
import { readCookies } from '../http/session.ts';
import { isDoor, openDoor, renewSetupSession, setupSeconds } from './door.ts';
import { setupCookie } from './first-admin.ts';

/** Whether what passes between the browser and this origin is nobody else's to read. */
function isSafeOrigin(origin: string): boolean {
  const { protocol, host } = new URL(origin);
  return protocol === 'https:' || isLoopbackHost(host);
}

/** What to do while there is no admin, with the one-time address of the set-up, in one line for the operator. */
export function describeDoor(url: string, token: string): string {
  return isSafeOrigin(new URL(url).origin)
    ? `open ${new URL(`/setup/${token}`, url)} (good once, for an hour)`
    : 'set SITE_URL to an https address and start again to set the league up, or muster admin grant NAME';
}

interface DoorParts {
  config: Pick<Config, 'siteUrl'>;
  database: Database;
  /** What is answered where there is no such address. */
  site: Hono;
}

function toSetup(context: Context): Response {
  context.header('Cache-Control', 'no-store');
  return context.redirect('/setup', 303);
}

/** `/setup/{token}`: the one-time address that opens the set-up session, in the browser that asks first. */
export function mountDoor(app: Hono, { config, database, site }: DoorParts): void {
  app.get('/setup/:token{[A-Za-z0-9_-]{32}}', async (context) => {
    const { raw } = context.req;
    const token = context.req.param('token');
    const origin = getOwnOrigin(raw, config);
    if (!isSafeOrigin(origin)) {
      return site.fetch(raw, context.env);
    }
    if (raw.method === 'HEAD') {
      const isOpen = await isDoor(database, token, new Date());
      return isOpen ? toSetup(context) : site.fetch(raw, context.env);
    }
    const session = await openDoor(database, token, new Date());
    if (session === null) {
      return site.fetch(raw, context.env);
    }
    bearSetup(context, session, origin);
    return toSetup(context);
  });
}

/** Has the browser bear the set-up session for its hour. */
function bearSetup(context: Context, session: string, origin: string): void {
  setCookie(context, setupCookie, session, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: origin.startsWith('https:'),
    maxAge: setupSeconds,
  });
}

/** Has the set-up session of a request that it began in go on for another hour. */
export async function goOnWithSetup(
  context: Context,
  { config, database, now }: Pick<DoorParts, 'config' | 'database'> & { now: Date },
): Promise<void> {
  const session = readCookies(context.req.raw)[setupCookie] ?? '';
  if (await renewSetupSession(database, session, now)) {
    bearSetup(context, session, getOwnOrigin(context.req.raw, config));
  }
}
