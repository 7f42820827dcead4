import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from '@muster/database';
import { activateRefreshToken, isLatelyReplaced } from './active-refresh-token.ts';
import { logAudit } from './audit-log.ts';
import type { AuthConfig } from './config.ts';
import type { Auth } from './context.ts';
import { badRequest, conflict, validationFailed } from './errors.ts';
import { findRefreshKey } from './refresh-key.ts';
import { isSignedBy, parseRefreshToken, type RefreshToken } from './refresh-token.ts';
import type { ClientInfo } from './request.ts';
import type { Session, User } from './rows.ts';
import {
  deleteSessions,
  findSessionWithUser,
  type IssuedTokens,
  issueTokens,
  listSessions,
} from './sessions.ts';
import { KeptFailure, transactKeeping } from './transaction.ts';
import { hasVerifiedFactor, isBanned } from './users.ts';
import {
  findNewestV1Token,
  findV1Token,
  findV1TokenById,
  type V1RefreshToken,
} from './v1-refresh-token.ts';

interface RefreshInput {
  token: string;
  client: ClientInfo;
  issuer: string;
}

/** What was presented, in the form in which it names its session. */
type Presented = { kind: 'v1'; row: V1RefreshToken } | { kind: 'v2'; token: RefreshToken };

/** What to do with it: give the next token, the active one again, or take it for stolen. */
type Ruling = 'rotate' | 'reuse' | 'theft';

interface Attempt extends RefreshInput {
  presented: Presented;
  user: User;
  session: Session;
}

/** How long a refresh waits for others of its session before it gives up with 409. */
const waitMs = 5_000;

/**
 * Exchanges a refresh token for new tokens.
 *
 * A session has one active token. Its parent may be presented again, since a client can lose an answer,
 * and so may any ancestor that was replaced within the reuse interval: both get the active token, never
 * a second one. Anything else is taken for theft and ends the session, after which nothing of it is
 * accepted again.
 *
 * Nothing is stored by which somebody who reads the tables could refresh: tokens are signed with a key
 * of their session, which is sealed. Tokens of Supabase's first kind, which are stored as they are, come
 * only with sessions that were moved here; the first use replaces them.
 *
 * The session's row is the lock. It is taken without waiting, and what follows reads in a statement of
 * its own, since a statement sees only what was committed before it began.
 */
export async function refreshSession(auth: Auth, input: RefreshInput): Promise<IssuedTokens> {
  const presented = await findPresented(auth, input.token);
  const sessionId = getSessionId(presented);
  const giveUpAt = Date.now() + waitMs;
  while (Date.now() < giveUpAt) {
    const tokens = await transactKeeping(auth.database, async (transaction) => {
      // Sent together, run one after the other: what is read counts only where the lock was got.
      const [locked, found] = await Promise.all([
        transaction.query('select from auth.sessions where id = $1 for update skip locked', [
          sessionId,
        ]),
        findSessionWithUser(transaction, sessionId),
      ]);
      if (locked.length === 0) {
        return null;
      }
      if (found === null) {
        throw new Error('a locked session vanished');
      }
      return refreshLocked(auth, transaction, { ...input, presented, ...found });
    });
    if (tokens !== null) {
      return tokens;
    }
    // Either another refresh holds the lock, or the session has ended.
    const rows = await auth.database.query('select from auth.sessions where id = $1', [sessionId]);
    if (rows.length === 0) {
      throw tokenNotFound();
    }
    await delay(10 + Math.random() * 20);
  }
  throw conflict(
    'conflict',
    'Too many concurrent token refresh requests on the same session or refresh token',
  );
}

async function findPresented(auth: Auth, text: string): Promise<Presented> {
  const token = parseRefreshToken(text);
  if (token !== null) {
    return { kind: 'v2', token };
  }
  const row = await findV1Token(auth.database, text);
  if (row === null) {
    throw tokenNotFound();
  }
  return { kind: 'v1', row };
}

function getSessionId(presented: Presented): string {
  if (presented.kind === 'v2') {
    return presented.token.sessionId;
  }
  if (presented.row.session_id !== null) {
    return presented.row.session_id;
  }
  throw badRequest('session_not_found', 'Invalid Refresh Token: No Valid Session Found');
}

