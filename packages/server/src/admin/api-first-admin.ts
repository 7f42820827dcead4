import { redirectCookie } from '@muster/site/routing/guard.ts';
import type { Hono } from 'hono';
import { setCookie } from 'hono/cookie';
import { executeAsSystem } from '../engine/execute.ts';
import { refuseMissing } from '../engine/refusal.ts';
import type { ApiParts } from '../http/command-route.ts';
import { takeFirstAdminToken } from './first-admin.ts';

const cookieSeconds = 3600;

/** The one-time address that turns the signed-in person into the league's first admin. */
export function mountFirstAdmin(api: Hono, { league, resolveContext }: ApiParts): void {
  api.get('/first-admin/:token', async (context) => {
    const { viewer } = await resolveContext(context.req.raw);
    if (viewer === null) {
      const { pathname } = new URL(context.req.url);
      setCookie(context, redirectCookie, pathname, { maxAge: cookieSeconds, sameSite: 'Lax' });
      return context.redirect('/login');
    }
    const token = context.req.param('token');
    const isTaken = await executeAsSystem(league, async (unit) => {
      await unit.hold(['site']);
      if (!(await takeFirstAdminToken(unit.transaction, token))) {
        return false;
      }
      const command = { type: 'grant_site_admin', person_id: viewer.person_id } as const;
      await unit.decideSite(command, { isSystem: true });
      return true;
    });
    if (!isTaken) {
      refuseMissing('first-admin');
    }
    return context.redirect('/admins');
  });
}
