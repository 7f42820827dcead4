import { randomUUID } from 'node:crypto';
import { type Database, DatabaseUnavailable, type Transaction } from '@muster/database';
import { becomeCaller, toSetting } from './become-caller.ts';
import type { Caller } from './caller.ts';

/** What policies let somebody do on a private channel, or hear there. */
export interface ChannelRights {
  broadcast: boolean;
  presence: boolean;
}

interface RightsServices {
  database: Database;
  onError: (error: unknown) => void;
}

const extensions = ['broadcast', 'presence'] as const;
const probeSql = `insert into realtime.messages (id, topic, extension, private) values ($1, $2, $3, true)`;

/**
 * What somebody may hear on a private channel: whether they see a message of each kind that is laid there
 * for them and taken back at once.
 * @throws DatabaseUnavailable
 */
export async function askReading(
  services: RightsServices,
  caller: Caller,
  topic: string,
): Promise<ChannelRights> {
  return tryOut(services, async (transaction) => {
    const ids = { broadcast: randomUUID(), presence: randomUUID() };
    // In one piece: many come at once after a restart, and each waits for the one before.
    const probes = extensions.map((extension) =>
      transaction.query(probeSql, [ids[extension], topic, extension]),
    );
    const became = become(transaction, caller, topic);
    const found = transaction.query<{ id: string }>(
      'select id from realtime.messages where id = any($1::uuid[])',
      [Object.values(ids)],
    );
    const [rows] = await Promise.all([found, became, ...probes]);
    const seen = new Set(rows.map(({ id }) => id));
    return { broadcast: seen.has(ids.broadcast), presence: seen.has(ids.presence) };
  });
}

/**
 * What somebody may say on a private channel: whether they may lay a message of each kind there. It is taken
 * back at once.
 * @throws DatabaseUnavailable
 */
export async function askWriting(
  services: RightsServices,
  caller: Caller,
  topic: string,
): Promise<ChannelRights> {
  return tryOut(services, async (transaction) => {
    await become(transaction, caller, topic);
    const rights = { broadcast: false, presence: false };
    for (const extension of extensions) {
      rights[extension] = await mayInsert(transaction, topic, extension);
    }
    return rights;
  });
}

/** A token ends with the session that it names; nothing behind this runs where it fails. */
async function become(transaction: Transaction, caller: Caller, topic: string): Promise<void> {
  await Promise.all([
    becomeCaller(transaction, caller, topic),
    transaction.query('select auth.require_session($1)', [toSetting(caller.claims.session_id)]),
  ]);
}

async function mayInsert(
  transaction: Transaction,
  topic: string,
  extension: string,
): Promise<boolean> {
  await transaction.query('savepoint probe');
  try {
    await transaction.query(probeSql, [randomUUID(), topic, extension]);
    return true;
  } catch (thrown) {
    if (!isNotAllowed(thrown)) {
      throw thrown;
    }
    return false;
  } finally {
    await transaction.query('rollback to savepoint probe');
  }
}

/** Leaves nothing of what was tried. A policy that fails lets nobody in. */
async function tryOut(
  { database, onError }: RightsServices,
  ask: (transaction: Transaction) => Promise<ChannelRights>,
): Promise<ChannelRights> {
  let rights: ChannelRights | null = null;
  try {
    await database.transaction(async (transaction) => {
      rights = await ask(transaction);
      throw undone;
    });
  } catch (thrown) {
    if (thrown instanceof DatabaseUnavailable) {
      throw thrown;
    }
    if (thrown !== undone && !isEndedSession(thrown)) {
      onError(thrown);
    }
  }
  return rights ?? { broadcast: false, presence: false };
}

const undone = new Error('the transaction is undone, its answer is kept');

function isNotAllowed(thrown: unknown): boolean {
  return getCode(thrown) === '42501';
}

function isEndedSession(thrown: unknown): boolean {
  return getCode(thrown) === 'PT401';
}

function getCode(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : null;
}
