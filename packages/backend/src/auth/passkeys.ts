import type { Queryable } from '@muster/database';
import type { RegisteredCredential, StoredCredential } from './webauthn.ts';

/** A row of `auth.webauthn_credentials`. */
export interface Passkey {
  id: string;
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: string;
  transports: string[];
  friendly_name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export async function listPasskeys(queryable: Queryable, userId: string): Promise<Passkey[]> {
  return queryable.query<Passkey>(
    'select * from auth.webauthn_credentials where user_id = $1 order by created_at, id',
    [userId],
  );
}

export async function findPasskey(
  queryable: Queryable,
  userId: string,
  id: string,
): Promise<Passkey | null> {
  const [passkey] = await queryable.query<Passkey>(
    'select * from auth.webauthn_credentials where user_id = $1 and id = $2',
    [userId, id],
  );
  return passkey ?? null;
}

/** The passkey of a credential that an authenticator presents, by the id that it has there. */
export async function findPasskeyByCredential(
  queryable: Queryable,
  credentialId: string,
): Promise<Passkey | null> {
  const [passkey] = await queryable.query<Passkey>(
    'select * from auth.webauthn_credentials where credential_id = $1 for update',
    [Buffer.from(credentialId, 'base64url')],
  );
  return passkey ?? null;
}

/** Null when somebody has registered this credential already. */
export async function createPasskey(
  queryable: Queryable,
  input: { userId: string; credential: RegisteredCredential; now: Date },
): Promise<Passkey | null> {
  const { credential } = input;
  const [passkey] = await queryable.query<Passkey>(
    `insert into auth.webauthn_credentials
       (user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports,
        backup_eligible, backed_up, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $10)
     on conflict (credential_id) do nothing returning *`,
    [
      input.userId,
      Buffer.from(credential.id, 'base64url'),
      Buffer.from(credential.publicKey),
      credential.attestationType,
      credential.aaguid || null,
      credential.counter,
      JSON.stringify(credential.transports),
      credential.isBackupEligible,
      credential.isBackedUp,
      input.now,
    ],
  );
  return passkey ?? null;
}

export function toStoredCredential(passkey: Passkey): StoredCredential {
  return {
    id: passkey.credential_id.toString('base64url'),
    publicKey: new Uint8Array(passkey.public_key),
    counter: Number(passkey.sign_count),
    transports: passkey.transports,
  };
}

export function presentPasskey(passkey: Passkey): Record<string, unknown> {
  return {
    id: passkey.id,
    ...(passkey.friendly_name === '' ? {} : { friendly_name: passkey.friendly_name }),
    created_at: passkey.created_at,
    ...(passkey.last_used_at === null ? {} : { last_used_at: passkey.last_used_at }),
  };
}

type CeremonyType = 'registration' | 'authentication';

export async function createCeremony(
  queryable: Queryable,
  input: {
    userId: string | null;
    type: CeremonyType;
    challenge: string;
    expiresAt: Date;
    now: Date;
  },
): Promise<string> {
  const id = crypto.randomUUID();
  await queryable.query('delete from auth.webauthn_challenges where expires_at < $1', [input.now]);
  await queryable.query(
    `insert into auth.webauthn_challenges
       (id, user_id, challenge_type, session_data, created_at, expires_at)
     values ($1, $2, $3, $4::jsonb, $5, $6)`,
    [
      id,
      input.userId,
      input.type,
      JSON.stringify({ challenge: input.challenge }),
      input.now,
      input.expiresAt,
    ],
  );
  return id;
}

/** Takes a ceremony out of use and gives its challenge, so that no answer counts twice. */
export async function takeCeremony(
  queryable: Queryable,
  input: { id: string; type: CeremonyType; userId: string | null },
): Promise<{ challenge: string; expiresAt: Date } | null> {
  const [row] = await queryable.query<{ challenge: string; expires_at: Date }>(
    `delete from auth.webauthn_challenges
     where id = $1 and challenge_type = $2 and user_id is not distinct from $3
     returning session_data ->> 'challenge' as challenge, expires_at`,
    [input.id, input.type, input.userId],
  );
  return row === undefined ? null : { challenge: row.challenge, expiresAt: row.expires_at };
}
