import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '@muster/database';
import type { DevPerson } from './person.ts';

/** What a code or token of the local identity provider stands for. */
export interface Grant {
  kind: 'code' | 'token';
  client_id: string;
  redirect_uri: string;
  person: DevPerson;
}

const lifetimeSeconds = { code: 60, token: 3600 } as const;

/** Makes a code or token; only its hash is stored, for all processes on the database. */
export async function createGrant(database: Database, grant: Grant): Promise<string> {
  const secret = randomBytes(24).toString('base64url');
  await database.query('delete from private.dev_identity_grants where expires_at < now()');
  await database.query(
    `insert into private.dev_identity_grants
       (secret_hash, kind, client_id, redirect_uri, person, expires_at)
     values ($1, $2, $3, $4, $5::jsonb, now() + make_interval(secs => $6))`,
    [
      toHash(secret),
      grant.kind,
      grant.client_id,
      grant.redirect_uri,
      JSON.stringify(grant.person),
      lifetimeSeconds[grant.kind],
    ],
  );
  return secret;
}

/** Takes a code out of use and gives what it stood for; a second caller gets null. */
export async function takeCode(database: Database, code: string): Promise<Grant | null> {
  const [grant] = await database.query<Grant>(
    `delete from private.dev_identity_grants
     where secret_hash = $1 and kind = 'code' and expires_at > now()
     returning kind, client_id, redirect_uri, person`,
    [toHash(code)],
  );
  return grant ?? null;
}

export async function findToken(database: Database, token: string): Promise<Grant | null> {
  const [grant] = await database.query<Grant>(
    `select kind, client_id, redirect_uri, person from private.dev_identity_grants
     where secret_hash = $1 and kind = 'token' and expires_at > now()`,
    [toHash(token)],
  );
  return grant ?? null;
}

function toHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
