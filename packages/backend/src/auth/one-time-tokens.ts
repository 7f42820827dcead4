import { createHash, createHmac, randomInt } from 'node:crypto';
import type { Queryable } from '@muster/database';
import type { Auth } from './context.ts';

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'reauthentication_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token';

/** What a link's token begins with when it leads into the flow with a challenge. */
export const pkcePrefix = 'pkce_';

/** A code of digits, each as likely as any other. */
export function createCode(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('');
}

/**
 * What a link carries in place of a code: it holds for one contact only. It takes our secret to make it:
 * else whoever guesses a code could present what it comes to as a link's, which names no contact whose
 * guesses could be counted.
 */
export function toLinkToken({ keys }: Auth, contact: string, code: string): string {
  return createHmac('sha224', keys.secret).update(`one-time code:${contact}${code}`).digest('hex');
}

/** What is stored of a link's token, with the prefix of its flow or without: nobody can follow it. */
export function hashLinkToken(token: string): string {
  const bare = token.startsWith(pkcePrefix) ? token.slice(pkcePrefix.length) : token;
  return createHash('sha224').update(bare).digest('hex');
}

/** What is stored of a code. */
export function hashCode(auth: Auth, contact: string, code: string): string {
  return hashLinkToken(toLinkToken(auth, contact, code));
}

/** Stores a token; an earlier one of its type is void from then on. */
export async function storeToken(
  queryable: Queryable,
  input: {
    userId: string;
    type: OneTimeTokenType;
    hash: string;
    contact: string;
    now: Date;
  },
): Promise<void> {
  await queryable.query(
    `insert into auth.one_time_tokens
       (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6::timestamptz at time zone 'UTC', $6::timestamptz at time zone 'UTC')
     on conflict (user_id, token_type) do update
       set id = excluded.id, token_hash = excluded.token_hash, relates_to = excluded.relates_to,
         created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [
      crypto.randomUUID(),
      input.userId,
      input.type,
      input.hash,
      input.contact.toLowerCase(),
      input.now,
    ],
  );
}

/** Whose token it is of which the hash is stored. */
export async function findTokenOwner(
  queryable: Queryable,
  hash: string,
  types: readonly OneTimeTokenType[],
): Promise<{ userId: string; type: OneTimeTokenType } | null> {
  const [row] = await queryable.query<{ user_id: string; token_type: OneTimeTokenType }>(
    `select user_id, token_type from auth.one_time_tokens
     where token_hash = $1 and token_type = any ($2::auth.one_time_token_type[])
     limit 1`,
    [hash, types],
  );
  return row === undefined ? null : { userId: row.user_id, type: row.token_type };
}

export async function deleteToken(
  queryable: Queryable,
  userId: string,
  type: OneTimeTokenType,
): Promise<void> {
  await queryable.query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [
    userId,
    type,
  ]);
}

export async function deleteAllTokens(queryable: Queryable, userId: string): Promise<void> {
  await queryable.query('delete from auth.one_time_tokens where user_id = $1', [userId]);
}
