import type { Claims, Database } from '@muster/database';
import type { HintTopic } from './topics.ts';

/** Resolves to the claims of a token that is ours and valid now, throws otherwise. */
export type VerifyToken = (token: string) => Promise<Claims>;

/** Whether somebody may listen to a topic, and until when. */
export type Permission = { ok: true; until: number | null } | { ok: false; reason: string };

/**
 * Decides at the moment of joining, from nothing that the client can choose but its signed token.
 * What is public may be heard with any token or none: a page with a session that has just run out
 * stays alive.
 */
export async function authorizeListening(
  topic: HintTopic,
  token: string | null,
  services: { database: Database; verify: VerifyToken },
): Promise<Permission> {
  if (topic.kind !== 'person') {
    return { ok: true, until: null };
  }
  const claims = token === null ? null : await services.verify(token).catch(() => null);
  const { sub: userId, exp } = claims ?? {};
  if (typeof userId !== 'string' || typeof exp !== 'number') {
    return {
      ok: false,
      reason: 'Unauthorized: this topic needs the session of the person it is about',
    };
  }
  // A token ends with its session; one without a session is not a person's.
  const rows = await services.database.query(
    `select from public.profiles p where p.id = $1 and p.user_id::text = $2
     and ($3 = '' or exists (
       select from auth.sessions s where s.user_id = p.user_id and s.id::text = $3))`,
    [topic.id, userId, String(claims?.session_id ?? '')],
  );
  if (rows.length === 0) {
    return {
      ok: false,
      reason: 'Unauthorized: You do not have permissions to read from this Channel topic',
    };
  }
  return { ok: true, until: exp * 1000 };
}
