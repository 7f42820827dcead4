import type { Claims } from '@muster/database';
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
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', ...(kid === null ? {} : { kid }) })
    .sign(key);
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
    const { key, algorithm } = await getVerificationKey(keys, token);
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      currentDate: now,
    });
    return payload as AccessTokenClaims;
  } catch (thrown) {
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
  if (known !== null) return known;
  if (header.alg === 'HS256') return { kid: null, algorithm: 'HS256', key: keys.secret };
  throw new Error(`unrecognized JWT kid ${header.kid ?? '<nil>'} for algorithm ${header.alg}`);
}

function toReason(thrown: unknown): string {
  if (thrown instanceof errors.JWTExpired) return 'token has invalid claims: token is expired';
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
  return verifyAccessToken(keys, token).catch(() => null);
}
