import type { Queryable } from '@muster/database';
import type { RequestContext, Viewer } from '../context.ts';
import { executeAsSystem } from '../engine/execute.ts';
import type { League } from '../engine/league.ts';
import { readCookies } from '../http/session.ts';
import { endSetupSession, isSetupSession } from './door.ts';

/** Bears the set-up session of the one browser that opened the door. */
export const setupCookie = 'muster-setup';

async function isSiteAdmin(queryable: Queryable, { person_id }: Viewer): Promise<boolean> {
  const rows = await queryable.query(
    'select 1 from public.admins where person_id = $1 and ladder_id is null',
    [person_id],
  );
  return rows.length > 0;
}

/** Ends the session for the office; true also where another request of the same browser was first to. */
async function becomeAdmin(league: League, session: string, viewer: Viewer): Promise<boolean> {
  return executeAsSystem(league, async (unit) => {
    await unit.hold(['site']);
    if (!(await endSetupSession(unit.transaction, session, league.now()))) {
      return isSiteAdmin(unit.transaction, viewer);
    }
    const command = { type: 'grant_site_admin', person_id: viewer.person_id } as const;
    await unit.decideSite(command, { isSystem: true });
    return true;
  });
}

type Resolve<Context extends RequestContext> = (request: Request) => Promise<Context>;

/**
 * Knows the browser of the set-up session by its cookie, beside who asks; who first signs in there becomes the
 * site's admin with the first request that bears both, which ends the session.
 */
export function knowSetup<Context extends RequestContext>(
  resolve: Resolve<Context>,
  league: League,
): Resolve<Context> {
  return async (request) => {
    const context = await resolve(request);
    const session = readCookies(request)[setupCookie];
    const { viewer } = context;
    if (session === undefined || viewer?.is_site_admin === true) {
      return context;
    }
    const setsUp = await isSetupSession(league.database, session, league.now());
    if (viewer === null) {
      return setsUp ? { ...context, sets_up: true } : context;
    }
    const isAdmin = setsUp
      ? await becomeAdmin(league, session, viewer)
      : await isSiteAdmin(league.database, viewer);
    const office = { is_site_admin: isAdmin, is_editor: viewer.is_editor || isAdmin };
    return { ...context, viewer: { ...viewer, ...office } };
  };
}
