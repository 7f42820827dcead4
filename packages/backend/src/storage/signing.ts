import { errors, jwtVerify, SignJWT } from 'jose';
import { StorageFailure } from './failure.ts';

/**
 * Signed addresses: whoever has one may do the one thing that it names, until it is over. Tokens are signed by
 * the league's shared secret, as Supabase's are; what they hold is of no use to any other service.
 */

/** What a token is good for. */
type Scope = 'download' | 'upload';

/** What a signed address holds. */
export interface SignedAddress {
  /** `bucket/name`. */
  url: string;
  /** Seconds since 1970. */
  exp: number;
  /** How a picture is drawn. */
  transformations?: string;
  /** Whose an upload is, and whether it may take another's place. */
  owner?: string;
  upsert?: boolean;
}

export async function signAddress(
  secret: Uint8Array,
  scope: Scope,
  { exp, ...claims }: SignedAddress,
): Promise<string> {
  return new SignJWT({ ...claims, scope: `storage.${scope}` })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime(exp)
    .sign(secret);
}

/** What a token says, if it is ours, for this and not over. */
export async function verifyAddress(
  secret: Uint8Array,
  scope: Scope,
  { token, url }: { token: string | null; url: string },
): Promise<SignedAddress> {
  const claims = await verify(secret, token ?? '');
  if (claims.scope !== `storage.${scope}`) {
    throw toInvalid('InvalidSignature', `Token is not scoped for ${scope}`);
  }
  if (claims.url !== url || claims.exp === undefined) {
    throw toInvalid('InvalidSignature', 'Invalid signature');
  }
  const { exp, transformations, owner, upsert } = claims;
  return {
    ...{ url, exp, upsert: upsert === true },
    ...(typeof transformations === 'string' ? { transformations } : {}),
    ...(typeof owner === 'string' ? { owner } : {}),
  };
}

async function verify(secret: Uint8Array, token: string) {
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'] });
    return payload;
  } catch (thrown) {
    throw toInvalid(
      'InvalidJWT',
      thrown instanceof errors.JOSEError ? thrown.message : 'Invalid JWT',
    );
  }
}

function toInvalid(code: string, message: string): StorageFailure {
  return new StorageFailure({ status: 400, code, message });
}
