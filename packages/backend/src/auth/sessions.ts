import type { Queryable } from '@muster/database';
import { signAccessToken } from './access-token.ts';
import type { Auth } from './context.ts';
import { presentUser } from './presenters.ts';
import { createRefreshKey } from './refresh-key.ts';
import { encodeRefreshToken } from './refresh-token.ts';
import type { ClientInfo } from './request.ts';
import type { AuthenticationMethod, Session, User } from './rows.ts';
import { mostSessions } from './stored-bounds.ts';
import { toDates, toUser, type UserRow, updateUser, userColumns } from './users.ts';

/** A sign-in's answer, with the headers that go with it. */
export interface IssuedTokens {
  body: Record<string, unknown>;
  headers: Record<string, string>;
}

/** Columns that hold no zone are UTC; the newest method stands first in `amr`. */
const selectSession = `
  select s.id, s.user_id, s.created_at, s.updated_at, s.factor_id, s.aal, s.not_after,
    s.refreshed_at at time zone 'UTC' as refreshed_at, s.user_agent, host(s.ip) as ip, s.tag,
    s.refresh_token_hmac_key, s.refresh_token_counter::float8 as refresh_token_counter,
    coalesce((
      select json_agg(
        json_build_object('method', c.authentication_method,
          'timestamp', floor(extract(epoch from c.updated_at))::bigint)
        order by c.updated_at desc, c.created_at desc)
      from auth.mfa_amr_claims c where c.session_id = s.id
    ), '[]') as amr
  from auth.sessions s`;

export async function listSessions(queryable: Queryable, userId: string): Promise<Session[]> {
  return queryable.query<Session>(`${selectSession} where s.user_id = $1 order by s.created_at`, [
    userId,
  ]);
}

/** A person, and a session of theirs if it is one, read as they stood at one moment. */
export async function findUserWithSession(
  queryable: Queryable,
  input: { userId: string; sessionId: string | null },
): Promise<{ user: User; session: Session | null } | null> {
  const [row] = await queryable.query<UserRow & { session: unknown }>(
    `select ${userColumns},
       (select to_json(found) from (${selectSession} where s.id = $2 and s.user_id = u.id) found)
         as session
     from auth.users u where u.id = $1`,
    [input.userId, input.sessionId],
  );
  if (row === undefined) {
    return null;
  }
  const { session, ...user } = row;
  return {
    user: toUser(user),
    session: session === null ? null : toDates<Session>(session),
  };
}

/** A session and its person, read as they stood at one moment; null if there is no such session. */
export async function findSessionWithUser(
  queryable: Queryable,
  sessionId: string,
): Promise<{ user: User; session: Session } | null> {
  const [row] = await queryable.query<UserRow & { session: unknown }>(
    `select ${userColumns},
       (select to_json(found) from (${selectSession} where s.id = $1) found) as session
     from auth.users u where u.id = (select user_id from auth.sessions where id = $1)`,
    [sessionId],
  );
  if (row === undefined) {
    return null;
  }
  const { session, ...user } = row;
  return { user: toUser(user), session: toDates<Session>(session) };
}

/** Opens a session for a person who has just proved who they are, and signs its first tokens. */
export async function openSession(
  auth: Auth,
  queryable: Queryable,
  input: {
    user: User;
    method: AuthenticationMethod;
    client: ClientInfo;
    issuer: string;
    /** When it is over for good, where somebody else decides that. */
    notAfter?: Date | null;
  },
): Promise<IssuedTokens> {
  const now = auth.clock();
  const id = crypto.randomUUID();
  const { key, sealed } = createRefreshKey(auth, id);
  const user = await updateUser(queryable, input.user.id, {
    changes: { last_sign_in_at: now },
    now,
  });
  const [session] = await queryable.query<Session>(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, not_after,
       refresh_token_hmac_key, refresh_token_counter)
     values ($1, $2, $3, $3, 'aal1', $4, $5, $6, $7, 0) returning *`,
    [
      id,
      user.id,
      now,
      input.client.userAgent,
      input.client.address,
      input.notAfter ?? null,
      sealed,
    ],
  );
  if (session === undefined) {
    throw new Error('the session was not stored');
  }
  await endOldestSessions(queryable, user.id, id);
  await addMethod(queryable, { sessionId: id, method: input.method, now });
  const amr = [{ method: input.method, timestamp: Math.floor(now.getTime() / 1000) }];
  return issueTokens(auth, {
    user,
    session: { ...session, amr },
    refreshToken: encodeRefreshToken(key, { sessionId: id, counter: 0 }),
    issuer: input.issuer,
  });
}

/** Ends the sessions that rested longest beyond what one person may have, never the one just opened. */
async function endOldestSessions(
  queryable: Queryable,
  userId: string,
  openedId: string,
): Promise<void> {
  await queryable.query(
    `delete from auth.sessions where id in (
       select id from auth.sessions where user_id = $1 and id <> $2
       order by coalesce(refreshed_at at time zone 'UTC', created_at) desc nulls last, id
       offset $3)`,
    [userId, openedId, mostSessions - 1],
  );
}

/** Records a method of sign-in; the same method again only renews its time. */
export async function addMethod(
  queryable: Queryable,
  input: { sessionId: string; method: AuthenticationMethod; now: Date },
): Promise<void> {
  await queryable.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $3, $3, $4)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [crypto.randomUUID(), input.sessionId, input.now, input.method],
  );
}

/** Signs an access token for a session and puts the answer together. */
export async function issueTokens(
  auth: Auth,
  input: { user: User; session: Session; refreshToken: string; issuer: string },
): Promise<IssuedTokens> {
  const { user, session } = input;
  const issuedAt = Math.floor(auth.clock().getTime() / 1000);
  const expiresAt = issuedAt + auth.config.jwt.expirySeconds;
  const accessToken = await signAccessToken(auth.keys, {
    iss: auth.config.jwt.issuer ?? input.issuer,
    sub: user.id,
    aud: user.aud ?? auth.config.jwt.audience,
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? auth.config.jwt.defaultRole,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  });
  return {
    body: {
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: auth.config.jwt.expirySeconds,
      expires_at: expiresAt,
      refresh_token: input.refreshToken,
      user: presentUser(user),
    },
    headers: {
      'sb-auth-user-id': user.id,
      'sb-auth-session-id': session.id,
      'sb-auth-refresh-token-prefix': input.refreshToken.slice(0, 5),
    },
  };
}

/** Which sessions a sign-out ends, seen from the one that asks. */
export type LogoutScope = 'global' | 'local' | 'others';

export async function deleteSessions(
  queryable: Queryable,
  input: { userId: string; sessionId: string | null; scope: LogoutScope },
): Promise<void> {
  const { userId, sessionId } = input;
  // A token without a session can only sign out everywhere.
  if (input.scope === 'global' || sessionId === null) {
    await queryable.query('delete from auth.sessions where user_id = $1', [userId]);
  } else if (input.scope === 'local') {
    await queryable.query('delete from auth.sessions where id = $1', [sessionId]);
  } else {
    await queryable.query('delete from auth.sessions where user_id = $1 and id <> $2', [
      userId,
      sessionId,
    ]);
  }
}
