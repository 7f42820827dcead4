import { type Claims, DatabaseUnavailable, type Scope } from '@muster/database';
import type { VerifyToken } from '../rest/rest-caller.ts';
import { accessDenied, invalidToken, noToken, toStorageFailure } from './failure.ts';

/** Who asks, by their bearer token. */
export interface StorageCaller extends Scope {
  /** False of whoever came without a token that is good. */
  isAuthenticated: boolean;
  /** The person's id, as the token has it. */
  owner: string | null;
}

const roles: readonly unknown[] = [
  'anon',
  'authenticated',
  'service_role',
] satisfies Scope['role'][];

const nobody: StorageCaller = {
  role: 'anon',
  claims: { role: 'anon' },
  isAuthenticated: false,
  owner: null,
};

/** Resolves to who asks; without a good token it is nobody where that is `enough`, and refused elsewhere. */
export async function resolveCaller(
  headers: Headers,
  verify: VerifyToken,
  nobodyIs: 'enough' | 'refused',
): Promise<StorageCaller> {
  try {
    return toCaller(await verifyBearer(headers, verify));
  } catch (thrown) {
    if (thrown instanceof DatabaseUnavailable || nobodyIs === 'refused') {
      throw toStorageFailure(thrown);
    }
    return nobody;
  }
}

async function verifyBearer(headers: Headers, verify: VerifyToken): Promise<Claims> {
  const given = headers.get('authorization');
  if (given === null) {
    throw noToken();
  }
  const token = given.replace(/^Bearer\s+/i, '').trim();
  if (token.split('.').length !== 3) {
    throw invalidToken();
  }
  try {
    return await verify(token);
  } catch (thrown) {
    if (thrown instanceof DatabaseUnavailable) {
      throw thrown;
    }
    const isOver = thrown instanceof Error && /expired/.test(thrown.message);
    throw accessDenied(
      isOver ? '"exp" claim timestamp check failed' : 'signature verification failed',
    );
  }
}

function toCaller(claims: Claims): StorageCaller {
  const role = claims.role ?? 'anon';
  if (!isRole(role)) {
    throw accessDenied(`permission denied to set role "${String(role)}"`);
  }
  const owner = typeof claims.sub === 'string' && claims.sub !== '' ? claims.sub : null;
  return { role, claims, isAuthenticated: true, owner };
}

function isRole(role: unknown): role is Scope['role'] {
  return roles.includes(role);
}
