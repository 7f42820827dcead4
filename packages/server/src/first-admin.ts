import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '@muster/database';

const secretName = 'first_admin_token_hash';

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

async function hasAdmin(database: Database): Promise<boolean> {
  const rows = await database.query('select 1 from public.admins where ladder_id is null limit 1');
  return rows.length > 0;
}

/**
 * While the league has no admin, makes the one-time token whose address turns the signed-in person
 * into the first; null when there is one already. Only the newest token counts.
 */
export async function createFirstAdminToken(database: Database): Promise<string | null> {
  if (await hasAdmin(database)) {
    return null;
  }
  const token = randomBytes(24).toString('base64url');
  await database.query(
    `insert into private.secrets (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [secretName, hash(token)],
  );
  return token;
}

/** Takes the token: true when it was the right one and the league had no admin. A token works once. */
export async function takeFirstAdminToken(database: Database, token: string): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [row] = await transaction.query<{ value: string }>(
      'select value from private.secrets where name = $1 for update',
      [secretName],
    );
    const given = Buffer.from(hash(token));
    if (
      row === undefined ||
      !timingSafeEqual(given, Buffer.from(row.value.padEnd(64).slice(0, 64)))
    ) {
      return false;
    }
    const admins = await transaction.query(
      'select 1 from public.admins where ladder_id is null limit 1',
    );
    await transaction.query('delete from private.secrets where name = $1', [secretName]);
    return admins.length === 0;
  });
}
