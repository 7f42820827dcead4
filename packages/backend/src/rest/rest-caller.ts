import { type Claims, DatabaseUnavailable, type Scope } from '@muster/database';
import { RestFailure, toUnavailableFailure } from './failure.ts';
import type { RestCaller } from './types.ts';

/** Resolves to the claims of a token that is ours and valid now, throws otherwise. */
export type VerifyToken = (token: string) => Promise<Claims>;

const roles: readonly unknown[] = [
  'anon',
  'authenticated',
  'service_role',
] satisfies Scope['role'][];

/** Who asks, by the bearer token; a request without one comes from anybody. */
export async function requireRestCaller(
  headers: Headers,
  verify: VerifyToken,
): Promise<RestCaller> {
  const authorization = headers.get('authorization');
  const token = authorization === null ? null : /^Bearer\s+(.+)$/i.exec(authorization)?.[1];
  if (token === null || token === undefined) {
    return { role: 'anon', claims: { role: 'anon' } };
  }

  const claims = await requireClaims(token.trim(), verify);
  const role = claims.role ?? 'anon';
  if (!isRole(role)) {
    const message = `permission denied to set role "${String(role)}"`;
    throw new RestFailure(403, { code: '42501', message });
  }
  return { role, claims };
}

async function requireClaims(token: string, verify: VerifyToken): Promise<Claims> {
  const parts = token.split('.').length;
  if (parts !== 3) {
    const message = `Expected 3 parts in JWT; got ${parts}`;
    throw new RestFailure(401, { code: 'PGRST301', message });
  }
  try {
    return await verify(token);
  } catch (thrown) {
    if (thrown instanceof DatabaseUnavailable) {
      throw toUnavailableFailure(thrown);
    }
    if (thrown instanceof Error && /expired/.test(thrown.message)) {
      throw new RestFailure(401, { code: 'PGRST303', message: 'JWT expired' });
    }
    throw new RestFailure(401, {
      code: 'PGRST301',
      message: 'No suitable key or wrong key type',
      details: 'None of the keys was able to decode the JWT',
    });
  }
}

function isRole(role: unknown): role is Scope['role'] {
  return roles.includes(role);
}
