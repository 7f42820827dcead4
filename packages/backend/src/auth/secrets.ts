import { randomBytes } from 'node:crypto';
import type { Database } from '@muster/database';

/**
 * Reads a secret, making it on the first call. Processes that start at once agree on one value: the
 * insert of the first wins and all read what is stored.
 */
export async function getOrCreateSecret(
  database: Database,
  name: string,
  make: () => string | Promise<string> = () => randomBytes(48).toString('base64url'),
): Promise<string> {
  const stored = await findSecret(database, name);
  if (stored !== null) {
    return stored;
  }
  await database.query(
    'insert into private.secrets (name, value) values ($1, $2) on conflict (name) do nothing',
    [name, await make()],
  );
  const made = await findSecret(database, name);
  if (made === null) {
    throw new Error(`the secret ${name} could not be stored`);
  }
  return made;
}

async function findSecret(database: Database, name: string): Promise<string | null> {
  const rows = await database.query<{ value: string }>(
    'select value from private.secrets where name = $1',
    [name],
  );
  return rows[0]?.value ?? null;
}
