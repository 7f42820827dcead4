import type { Transaction } from '@muster/database';
import type { Caller } from './caller.ts';

/** How long the policies that are asked for a caller may take, in milliseconds. */
const policyTimeout = 3_000;

/** The role comes last: what stands before it is set with the rights that the connection has. */
const settingsSql = `select num_nulls(
  set_config('search_path', 'public, extensions', true),
  set_config('realtime.topic', $5, true),
  set_config('request.jwt.claims', $1, true),
  set_config('request.jwt.claim.sub', $2, true),
  set_config('request.jwt.claim.role', $3, true),
  set_config('request.jwt.claim.email', $4, true),
  set_config('request.headers', '{}', true),
  set_config('statement_timeout', '${policyTimeout}', true),
  set_config('role', $3, true))`;

/** Speaks for a caller from here on, on a channel's topic where one is named: what comes in the transaction comes with their rights and claims. */
export async function becomeCaller(
  transaction: Transaction,
  { role, claims }: Pick<Caller, 'role' | 'claims'>,
  topic = '',
): Promise<void> {
  await transaction.query(settingsSql, [
    JSON.stringify(claims),
    toSetting(claims.sub),
    role,
    toSetting(claims.email),
    topic,
  ]);
}

/** A claim as PostgreSQL's settings have it: text, empty where there is none. */
export function toSetting(claim: unknown): string {
  return typeof claim === 'string' ? claim : '';
}
