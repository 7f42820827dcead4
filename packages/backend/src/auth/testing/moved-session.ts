import type { AuthHarness } from './auth-harness.ts';

/**
 * Stores a person and a session as they come from Supabase's service, with refresh tokens of its first
 * kind: each the parent of the next, the last of them active.
 */
export async function createMovedSession(
  { database, now }: Pick<AuthHarness, 'database' | 'now'>,
  tokens: readonly string[],
): Promise<{ userId: string; sessionId: string }> {
  const [userId, sessionId] = [crypto.randomUUID(), crypto.randomUUID()];
  await database.query(
    `insert into auth.users (instance_id, id, aud, role, is_anonymous, created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', true,
       $2, $2)`,
    [userId, now()],
  );
  await database.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal)
     values ($1, $2, $3, $3, 'aal1')`,
    [sessionId, userId, now()],
  );
  for (const [index, token] of tokens.entries()) {
    await database.query(
      `insert into auth.refresh_tokens
         (token, user_id, revoked, created_at, updated_at, parent, session_id)
       values ($1, $2, $3, $4, $4, $5, $6)`,
      [token, userId, index < tokens.length - 1, now(), tokens[index - 1] ?? '', sessionId],
    );
  }
  return { userId, sessionId };
}
