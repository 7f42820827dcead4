import { createHmac } from 'node:crypto';
import { type Claims, DatabaseUnavailable } from '@muster/database';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { forbidden } from './errors.ts';
import type { AuthKey, AuthKeys } from './keys.ts';

/** The claims of an access token of ours; API keys carry only `role`. */
export interface AccessTokenClaims extends Claims {
  sub?: string;
  role?: string;
  aud?: string | string[];
  exp?: number;
  session_id?: string;
  is_anonymous?: boolean;
  aal?: string;
}

/** Signs claims with the league's current key. */
export async function signAccessToken(keys: AuthKeys, claims: Claims): Promise<string> {
  const { kid, algorithm, key } = await keys.getSigningKey();
  const header = { alg: algorithm, typ: 'JWT', ...(kid === null ? {} : { kid }) };
  if (key instanceof Uint8Array) {
    return signHs256(header, claims, key);
  }
  return new SignJWT({ ...claims }).setProtectedHeader(header).sign(key);
}

/** In place: handing so little to a thread takes many times as long as doing it. */
function signHs256(header: object, claims: Claims, key: Uint8Array): string {
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

/**
 * Verifies an access token or API key and returns its claims; throws `bad_jwt` otherwise.
 * A known `kid` decides the key, anything else must be HS256 with the shared secret.
 */
export async function verifyAccessToken(
  keys: AuthKeys,
  token: string,
  now: Date = new Date(),
): Promise<AccessTokenClaims> {
  try {
    const known = await findVerified(keys, token, now);
    if (known !== null) {
      return known;
    }
    const { kid } = decodeProtectedHeader(token);
    const { key, algorithm } = await getVerificationKey(keys, token);
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      currentDate: now,
    });
    rememberVerified(keys, token, { kid, key, claims: payload });
    return payload;
  } catch (thrown) {
    // Of the token nothing is known then: whoever brought a good one must not be told that it is none.
    if (thrown instanceof DatabaseUnavailable) {
      throw thrown;
    }
    const reason = toReason(thrown);
    throw forbidden(
      'bad_jwt',
      `invalid JWT: unable to parse or verify signature, ${reason}`,
      thrown,
    );
  }
}

async function getVerificationKey(keys: AuthKeys, token: string): Promise<AuthKey> {
  const header = decodeProtectedHeader(token);
  const known = header.kid === undefined ? null : await keys.findVerificationKey(header.kid);
  if (known !== null) {
    return known;
  }
  if (header.alg === 'HS256') {
    return { kid: null, algorithm: 'HS256', key: keys.secret };
  }
  throw new Error(`unrecognized JWT kid ${header.kid ?? '<nil>'} for algorithm ${header.alg}`);
}

/** A token that was good: the key that it named, the one that has verified it, and its claims. */
interface Verified {
  kid: string | undefined;
  key: AuthKey['key'];
  claims: AccessTokenClaims;
}

/**
 * What was verified lately: a page asks with the same token many times, and a signature that was good
 * stays good for as long as its key is one of ours. Keys that are read anew begin with nothing.
 */
const verifiedBy = new WeakMap<AuthKeys, Map<string, Verified>>();
const mostRemembered = 2_000;
/** Tokens are short; those that somebody has filled with metadata are verified each time. */
const longestRemembered = 4_096;

/** The claims of a token that was verified before, by the key that it would be verified by now, and is not over. */
async function findVerified(
  keys: AuthKeys,
  token: string,
  now: Date,
): Promise<AccessTokenClaims | null> {
  const verified = verifiedBy.get(keys)?.get(token);
  if (verified === undefined) {
    return null;
  }
  const { kid, key, claims } = verified;
  const named = kid === undefined ? null : await keys.findVerificationKey(kid);
  if ((named?.key ?? keys.secret) !== key) {
    return null;
  }
  const isOver = claims.exp !== undefined && claims.exp * 1000 <= now.getTime();
  return isOver ? null : claims;
}

function rememberVerified(keys: AuthKeys, token: string, verified: Verified): void {
  if (token.length > longestRemembered) {
    return;
  }
  const known = verifiedBy.get(keys) ?? new Map<string, Verified>();
  verifiedBy.set(keys, known);
  known.set(token, verified);
  const [oldest] = known.keys();
  if (known.size > mostRemembered && oldest !== undefined) {
    known.delete(oldest);
  }
}

function toReason(thrown: unknown): string {
  if (thrown instanceof errors.JWTExpired) {
    return 'token has invalid claims: token is expired';
  }
  if (thrown instanceof errors.JWSSignatureVerificationFailed) {
    return 'token signature is invalid: signature is invalid';
  }
  if (thrown instanceof errors.JOSEError || thrown instanceof TypeError) {
    return 'token is malformed: token contains an invalid number of segments';
  }
  return thrown instanceof Error ? thrown.message : 'token is malformed';
}

/** The claims of a good token, or null: for callers to whom a bad token is a visitor. */
export async function findClaims(keys: AuthKeys, token: string): Promise<AccessTokenClaims | null> {
  return verifyAccessToken(keys, token).catch((thrown: unknown) => {
    if (thrown instanceof DatabaseUnavailable) {
      throw thrown;
    }
    return null;
  });
}
