import type { Queryable } from '@muster/database';
import type { Context, MiddlewareHandler } from 'hono';
import { toNetwork } from '../network.ts';
import { type Bucket, takeToken } from '../rate-limit.ts';
import type { AuthConfig, RateLimit } from './config.ts';
import type { Auth, AuthEnv } from './context.ts';
import type { AuthErrorCode } from './error-codes.ts';
import { type AuthError, tooManyRequests } from './errors.ts';
import { getClientInfo } from './request.ts';

export type LimitName = Exclude<
  keyof AuthConfig['rateLimits'],
  | 'enabled'
  | 'burst'
  | 'countLoopback'
  | 'emailSent'
  | 'emailSentByAddress'
  | 'smsSent'
  | 'smsSentByAddress'
>;

/** Of what the league may send, the part that one address may use up where no other is set. */
const shareByAddress = 1 / 5;
/** Of what the league may send, the part that is kept for people who have proved who they are. */
const keptForProved = 1 / 3;

/** Who asks for a message, for the limits of what is sent. */
export interface Asker {
  /** Where the request comes from. */
  address: string;
  /** Has proved an address or a number, or is signed in: strangers do not use up all before them. */
  isProved: boolean;
}

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
  if (!isCounted(auth, address)) {
    return;
  }
  const key = `${name}:${toNetwork(address)}`;
  if (await takeFrom(auth, auth.database, { key, ...toBucket(auth, name) })) {
    return;
  }
  throw tooManyRequests('over_request_rate_limit', 'Request rate limit reached');
}

/** Refuses an attempt at one contact, whichever addresses the attempts come from. */
export async function requireContactAllowance(
  auth: Auth,
  name: LimitName,
  contact: string,
): Promise<void> {
  const key = `${name}:contact:${contact}`;
  if (await takeFrom(auth, auth.database, { key, ...toBucket(auth, name) })) {
    return;
  }
  throw tooManyRequests('over_request_rate_limit', 'Request rate limit reached');
}

/** Counts a mail against what its asker's address and the whole league may send. */
export async function countMail(auth: Auth, queryable: Queryable, asker: Asker): Promise<void> {
  if (await countMessage(auth, queryable, { ...asker, name: 'emailSent' })) {
    return;
  }
  throw tooManyRequests('over_email_send_rate_limit', 'email rate limit exceeded');
}

/** Counts a text message against what its asker's address and the whole league may send. */
export async function countSms(auth: Auth, queryable: Queryable, asker: Asker): Promise<void> {
  if (await countMessage(auth, queryable, { ...asker, name: 'smsSent' })) {
    return;
  }
  throw tooManyRequests('over_sms_send_rate_limit', 'SMS rate limit exceeded');
}

/**
 * Takes a message from both allowances, in the caller's transaction: a refusal rolls back what the first
 * has given. Whoever asks from this machine, a proxy perhaps, has no share of their own.
 */
async function countMessage(
  auth: Auth,
  queryable: Queryable,
  { name, address, isProved }: Asker & { name: 'emailSent' | 'smsSent' },
): Promise<boolean> {
  const whole = auth.config.rateLimits[name];
  const requests = Math.max(1, Math.floor(whole.requests * shareByAddress));
  const share = auth.config.rateLimits[`${name}ByAddress`] ?? { ...whole, requests };
  const key = `${name}:${toNetwork(address)}`;
  const isWithinShare =
    !isCounted(auth, address) ||
    (await takeFrom(auth, queryable, { key, ...toWholeBucket(share) }));
  if (!isWithinShare) {
    return false;
  }
  const kept = isProved ? 0 : Math.floor(whole.requests * keptForProved);
  return takeFrom(auth, queryable, { key: name, ...toWholeBucket(whole), kept });
}

/** Holds `burst` tokens, or the whole allowance where that is smaller. */
function toBucket(auth: Auth, name: LimitName): Omit<Bucket, 'key'> {
  const { requests, perSeconds } = auth.config.rateLimits[name];
  const capacity = Math.max(1, Math.min(requests, auth.config.rateLimits.burst));
  return { capacity, perSecond: requests / perSeconds };
}

/** Holds the whole allowance: messages may all be needed at once, on the evening when a league opens. */
function toWholeBucket({ requests, perSeconds }: RateLimit): Omit<Bucket, 'key'> {
  return { capacity: Math.max(1, requests), perSecond: requests / perSeconds };
}

/** Whether the bucket had a token; where limits are off, all have. */
async function takeFrom(auth: Auth, queryable: Queryable, bucket: Bucket): Promise<boolean> {
  if (!auth.config.rateLimits.enabled) {
    return true;
  }
  return (await takeToken(queryable, bucket, auth.clock())) === null;
}

/** What somebody hears who asks for another message too soon. */
export function tooSoon(
  auth: Auth,
  sentAt: Date,
  input: { seconds: number; code?: AuthErrorCode },
): AuthError {
  const left = sentAt.getTime() + input.seconds * 1000 - auth.clock().getTime();
  return tooManyRequests(
    input.code ?? 'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${Math.floor(left / 1000)} seconds.`,
  );
}

function isCounted(auth: Auth, address: string): boolean {
  const isLoopback = address === '::1' || address.startsWith('127.');
  return !isLoopback || auth.config.rateLimits.countLoopback;
}
