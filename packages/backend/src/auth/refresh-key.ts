import { randomBytes } from 'node:crypto';
import type { Database } from '@muster/database';
import type { Auth } from './context.ts';
import { loadSealingKey } from './keys.ts';
import type { Session } from './rows.ts';
import { openText, sealText } from './sealed-text.ts';

const keyBytes = 32;

/** A key for the refresh tokens of one session, and how it is stored. */
export function createRefreshKey(auth: Auth, sessionId: string): { key: Buffer; sealed: string } {
  const key = randomBytes(keyBytes);
  return { key, sealed: sealText(auth.keys.sealing, sessionId, key.toString('base64url')) };
}

/** A session's key; null where it has none yet, or one that is not ours to read. */
export function findRefreshKey(
  auth: Auth,
  session: Pick<Session, 'id' | 'refresh_token_hmac_key'>,
): Buffer | null {
  if (session.refresh_token_hmac_key === null) {
    return null;
  }
  const text = openText(auth.keys.sealing, session.id, session.refresh_token_hmac_key);
  return text === null ? null : Buffer.from(text, 'base64url');
}

/**
 * Writes the keys of all sessions in the clear, as a Supabase without our sealing key must have them,
 * and says how many there were. Sessions go on here as before.
 */
export async function unsealRefreshKeys(database: Database): Promise<number> {
  const sealing = await loadSealingKey(database);
  return database.transaction(async (transaction) => {
    const sessions = await transaction.query<{ id: string; sealed: string }>(
      `select id, refresh_token_hmac_key as sealed from auth.sessions
       where refresh_token_hmac_key like '{%' for update`,
    );
    for (const { id, sealed } of sessions) {
      await transaction.query(
        'update auth.sessions set refresh_token_hmac_key = coalesce($2, refresh_token_hmac_key) where id = $1',
        [id, openText(sealing, id, sealed)],
      );
    }
    return sessions.length;
  });
}
