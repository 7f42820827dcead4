import type { Context, MiddlewareHandler } from 'hono';
import { type AccessTokenClaims, verifyAccessToken } from './access-token.ts';
import { keyHolder } from './audit-log.ts';
import type { Auth, AuthEnv, Caller } from './context.ts';
import { badRequest, forbidden, unauthorized } from './errors.ts';
import { isUuid } from './request.ts';
import { findUserWithSession } from './sessions.ts';
import { hasVerifiedFactor, isBanned } from './users.ts';

/** Lets only signed-in people through and puts who they are into the context. */
export function requireUser(auth: Auth): MiddlewareHandler<AuthEnv> {
  return async (context, next) => {
    context.set('caller', await authenticate(auth, context));
    await next();
  };
}

/** Lets only keys with an administrator's role through. */
export function requireAdmin(auth: Auth): MiddlewareHandler<AuthEnv> {
  return async (context, next) => {
    const claims = await verifyAccessToken(auth.keys, getBearer(context), auth.clock());
    if (!auth.config.jwt.adminRoles.includes(claims.role ?? '')) {
      throw forbidden('not_admin', 'User not allowed');
    }
    // A person's token may carry such a role: it ends with their session. Keys have none.
    const isPerson = (claims.session_id ?? '') !== '';
    context.set('admin', isPerson ? (await authenticate(auth, context)).user : keyHolder);
    await next();
  };
}

/** Refuses people who have not said who they are. */
export const requireNamed: MiddlewareHandler<AuthEnv> = async (context, next) => {
  if (context.get('caller').claims.is_anonymous) {
    throw forbidden('no_authorization', 'Anonymous user not allowed to perform these actions');
  }
  await next();
};

/** The person behind the bearer token; the session and the person must still exist. */
export async function authenticate(auth: Auth, context: Context<AuthEnv>): Promise<Caller> {
  const claims = await verifyAccessToken(auth.keys, getBearer(context), auth.clock());
  const id = claims.sub ?? '';
  if (id === '') {
    throw forbidden('bad_jwt', 'invalid claim: missing sub claim');
  }
  if (!isUuid(id)) {
    throw badRequest('bad_jwt', 'invalid claim: sub claim must be a UUID');
  }
  const sessionId = parseSessionId(claims);
  const found = await findUserWithSession(auth.database, { userId: id, sessionId });
  if (found === null) {
    throw forbidden('user_not_found', 'User from sub claim in JWT does not exist');
  }
  const { user, session } = found;
  if (sessionId !== null && session === null) {
    throw forbidden('session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  if (isBanned(user, auth.clock())) {
    throw forbidden('user_banned', 'User is banned');
  }
  return { claims, user, session };
}

/** Who has a second factor must have shown it before changing what else lets them in. */
export function requireSecondFactor(
  { user, session }: Pick<Caller, 'user' | 'session'>,
  refusal: string,
): void {
  if (!hasVerifiedFactor(user) || session?.aal === 'aal2') {
    return;
  }
  throw forbidden('insufficient_aal', refusal);
}

function parseSessionId(claims: AccessTokenClaims): string | null {
  const id = claims.session_id ?? '';
  if (id === '') {
    return null;
  }
  if (isUuid(id)) {
    return id;
  }
  throw forbidden('bad_jwt', 'invalid claim: session_id claim must be a UUID');
}

function getBearer(context: Context<AuthEnv>): string {
  const [, token] = /^bearer\s+(\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
  if (token !== undefined) {
    return token;
  }
  throw unauthorized('no_authorization', 'This endpoint requires a valid Bearer token');
}