function tokenNotFound() {
  return badRequest('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
}

async function refreshLocked(
  auth: Auth,
  transaction: Transaction,
  attempt: Attempt,
): Promise<IssuedTokens | KeptFailure> {
  const { user, session, client, issuer } = attempt;
  const now = auth.clock();
  // Before anything is said of the session: who holds no token of it learns nothing.
  const ruling = await rule(auth, transaction, attempt);
  if (isBanned(user, now)) {
    throw badRequest('user_banned', 'Invalid Refresh Token: User Banned');
  }
  await requireValidSession(auth, transaction, attempt);
  if (ruling === 'theft') {
    if (auth.config.security.refreshTokenRotationEnabled) {
      const { address } = client;
      await logAudit(transaction, { actor: user, address, now, action: 'token_revoked' });
      await deleteSessions(transaction, { userId: user.id, sessionId: session.id, scope: 'local' });
    }
    return new KeptFailure(
      badRequest('refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
    );
  }
  const [{ refreshToken, counter }] = await Promise.all([
    activateRefreshToken(auth, transaction, {
      session,
      client,
      step: ruling === 'reuse' ? 0 : 1,
    }),
    logAudit(transaction, {
      actor: user,
      address: client.address,
      now,
      action: 'token_refreshed',
    }),
  ]);
  const issued = await issueTokens(auth, { user, session, refreshToken, issuer });
  return {
    ...issued,
    headers: {
      ...issued.headers,
      'sb-auth-refresh-token-counter': String(counter),
      'sb-auth-refresh-token-reuse': String(ruling === 'reuse'),
    },
  };
}

async function rule(auth: Auth, transaction: Transaction, attempt: Attempt): Promise<Ruling> {
  const { presented, session } = attempt;
  if (presented.kind === 'v1') {
    return ruleV1(auth, transaction, { row: presented.row, session });
  }
  const { token } = presented;
  const key = findRefreshKey(auth, session);
  const active = session.refresh_token_counter;
  if (key === null || active === null || !isSignedBy(key, token)) {
    throw tokenNotFound();
  }
  if (token.counter > active) {
    throw validationFailed('Invalid Refresh Token: Not Issued By This Server');
  }
  if (token.counter === active) {
    return 'rotate';
  }
  if (token.counter === active - 1) {
    return 'reuse';
  }
  const isLate = await isLatelyReplaced(transaction, {
    sessionId: session.id,
    counter: token.counter,
    now: auth.clock(),
    reuseSeconds: auth.config.security.refreshTokenReuseIntervalSeconds,
  });
  return isLate ? 'reuse' : 'theft';
}

/** Tokens that a session was moved here with: the first use of the active one gives it the second kind. */
async function ruleV1(
  auth: Auth,
  transaction: Transaction,
  input: { row: V1RefreshToken; session: Session },
): Promise<Ruling> {
  const { session } = input;
  // Read again under the lock: another refresh may have replaced it meanwhile.
  const row = await findV1TokenById(transaction, input.row.id);
  const newest = await findNewestV1Token(transaction, session.id);
  if (row === null || newest === null) {
    throw tokenNotFound();
  }
  const interval = auth.config.security.refreshTokenReuseIntervalSeconds * 1000;
  const isLate = auth.clock().getTime() <= row.updated_at.getTime() + interval;
  if (session.refresh_token_counter !== null) {
    const isParent = session.refresh_token_counter === 0 && row.id === newest.id;
    return isParent || isLate ? 'reuse' : 'theft';
  }
  if (!row.revoked) {
    return 'rotate';
  }
  const isParent = newest.parent === row.token;
  return !newest.revoked && (isParent || isLate) ? 'rotate' : 'theft';
}

async function requireValidSession(
  auth: Auth,
  transaction: Transaction,
  input: Pick<Attempt, 'user' | 'session' | 'presented'>,
): Promise<void> {
  const { user, session, presented } = input;
  const now = auth.clock();
  const lastUsed = presented.kind === 'v1' ? presented.row.updated_at : null;
  const reason = findExpiry(auth.config, { user, session, lastUsed, now });
  if (reason !== null) {
    throw sessionExpired(reason);
  }
  if (!auth.config.sessions.singlePerUser) {
    return;
  }
  const lastActive = getLastRefresh(session, lastUsed);
  const tag = toTag(auth.config, session);
  const others = (await listSessions(transaction, user.id)).filter(
    (other) => other.id !== session.id && toTag(auth.config, other) === tag,
  );
  const isSuperseded = others.some(
    (other) =>
      findExpiry(auth.config, { user, session: other, lastUsed: null, now }) === null &&
      getLastRefresh(other, null) > lastActive,
  );
  if (isSuperseded) {
    throw sessionExpired(' (Revoked by Newer Login)');
  }
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

  if (session.not_after !== null && now > session.not_after) {
    return '';
  }
  if (isPast(session.created_at, timeboxSeconds)) {
    return '';
  }
  if (isPast(getLastRefresh(session, lastUsed), inactivityTimeoutSeconds)) {
    return ' (Inactivity)';
  }
  const isLow = session.aal === 'aal1' && hasVerifiedFactor(user);
  if (isLow && isPast(session.created_at, allowLowAalSeconds)) {
    return ' (Low AAL: User Needs MFA Verification)';
  }
  return null;
}

function getLastRefresh(session: Session, lastUsed: Date | null): Date {
  if (session.refreshed_at !== null) {
    return session.refreshed_at;
  }
  return lastUsed !== null && lastUsed > session.created_at ? lastUsed : session.created_at;
}

function toTag(config: AuthConfig, session: Session): string {
  const [first = ''] = config.sessions.tags;
  return session.tag !== null && config.sessions.tags.includes(session.tag) ? session.tag : first;
}
