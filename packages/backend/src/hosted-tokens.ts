import { DatabaseUnavailable } from '@muster/database';
import {
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
  type ProtectedHeaderParameters,
} from 'jose';
import type { AccessTokenClaims } from './auth/access-token.ts';

/** Somebody else's Supabase, as a league knows it. */
export interface HostedSupabase {
  /** Its address, without a slash at the end. */
  url: string;
  anonKey: string;
  /** The secret that its older tokens are signed with; without it the auth service is asked about those. */
  jwtSecret: string | null;
}

const timeoutMilliseconds = 5000;
/** What Supabase signs with by keys that it publishes. */
const published = ['ES256', 'RS256', 'EdDSA'];
const mostRemembered = 2000;
/** Tokens are short; those that somebody has filled with metadata are asked about each time. */
const longestRemembered = 4096;

/**
 * Says for an access token of somebody else's Supabase what it claims, null of any other token: by the keys
 * that its auth service publishes, by the shared secret, or by asking the service. Whether the session still
 * exists is for the database to say. Throws `DatabaseUnavailable` where the service cannot be asked now.
 */
export function createHostedVerifier({ url, anonKey, jwtSecret }: HostedSupabase) {
  const keys = createRemoteJWKSet(new URL(`${url}/auth/v1/.well-known/jwks.json`), {
    headers: { apikey: anonKey },
    timeoutDuration: timeoutMilliseconds,
  });
  const secret = jwtSecret === null ? null : new TextEncoder().encode(jwtSecret);
  const known = new Map<string, AccessTokenClaims>();

  async function verify(token: string, header: ProtectedHeaderParameters): Promise<JWTPayload> {
    if (header.alg !== 'HS256') {
      return (await jwtVerify(token, keys, { algorithms: published })).payload;
    }
    if (secret !== null) {
      return (await jwtVerify(token, secret, { algorithms: ['HS256'] })).payload;
    }
    const answer = await fetch(`${url}/auth/v1/user`, {
      headers: { apikey: anonKey, authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    await answer.body?.cancel();
    if (answer.ok) {
      return decodeJwt(token);
    }
    if (answer.status >= 500 || answer.status === 429) {
      throw new TypeError(`the auth service answered ${answer.status}`);
    }
    throw new errors.JWSSignatureVerificationFailed();
  }

  return async (token: string): Promise<AccessTokenClaims | null> => {
    const before = known.get(token);
    if (before !== undefined && !isOver(before)) {
      return before;
    }
    known.delete(token);
    const header = findHeader(token);
    if (header === null) {
      return null;
    }
    try {
      const claims = await verify(token, header);
      remember(known, token, claims);
      return claims;
    } catch (error) {
      if (isOfToken(error)) {
        return null;
      }
      throw new DatabaseUnavailable('away', 'The auth service cannot be asked', { cause: error });
    }
  };
}

const isOver = ({ exp = 0 }: AccessTokenClaims) => exp * 1000 <= Date.now();

/** The oldest is forgotten where there are too many. */
function remember(
  known: Map<string, AccessTokenClaims>,
  token: string,
  claims: AccessTokenClaims,
): void {
  if (token.length > longestRemembered) {
    return;
  }
  known.set(token, claims);
  const [oldest] = known.keys();
  if (known.size > mostRemembered && oldest !== undefined) {
    known.delete(oldest);
  }
}

/** Null of what is no token, or one that is over: nobody is asked about those. */
function findHeader(token: string): ProtectedHeaderParameters | null {
  try {
    return isOver(decodeJwt(token)) ? null : decodeProtectedHeader(token);
  } catch {
    return null;
  }
}

/** Whether the token is at fault, and not that the published keys could not be read. */
function isOfToken(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) &&
    error.code !== 'ERR_JOSE_GENERIC'
  );
}
