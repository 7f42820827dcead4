import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from '@muster/database';
import { logAudit } from './audit-log.ts';
import type { AuthConfig } from './config.ts';
import type { Auth } from './context.ts';
import { badRequest, conflict } from './errors.ts';
import type { ClientInfo } from './request.ts';
import {
  createRefreshToken,
  findSession,
  type IssuedTokens,
  issueTokens,
  listSessions,
  type Session,
} from './sessions.ts';
import { KeptFailure, transactKeeping } from './transaction.ts';
import { getUserById, hasVerifiedFactor, isBanned, type User } from './users.ts';

interface RefreshToken {
  id: string;
  token: string;
  revoked: boolean;
  parent: string | null;
  updated_at: Date;
}

interface RefreshInput {
  token: string;
  client: ClientInfo;
  issuer: string;
}

/** How long a refresh waits for others of its session before it gives up with 409. */
const WAIT_MS = 5_000;

/**
 * Exchanges a refresh token for new tokens.
 *
 * A session has at most one token that is not revoked. Its parent may be presented again, since a
 * client can lose an answer, and so may any ancestor within the reuse interval: both get the active
 * token, never a second one. Anything else is taken for theft and revokes the session's tokens, after
 * which there is no active one and nothing of that session is ever accepted again.
 *
 * The session's row is the lock. It is taken without waiting, and what follows reads in a statement of
 * its own, since a statement sees only what was committed before it began.
 */
export async function refreshSession(auth: Auth, input: RefreshInput): Promise<IssuedTokens> {
  const sessionId = await getSessionId(auth, input.token);
  const giveUpAt = Date.now() + WAIT_MS;
  while (Date.now() < giveUpAt) {
    const tokens = await transactKeeping(auth.database, async (transaction) => {
      const locked = await transaction.query(
        'select id from auth.sessions where id = $1 for update skip locked',
        [sessionId],
      );
      return locked.length === 0 ? null : refreshLocked(auth, transaction, input);
    });
    if (tokens !== null) return tokens;
    // Either another refresh holds the lock, or the session has ended.
    await getSessionId(auth, input.token);
    await delay(10 + Math.random() * 20);
  }
  throw conflict(
    'conflict',
    'Too many concurrent token refresh requests on the same session or refresh token',
  );
}

async function getSessionId(auth: Auth, token: string): Promise<string> {
  const [row] = await auth.database.query<{ session_id: string | null }>(
    'select session_id from auth.refresh_tokens where token = $1',
    [token],
  );
  if (row === undefined) throw tokenNotFound();
  if (row.session_id === null) {
    throw badRequest('session_not_found', 'Invalid Refresh Token: No Valid Session Found');
  }
  return row.session_id;
}

