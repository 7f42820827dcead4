import type { Context, MiddlewareHandler } from 'hono';
import { requireSecondFactor } from '../authenticate.ts';
import type { Auth, AuthEnv } from '../context.ts';
import { forbidden, notFound, unprocessable } from '../errors.ts';
import { getClientInfo, isUuid } from '../request.ts';
import { unlinkIdentity } from '../unlink.ts';
import { getUserById } from '../users.ts';
import { beginFlow } from './authorize.ts';

/** Lets people link accounts by hand only where the league allows it. */
export function requireManualLinking(auth: Auth): MiddlewareHandler<AuthEnv> {
  return async (_context, next) => {
    if (!auth.config.security.manualLinkingEnabled) {
      throw notFound('manual_linking_disabled', 'Manual linking is disabled');
    }
    await next();
  };
}

/** GET /user/identities/authorize: begins the linking of an account elsewhere. */
export async function handleLinkIdentity(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const caller = context.get('caller');
  requireSecondFactor(caller, 'AAL2 session is required to link an identity when MFA is enabled');
  const url = await beginFlow(auth, context, caller.user.id);
  const wantsJson = context.req.query('skip_http_redirect') === 'true';
  return wantsJson ? context.json({ url }) : context.redirect(url, 302);
}

/** DELETE /user/identities/{identity_id}: takes one account elsewhere away, but never the last. */
export async function handleUnlinkIdentity(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<Response> {
  const id = context.req.param('identityId') ?? '';
  if (!isUuid(id)) {
    throw notFound('validation_failed', 'identity_id must be an UUID');
  }
  const caller = context.get('caller');
  const { claims, user } = caller;
  if ([claims.aud].flat()[0] !== auth.config.jwt.audience) {
    throw forbidden('unexpected_audience', "Token audience doesn't match request audience");
  }
  requireSecondFactor(caller, 'AAL2 session is required to unlink an identity when MFA is enabled');
  await auth.database.transaction(async (transaction) => {
    // Locked, so that two requests at once cannot take the last two.
    await transaction.query('select id from auth.users where id = $1 for update', [user.id]);
    const current = await getUserById(transaction, user.id);
    if (current.identities.length <= 1) {
      throw unprocessable(
        'single_identity_not_deletable',
        'User must have at least 1 identity after unlinking',
      );
    }
    const identity = current.identities.find((entry) => entry.id === id);
    if (identity === undefined) {
      throw unprocessable('identity_not_found', "Identity doesn't exist");
    }
    await unlinkIdentity(transaction, {
      user: current,
      identity,
      address: getClientInfo(context).address,
      autoconfirm: auth.config.mailer.autoconfirm,
      now: auth.clock(),
    });
  });
  return context.json({});
}
