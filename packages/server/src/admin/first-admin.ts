import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database, Queryable, Transaction } from '@muster/database';

const secretName = 'first_admin_token_hash';

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** How many admins the whole site has. */
export async function countAdmins(queryable: Queryable): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    'select count(*)::integer as count from public.admins where ladder_id is null',
  );
  return row?.count ?? 0;
}

async function hasAdmin(queryable: Queryable): Promise<boolean> {
  return (await countAdmins(queryable)) > 0;
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

/**
 * Takes the token: true when it was the right one and the league had no admin. A token works once; it
 * goes with the transaction that makes the admin, so that a failure there does not use it up.
 */
export async function takeFirstAdminToken(
  transaction: Transaction,
  token: string,
): Promise<boolean> {
  const [row] = await transaction.query<{ value: string }>(
    'select value from private.secrets where name = $1 for update',
    [secretName],
  );
  const given = Buffer.from(hash(token));
  const wanted = Buffer.from((row?.value ?? '').padEnd(given.length).slice(0, given.length));
  if (row === undefined || !timingSafeEqual(given, wanted)) {
    return false;
  }
  await transaction.query('delete from private.secrets where name = $1', [secretName]);
  return !(await hasAdmin(transaction));
}
