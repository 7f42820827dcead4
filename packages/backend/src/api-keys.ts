import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '@muster/database';
import { type AuthKeys, createApiKey } from './auth/keys.ts';
import { getOrCreateSecret } from './auth/secrets.ts';

/** The keys by which a client names itself: as tokens of JWT_SECRET, and in Supabase's newer short form. */
export interface ApiKeys {
  anon: string;
  serviceRole: string;
  publishable: string;
  secret: string;
}

/** Reads the league's API keys, making at the first start those that are not derived from its JWT secret. */
export async function loadApiKeys(database: Database, keys: AuthKeys): Promise<ApiKeys> {
  return {
    anon: await createApiKey(keys, 'anon'),
    serviceRole: await createApiKey(keys, 'service_role'),
    publishable: await getOrCreateSecret(database, 'publishable_key', () =>
      createShortKey('sb_publishable_'),
    ),
    secret: await getOrCreateSecret(database, 'secret_key', () => createShortKey('sb_secret_')),
  };
}

/** The token that a short key stands for; null for a short key that is not ours, any other key is itself. */
export function findTokenOfKey(keys: ApiKeys, given: string): string | null {
  if (!given.startsWith('sb_')) {
    return given;
  }
  if (isSame(given, keys.publishable)) {
    return keys.anon;
  }
  return isSame(given, keys.secret) ? keys.serviceRole : null;
}

function createShortKey(prefix: string): string {
  return `${prefix}${randomBytes(16).toString('base64url')}_${randomBytes(6).toString('base64url')}`;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
