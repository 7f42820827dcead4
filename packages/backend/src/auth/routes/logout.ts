import type { Context } from 'hono';
import { logAudit } from '../audit-log.ts';
import type { Auth, AuthEnv } from '../context.ts';
import { validationFailed } from '../errors.ts';
import { getClientInfo } from '../request.ts';
import { deleteSessions, type LogoutScope } from '../sessions.ts';

/** POST /logout: ends the sessions that `scope` names. */
export async function handleLogout(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const scope = parseScope(context.req.query('scope') || 'global');
  const { user, session } = context.get('caller');
  await auth.database.transaction(async (transaction) => {
    await logAudit(transaction, {
      actor: user,
      action: 'logout',
      address: getClientInfo(context).address,
      now: auth.clock(),
    });
    await deleteSessions(transaction, { userId: user.id, sessionId: session?.id ?? null, scope });
  });
  return context.body(null, 204);
}

function parseScope(text: string): LogoutScope {
  if (text === 'global' || text === 'local' || text === 'others') {
    return text;
  }
  throw validationFailed(`Unsupported logout scope "${text}"`);
}
