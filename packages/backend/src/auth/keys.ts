import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import type { SealingKey } from './sealed-text.ts';
import { getOrCreateSecret } from './secrets.ts';

/** A key that signs or verifies access tokens. */
export interface AuthKey {
  kid: string | null;
  algorithm: string;
  key: CryptoKey | Uint8Array;
}

/** The keys of one league, shared by all its processes through the database. */
export interface AuthKeys {
  /** The shared secret: HS256 tokens without a known `kid` are verified by it, API keys are signed by it. */
  readonly secret: Uint8Array;
  /** Seals what sessions must keep and nobody may read who has only their table. */
  readonly sealing: SealingKey;
  getSigningKey(): Promise<AuthKey>;
  findVerificationKey(kid: string): Promise<AuthKey | null>;
  /** The public halves of the asymmetric keys, as `/.well-known/jwks.json` shows them. */
  listPublicKeys(): Promise<JWK[]>;
}

export interface LoadAuthKeysOptions {
  database: Database;
  /** Given by the operator; otherwise made once and kept in `private.secrets`. */
  jwtSecret?: string;
  /** Given by the operator as JWKs; the first with the `sign` operation signs. */
  signingKeys?: readonly JWK[];
}

interface LoadedKeys {
  signing: AuthKey;
  byKid: Map<string, AuthKey>;
  publicKeys: JWK[];
}

const secretName = 'jwt_secret';
const signingKeysName = 'jwt_signing_keys';
const sealingKeyName = 'db_encryption_key';
const sealingKeyId = 'muster';
const secretBytes = 32;
/** How long a process may go on with keys that another one has rotated; old keys stay valid meanwhile. */
const reloadAfterMs = 30_000;
const reloadAtMostEveryMs = 1_000;

/** Reads the league's keys, making them at the first start. */
export async function loadAuthKeys(options: LoadAuthKeysOptions): Promise<AuthKeys> {
  const { database } = options;
  const secretText = options.jwtSecret ?? (await getOrCreateSecret(database, secretName));
  const secret = new TextEncoder().encode(secretText);
  const sealing = await loadSealingKey(database);
  const read = async () =>
    loadKeys(secret, options.signingKeys ?? (await readSigningKeys(database)));
  let loaded = await read();
  let loadedAt = Date.now();

  async function current(maximumAge: number): Promise<LoadedKeys> {
    if (options.signingKeys === undefined && Date.now() - loadedAt > maximumAge) {
      loadedAt = Date.now();
      loaded = await read();
    }
    return loaded;
  }

  return {
    secret,
    sealing,
    getSigningKey: async () => (await current(reloadAfterMs)).signing,
    findVerificationKey: async (kid) => {
      const known = loaded.byKid.get(kid);
      return known ?? (await current(reloadAtMostEveryMs)).byKid.get(kid) ?? null;
    },
    listPublicKeys: async () => (await current(reloadAfterMs)).publicKeys,
  };
}

/** The key by which `auth` rows are sealed; it stands outside of that schema. */
export async function loadSealingKey(database: Database): Promise<SealingKey> {
  const text = await getOrCreateSecret(database, sealingKeyName, () =>
    randomBytes(secretBytes).toString('base64url'),
  );
  return { id: sealingKeyId, key: Buffer.from(text, 'base64url') };
}

/** Algorithms that a key of ours may sign with. */
export const signingAlgorithms = ['ES256', 'RS256', 'HS256'] as const;
type SigningAlgorithm = (typeof signingAlgorithms)[number];

/** A stored key; `retired_at`, in milliseconds, since when it only verifies. */
type StoredKey = JWK & { retired_at?: number };

/** No access token lives longer than Supabase's tool allows: a week. */
const maximumTokenMs = 604_800_000;

/**
 * Makes a new signing key, and returns its name. The ones before it go on verifying what they signed,
 * until none of that can be valid any longer.
 */
export async function rotateSigningKey(
  database: Database,
  algorithm: SigningAlgorithm = 'ES256',
): Promise<string> {
  const kid = randomUUID();
  const made = { ...(await createJwk(algorithm)), kid, alg: algorithm, use: 'sig' };
  const now = Date.now();
  await getOrCreateSecret(database, signingKeysName, () => '[]');
  await database.transaction(async (transaction) => {
    const [row] = await transaction.query<{ value: string }>(
      'select value from private.secrets where name = $1 for update',
      [signingKeysName],
    );
    const before = parseKeys(row?.value ?? '[]')
      .map((key) => ({ ...key, key_ops: ['verify'], retired_at: key.retired_at ?? now }))
      .filter((key) => now - key.retired_at < maximumTokenMs);
    await transaction.query('update private.secrets set value = $2 where name = $1', [
      signingKeysName,
      JSON.stringify([{ ...made, key_ops: ['sign', 'verify'] }, ...before]),
    ]);
  });
  return kid;
}

async function createJwk(algorithm: SigningAlgorithm): Promise<JWK> {
  if (algorithm === 'HS256') {
    return { kty: 'oct', k: randomBytes(secretBytes).toString('base64url') };
  }
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return exportJWK(privateKey);
}

/** The same key on every call and in every process, so that it can be printed and written into scripts. */
export async function createApiKey(keys: AuthKeys, role: 'anon' | 'service_role'): Promise<string> {
  return new SignJWT({ role })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('supabase')
    .setIssuedAt(Date.UTC(2025, 0, 1) / 1000)
    .setExpirationTime(Date.UTC(2045, 0, 1) / 1000)
    .sign(keys.secret);
}

async function readSigningKeys(database: Database): Promise<StoredKey[]> {
  const rows = await database.query<{ value: string }>(
    'select value from private.secrets where name = $1',
    [signingKeysName],
  );
  return parseKeys(rows[0]?.value ?? '[]');
}

function parseKeys(text: string): StoredKey[] {
  const keys: unknown = JSON.parse(text);
  if (!Array.isArray(keys)) {
    throw new Error(`the secret ${signingKeysName} must be a JSON array`);
  }
  return keys;
}

async function loadKeys(secret: Uint8Array, jwks: readonly JWK[]): Promise<LoadedKeys> {
  const byKid = new Map<string, AuthKey>();
  let signing: AuthKey | null = null;
  for (const jwk of jwks) {
    const kid = jwk.kid;
    const algorithm = jwk.alg;
    if (kid === undefined || algorithm === undefined) {
      throw new Error('every signing key needs `kid` and `alg`');
    }
    const verification = { ...toPublicKey(jwk), key_ops: ['verify'] };
    byKid.set(kid, { kid, algorithm, key: await importJWK(verification, algorithm) });
    if (signing === null && jwk.key_ops?.includes('sign')) {
      signing = { kid, algorithm, key: await importJWK({ ...jwk, key_ops: ['sign'] }, algorithm) };
    }
  }
  return {
    signing: signing ?? { kid: null, algorithm: 'HS256', key: secret },
    byKid,
    publicKeys: jwks.filter((jwk) => jwk.kty !== 'oct').map(toPublicKey),
  };
}

/** A symmetric key has no public half; it stays as it is and is never listed. */
function toPublicKey({ retired_at: _retiredAt, ...jwk }: StoredKey): JWK {
  if (jwk.kty === 'oct') {
    return jwk;
  }
  const { d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, oth: _oth, ...shown } = jwk;
  return { ...shown, key_ops: ['verify'] };
}
