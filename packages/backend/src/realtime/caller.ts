import { type Claims, DatabaseUnavailable, type Scope } from '@muster/database';
import type { VerifyToken } from './authorize.ts';

/** Who speaks, by a token that is ours and valid now. */
export interface Caller extends Scope {
  /** When the token runs out, in milliseconds; null for who brought none. */
  until: number | null;
}

/** Why a token opens nothing, as the client's libraries know it. */
interface TokenFault {
  code: string;
  message: string;
}

const roles: readonly unknown[] = [
  'anon',
  'authenticated',
  'service_role',
] satisfies Scope['role'][];

/** Who somebody is that brings this token; without one they are nobody in particular. */
export async function identify(
  token: string | null,
  verify: VerifyToken,
): Promise<Caller | TokenFault> {
  if (token === null) {
    return { role: 'anon', claims: { role: 'anon' }, until: null };
  }
  try {
    return toCaller(await verify(token));
  } catch (thrown) {
    return toFault(thrown, token);
  }
}

function toCaller(claims: Claims): Caller | TokenFault {
  const { role, exp } = claims;
  if (!isRole(role) || typeof exp !== 'number') {
    return { code: 'InvalidJWTToken', message: 'Fields `role` and `exp` are required in JWT' };
  }
  return { role, claims, until: exp * 1000 };
}

function toFault(thrown: unknown, token: string): TokenFault {
  if (thrown instanceof DatabaseUnavailable) {
    return databaseUnavailable;
  }
  const said = thrown instanceof Error ? thrown.message : '';
  if (said.includes('expired')) {
    return { code: 'InvalidJWTToken', message: toExpiry(token) };
  }
  return said.includes('signature is invalid')
    ? { code: 'JwtSignatureError', message: 'Failed to validate JWT signature' }
    : { code: 'MalformedJWT', message: 'The token provided is not a valid JWT' };
}

const databaseUnavailable: TokenFault = {
  code: 'UnableToConnectToProject',
  message: 'Realtime was unable to connect to the project database',
};

/** How long a token has been over, of which it is known that it is. */
function toExpiry(token: string): string {
  const part = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  const { exp }: { exp?: unknown } = JSON.parse(part);
  return toExpiryMessage(Number(exp) * 1000, Date.now());
}

/** @param until when it ended, in milliseconds */
export function toExpiryMessage(until: number, now: number): string {
  return `Token has expired ${Math.max(0, Math.floor((now - until) / 1000))} seconds ago`;
}

export function isFault(found: Caller | TokenFault): found is TokenFault {
  return 'code' in found;
}

function isRole(role: unknown): role is Scope['role'] {
  return roles.includes(role);
}
