import { randomBytes } from 'node:crypto';
import type { Queryable } from '@muster/database';
import { signAccessToken } from './access-token.ts';
import type { Auth } from './context.ts';
import { presentUser } from './presenters.ts';
import type { ClientInfo } from './request.ts';
import { NIL_INSTANCE, type User, updateUser } from './users.ts';

type AssuranceLevel = 'aal1' | 'aal2' | 'aal3';

/** How somebody proved who they are, as `amr` names it. */
export type AuthenticationMethod =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'recovery'
  | 'invite'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'
  | 'sso/saml'
  | 'passkey'
  | 'anonymous';

/** A row of `auth.sessions` with the methods of its sign-in. */
export interface Session {
  id: string;
  user_id: string;
  created_at: Date;
  updated_at: Date;
  factor_id: string | null;
  aal: AssuranceLevel;
  not_after: Date | null;
  refreshed_at: Date | null;
  user_agent: string | null;
  ip: string | null;
  tag: string | null;
  amr: { method: string; timestamp: number }[];
}

/** A sign-in's answer, with the headers that go with it. */
export interface IssuedTokens {
  body: Record<string, unknown>;
  headers: Record<string, string>;
}

/** Columns that hold no zone are UTC; the newest method stands first in `amr`. */
const SELECT_SESSION = `
  select s.id, s.user_id, s.created_at, s.updated_at, s.factor_id, s.aal, s.not_after,
    s.refreshed_at at time zone 'UTC' as refreshed_at, s.user_agent, host(s.ip) as ip, s.tag,
    coalesce((
      select json_agg(
        json_build_object('method', c.authentication_method,
          'timestamp', floor(extract(epoch from c.updated_at))::bigint)
        order by c.updated_at desc, c.created_at desc)
      from auth.mfa_amr_claims c where c.session_id = s.id
    ), '[]') as amr
  from auth.sessions s`;

export async function findSession(queryable: Queryable, id: string): Promise<Session | null> {
  const [session] = await queryable.query<Session>(`${SELECT_SESSION} where s.id = $1`, [id]);
  return session ?? null;
}

export async function listSessions(queryable: Queryable, userId: string): Promise<Session[]> {
  return queryable.query<Session>(`${SELECT_SESSION} where s.user_id = $1 order by s.created_at`, [
    userId,
  ]);
}

/** Opens a session for a person who has just proved who they are, and signs its first tokens. */
export async function openSession(
  auth: Auth,
  queryable: Queryable,
  input: { user: User; method: AuthenticationMethod; client: ClientInfo; issuer: string },
): Promise<IssuedTokens> {
  const now = auth.clock();
  const id = crypto.randomUUID();
  const user = await updateUser(queryable, input.user.id, {
    changes: { last_sign_in_at: now },
    now,
  });
  await queryable.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
     values ($1, $2, $3, $3, 'aal1', $4, $5)`,
    [id, user.id, now, input.client.userAgent, input.client.address],
  );
  await addMethod(queryable, { sessionId: id, method: input.method, now });
  const refreshToken = await createRefreshToken(queryable, {
    userId: user.id,
    sessionId: id,
    parent: null,
    now,
  });
  const session = await findSession(queryable, id);
  if (session === null) throw new Error('the session was not stored');
  return issueTokens(auth, { user, session, refreshToken, issuer: input.issuer });
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

export async function createRefreshToken(
  queryable: Queryable,
  input: { userId: string; sessionId: string; parent: string | null; now: Date },
): Promise<string> {
  const token = createToken();
  await queryable.query(
    `insert into auth.refresh_tokens
       (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ($1, $2, $3, false, $4, $4, $5, $6)`,
    [NIL_INSTANCE, token, input.userId, input.now, input.parent ?? '', input.sessionId],
  );
  return token;
}

const TOKEN_ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Twelve characters of base32: sixty random bits. */
function createToken(): string {
  return Array.from(randomBytes(12), (byte) => TOKEN_ALPHABET[byte % 32]).join('');
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
