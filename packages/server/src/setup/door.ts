import { createHash, randomBytes } from 'node:crypto';
import { loadSealingKey, openText, sealText } from '@muster/backend';
import type { Database, Queryable, Transaction } from '@muster/database';

/** How long a printed address opens, and how long the session lasts that it opens. */
export const setupSeconds = 3600;

const rowId = 'setup_door';

interface SetupRow {
  door_hash: string | null;
  door_sealed: string | null;
  is_open: boolean;
}

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

/** Holds the one row of the set-up until the transaction ends; makes it where there is none yet. */
async function holdSetup(transaction: Transaction, now: Date): Promise<SetupRow | undefined> {
  await transaction.query('insert into private.setup default values on conflict do nothing');
  const [row] = await transaction.query<SetupRow>(
    `select door_hash, door_sealed,
       coalesce(printed_at > $1::timestamptz - make_interval(secs => $2), false) as is_open
     from private.setup for update`,
    [now, setupSeconds],
  );
  return row;
}

/**
 * While the league has no admin, the token of the one-time address that opens its set-up; null when there is
 * one already. It is the one that was printed last for as long as that is good, which is an hour from now on;
 * else a new one.
 */
export async function printDoor(database: Database, now: Date): Promise<string | null> {
  if ((await countAdmins(database)) > 0) {
    return null;
  }
  const sealing = await loadSealingKey(database);
  return database.transaction(async (transaction) => {
    const row = await holdSetup(transaction, now);
    const printed =
      row?.is_open === true && row.door_sealed !== null
        ? openText(sealing, rowId, row.door_sealed)
        : null;
    const token = printed ?? randomBytes(24).toString('base64url');
    await transaction.query(
      'update private.setup set door_hash = $1, door_sealed = $2, printed_at = $3',
      [hash(token), sealText(sealing, rowId, token), now],
    );
    return token;
  });
}

/** Whether an address would open the set-up now; it stays unused. */
export async function isDoor(database: Database, token: string, now: Date): Promise<boolean> {
  const rows = await database.query(
    `select 1 from private.setup
     where door_hash = $1 and printed_at > $2::timestamptz - make_interval(secs => $3)
       and not exists (select from public.admins where ladder_id is null)`,
    [hash(token), now, setupSeconds],
  );
  return rows.length > 0;
}

/**
 * Uses an address up and opens the set-up session in place of any before it. Returns the session's token; null,
 * and nothing changed, where the address is spent, late or wrong, or the league has its admin.
 */
export async function openDoor(
  database: Database,
  token: string,
  now: Date,
): Promise<string | null> {
  const session = randomBytes(24).toString('base64url');
  // One statement on the one row: of two at once the second finds the address gone.
  const opened = await database.query(
    `update private.setup set door_hash = null, door_sealed = null, printed_at = null,
       session_hash = $4, opened_at = $2
     where door_hash = $1 and printed_at > $2::timestamptz - make_interval(secs => $3)
       and not exists (select from public.admins where ladder_id is null)
     returning 1`,
    [hash(token), now, setupSeconds, hash(session)],
  );
  return opened.length > 0 ? session : null;
}

/** Whether a browser's token is that of the set-up session, which ends with the first admin. */
export async function isSetupSession(
  queryable: Queryable,
  session: string,
  now: Date,
): Promise<boolean> {
  const rows = await queryable.query(
    `select 1 from private.setup
     where session_hash = $1 and opened_at > $2::timestamptz - make_interval(secs => $3)
       and not exists (select from public.admins where ladder_id is null)`,
    [hash(session), now, setupSeconds],
  );
  return rows.length > 0;
}

/**
 * Has a set-up session that a request began in go on for another hour from now; false where another browser has it by
 * now, or the league has its admin.
 */
export async function renewSetupSession(
  queryable: Queryable,
  session: string,
  now: Date,
): Promise<boolean> {
  const renewed = await queryable.query(
    `update private.setup set opened_at = $2
     where session_hash = $1 and not exists (select from public.admins where ladder_id is null)
     returning 1`,
    [hash(session), now],
  );
  return renewed.length > 0;
}

/** Ends the set-up session in the transaction that makes the first admin; false where it was none. */
export async function endSetupSession(
  transaction: Transaction,
  session: string,
  now: Date,
): Promise<boolean> {
  await holdSetup(transaction, now);
  if (!(await isSetupSession(transaction, session, now))) {
    return false;
  }
  await transaction.query(
    `update private.setup set session_hash = null, opened_at = null,
       door_hash = null, door_sealed = null, printed_at = null`,
  );
  return true;
}