function tokenNotFound() {
  return badRequest('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
}

async function refreshLocked(
  auth: Auth,
  transaction: Transaction,
  input: RefreshInput,
): Promise<IssuedTokens | KeptFailure> {
  const now = auth.clock();
  const [presented] = await transaction.query<RefreshToken & { session_id: string }>(
    `select id, token, revoked, parent, updated_at, session_id from auth.refresh_tokens
     where token = $1`,
    [input.token],
  );
  const session = presented ? await findSession(transaction, presented.session_id) : null;
  if (presented === undefined || session === null) throw tokenNotFound();
  const user = await getUserById(transaction, session.user_id);
  if (isBanned(user, now)) {
    throw badRequest('user_banned', 'Invalid Refresh Token: User Banned');
  }
  await requireValidSession(auth, transaction, { user, session, presented });

  const active = presented.revoked ? await findActiveToken(transaction, session.id) : presented;
  if (active === null || !isReusable(auth.config, { presented, active, now })) {
    if (auth.config.security.refreshTokenRotationEnabled) {
      await revokeTokens(transaction, session.id, now);
    }
    return new KeptFailure(
      badRequest('refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
    );
  }
  const actor = { actor: user, address: input.client.address, now };
  await logAudit(transaction, { ...actor, action: 'token_refreshed' });
  const isReuse = presented.revoked;
  const refreshToken = isReuse
    ? active.token
    : await rotateToken(transaction, { user, session, presented, now });
  if (!isReuse) await logAudit(transaction, { ...actor, action: 'token_revoked' });
  await markRefreshed(transaction, { session, client: input.client, now });
  const issued = await issueTokens(auth, { user, session, refreshToken, issuer: input.issuer });
  const headers = { ...issued.headers, 'sb-auth-refresh-token-reuse': String(isReuse) };
  return { ...issued, headers };
}

async function findActiveToken(
  transaction: Transaction,
  sessionId: string,
): Promise<RefreshToken | null> {
  const [token] = await transaction.query<RefreshToken>(
    `select id, token, revoked, parent, updated_at from auth.refresh_tokens
     where session_id = $1 and revoked = false order by id desc limit 1`,
    [sessionId],
  );
  return token ?? null;
}

function isReusable(
  config: AuthConfig,
  input: { presented: RefreshToken; active: RefreshToken; now: Date },
): boolean {
  const { presented, active, now } = input;
  if (!presented.revoked || active.parent === presented.token) return true;
  const interval = config.security.refreshTokenReuseIntervalSeconds * 1000;
  return now.getTime() <= presented.updated_at.getTime() + interval;
}

async function rotateToken(
  transaction: Transaction,
  input: { user: User; session: Session; presented: RefreshToken; now: Date },
): Promise<string> {
  const { user, session, presented, now } = input;
  await transaction.query(
    'update auth.refresh_tokens set revoked = true, updated_at = $2 where id = $1',
    [presented.id, now],
  );
  return createRefreshToken(transaction, {
    userId: user.id,
    sessionId: session.id,
    parent: presented.token,
    now,
  });
}

/** Takes every token of a session out of use; the session itself stays to be looked at. */
async function revokeTokens(transaction: Transaction, sessionId: string, now: Date) {
  await transaction.query(
    `update auth.refresh_tokens set revoked = true, updated_at = $2
     where session_id = $1 and revoked = false`,
    [sessionId, now],
  );
}

async function markRefreshed(
  transaction: Transaction,
  input: { session: Session; client: ClientInfo; now: Date },
): Promise<void> {
  await transaction.query(
    `update auth.sessions
     set refreshed_at = $2::timestamptz at time zone 'UTC', updated_at = $2, user_agent = $3, ip = $4
     where id = $1`,
    [input.session.id, input.now, input.client.userAgent, input.client.address],
  );
}

async function requireValidSession(
  auth: Auth,
  transaction: Transaction,
  input: { user: User; session: Session; presented: RefreshToken },
): Promise<void> {
  const { user, session, presented } = input;
  const now = auth.clock();
  const reason = findExpiry(auth.config, { user, session, lastUsed: presented.updated_at, now });
  if (reason !== null) throw sessionExpired(reason);
  if (!auth.config.sessions.singlePerUser) return;
  const lastActive = getLastRefresh(session, presented.updated_at);
  const tag = toTag(auth.config, session);
  const others = (await listSessions(transaction, user.id)).filter(
    (other) => other.id !== session.id && toTag(auth.config, other) === tag,
  );
  const isSuperseded = others.some(
    (other) =>
      findExpiry(auth.config, { user, session: other, lastUsed: null, now }) === null &&
      getLastRefresh(other, null) > lastActive,
  );
  if (isSuperseded) throw sessionExpired(' (Revoked by Newer Login)');
}

function sessionExpired(reason: string) {
  return badRequest('session_expired', `Invalid Refresh Token: Session Expired${reason}`);
}

/** Why a session is over, as the end of the message says it; null while it is not. */
function findExpiry(
  config: AuthConfig,
  input: { user: User; session: Session; lastUsed: Date | null; now: Date },
): string | null {
  const { user, session, lastUsed, now } = input;
  const { timeboxSeconds, inactivityTimeoutSeconds, allowLowAalSeconds } = config.sessions;
  const isPast = (start: Date, seconds: number | null) =>
    seconds !== null && seconds > 0 && now.getTime() > start.getTime() + seconds * 1000;

  if (session.not_after !== null && now > session.not_after) return '';
  if (isPast(session.created_at, timeboxSeconds)) return '';
  if (isPast(getLastRefresh(session, lastUsed), inactivityTimeoutSeconds)) return ' (Inactivity)';
  const isLow = session.aal === 'aal1' && hasVerifiedFactor(user);
  if (isLow && isPast(session.created_at, allowLowAalSeconds)) {
    return ' (Low AAL: User Needs MFA Verification)';
  }
  return null;
}

function getLastRefresh(session: Session, lastUsed: Date | null): Date {
  if (session.refreshed_at !== null) return session.refreshed_at;
  return lastUsed !== null && lastUsed > session.created_at ? lastUsed : session.created_at;
}

function toTag(config: AuthConfig, session: Session): string {
  const [first = ''] = config.sessions.tags;
  return session.tag !== null && config.sessions.tags.includes(session.tag) ? session.tag : first;
}
