import type { Queryable } from '@muster/database';
import type { Context, MiddlewareHandler } from 'hono';
import type { AuthConfig, RateLimit } from './config.ts';
import type { Auth, AuthEnv } from './context.ts';
import { type AuthError, tooManyRequests } from './errors.ts';
import { getClientInfo } from './request.ts';

export type LimitName = Exclude<
  keyof AuthConfig['rateLimits'],
  'enabled' | 'burst' | 'countLoopback'
>;

/** Refuses a request whose address has used up its allowance. */
export function limitRequests(auth: Auth, name: LimitName): MiddlewareHandler<AuthEnv> {
  return async (context, next) => {
    await requireAllowance(auth, context, name);
    await next();
  };
}

export async function requireAllowance(
  auth: Auth,
  context: Context<AuthEnv>,
  name: LimitName,
): Promise<void> {
  const { address } = getClientInfo(context);
  if (isLoopbackAddress(address) && !auth.config.rateLimits.countLoopback) return;
  const key = `${name}:${toNetwork(address)}`;
  if (await takeToken(auth, auth.database, { key, limit: auth.config.rateLimits[name] })) return;
  throw tooManyRequests('over_request_rate_limit', 'Request rate limit reached');
}

/** Refuses an attempt at one contact, whichever addresses the attempts come from. */
export async function requireContactAllowance(
  auth: Auth,
  name: LimitName,
  contact: string,
): Promise<void> {
  const key = `${name}:contact:${contact}`;
  if (await takeToken(auth, auth.database, { key, limit: auth.config.rateLimits[name] })) return;
  throw tooManyRequests('over_request_rate_limit', 'Request rate limit reached');
}

/** Counts a mail against what the whole league may send. */
export async function countMail(auth: Auth, queryable: Queryable): Promise<void> {
  const limit = auth.config.rateLimits.emailSent;
  if (await takeToken(auth, queryable, { key: 'emailSent', limit })) return;
  throw tooManyRequests('over_email_send_rate_limit', 'email rate limit exceeded');
}

/** Counts a text message against what the whole league may send. */
export async function countSms(auth: Auth, queryable: Queryable): Promise<void> {
  const limit = auth.config.rateLimits.smsSent;
  if (await takeToken(auth, queryable, { key: 'smsSent', limit })) return;
  throw tooManyRequests('over_sms_send_rate_limit', 'SMS rate limit exceeded');
}

/**
 * A token bucket in one statement, so that processes that share a database share the allowance. The
 * bucket holds `burst` tokens, or the whole allowance where that is smaller, and refills evenly.
 */
async function takeToken(
  auth: Auth,
  queryable: Queryable,
  input: { key: string; limit: RateLimit },
): Promise<boolean> {
  if (!auth.config.rateLimits.enabled) return true;
  const { requests, perSeconds } = input.limit;
  const capacity = Math.max(1, Math.min(requests, auth.config.rateLimits.burst));
  const rows = await queryable.query(
    `insert into private.auth_rate_limits as bucket (key, tokens, refilled_at)
     values ($1, $2::float8 - 1, $4)
     on conflict (key) do update set
       tokens = least($2::float8, bucket.tokens
         + greatest(0, extract(epoch from $4::timestamptz - bucket.refilled_at))::float8 * $3::float8) - 1,
       refilled_at = greatest(bucket.refilled_at, $4::timestamptz)
     where least($2::float8, bucket.tokens
       + greatest(0, extract(epoch from $4::timestamptz - bucket.refilled_at))::float8 * $3::float8) >= 1
     returning key`,
    [input.key, capacity, requests / perSeconds, auth.clock()],
  );
  return rows.length > 0;
}

/** What somebody hears who asks for another message too soon. */
export function tooSoon(
  auth: Auth,
  sentAt: Date,
  input: { seconds: number; code?: string },
): AuthError {
  const left = sentAt.getTime() + input.seconds * 1000 - auth.clock().getTime();
  return tooManyRequests(
    input.code ?? 'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${Math.floor(left / 1000)} seconds.`,
  );
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** Who has one IPv6 address has the whole /64 around it. */
function toNetwork(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return groups.slice(0, 4).join(':');
}
