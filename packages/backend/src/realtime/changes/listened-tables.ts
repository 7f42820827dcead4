import { type Database, DatabaseUnavailable } from '@muster/database';
import { parseSnapshot, type Snapshot } from '../snapshot.ts';

/** How long a table is listened to without a word, and how often a process says that it still does. */
export interface Lease {
  lengthMs: number;
  renewEveryMs: number;
}

/** Comes before all others that the owner may have, so that a change stands before what follows from it. */
const trigger = '"0_realtime_changes"';
/** Whoever wants to write waits behind us for the table's lock; so we wait for it no longer than this. */
const lockTimeoutMs = 100;
const firstPauseMs = 200;
const longestPauseMs = 2_000;
const patienceMs = 10_000;

/**
 * Sees to it that a table's changes are kept from now on, for this process at least until its lease ends.
 * @throws what the database says where it cannot be done
 */
export async function listenTo(
  database: Database,
  entity: number,
  { processId, lease }: { processId: string; lease: Lease },
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      await database.transaction(async (transaction) => {
        await transaction.query(`set local lock_timeout = ${lockTimeoutMs}`);
        await transaction.query(lockSql, [entity]);
        await transaction.query(
          `insert into realtime.listened_tables (entity, process_id, until)
           values ($1, $2, now() + $3 * interval '1 ms')
           on conflict (entity, process_id) do update set until = excluded.until`,
          [entity, processId, lease.lengthMs],
        );
        const [table] = await transaction.query<{ name: string; has_trigger: boolean }>(
          `select format('%I.%I', n.nspname, c.relname) as name, exists (
             select from pg_catalog.pg_trigger t
             where t.tgrelid = c.oid and t.tgfoid = 'realtime.keep_change'::regproc and t.tgenabled = 'O') as has_trigger
           from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.oid = $1`,
          [entity],
        );
        if (table === undefined) {
          throw new Error('the table is gone');
        }
        if (!table.has_trigger) {
          await transaction.query(
            `create or replace trigger ${trigger} after insert or update or delete on ${table.name}
             for each row execute function realtime.keep_change()`,
          );
        }
      });
      return;
    } catch (thrown) {
      if (!isLocked(thrown) || Date.now() > deadline) {
        throw thrown;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.75 + Math.random() / 2)));
    }
  }
}

/** One at a time makes or takes away a table's trigger. */
const lockSql = `select pg_advisory_xact_lock(hashtextextended('realtime.listened_tables/' || $1::oid, 0))`;

/** The moment from which on everything that is committed is told of. */
export async function takeSnapshot(database: Database): Promise<Snapshot> {
  const [row] = await database.query<{ snapshot: string }>(
    'select pg_current_snapshot()::text as snapshot',
  );
  return parseSnapshot(row?.snapshot ?? '1:1:');
}

/** Says that the process still listens to these tables; those to which it does not any more, since it came too late. */
export async function renewLeases(
  database: Database,
  entities: readonly number[],
  { processId, lease }: { processId: string; lease: Lease },
): Promise<number[]> {
  if (entities.length === 0) {
    return [];
  }
  const rows = await database.query<{ entity: number }>(
    `update realtime.listened_tables set until = now() + $3 * interval '1 ms'
     where process_id = $1 and entity = any($2::oid[]) and until > now() returning entity`,
    [processId, entities, lease.lengthMs],
  );
  const renewed = new Set(rows.map(({ entity }) => entity));
  return entities.filter((entity) => !renewed.has(entity));
}

/** Nobody's lease of this process goes on: it is closing. */
export async function endLeases(database: Database, processId: string): Promise<void> {
  await database.query('delete from realtime.listened_tables where process_id = $1', [processId]);
}

/** Takes the triggers from tables that no process listens to any more; what is in use now is tried again later. */
export async function removeTriggers(database: Database): Promise<void> {
  const idle = await database.query<{ entity: number }>(
    `select t.tgrelid as entity from pg_catalog.pg_trigger t
     where t.tgfoid = 'realtime.keep_change'::regproc and t.tgparentid = 0 and ${unheard('t.tgrelid')}`,
  );
  for (const { entity } of idle) {
    try {
      await removeTrigger(database, entity);
    } catch (thrown) {
      if (!isLocked(thrown)) {
        throw thrown;
      }
    }
  }
  await database.query('delete from realtime.listened_tables where until < now()');
}

const unheard = (entity: string) => `not exists (
  select from realtime.listened_tables l where l.entity = ${entity} and l.until >= now())`;

async function removeTrigger(database: Database, entity: number): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query(`set local lock_timeout = ${lockTimeoutMs}`);
    await transaction.query(lockSql, [entity]);
    const [table] = await transaction.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
       from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
       where c.oid = $1 and ${unheard('c.oid')}`,
      [entity],
    );
    if (table !== undefined) {
      await transaction.query(`drop trigger if exists ${trigger} on ${table.name}`);
    }
  });
}

/** Somebody else has the table at this moment. */
function isLocked(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
  return !(thrown instanceof DatabaseUnavailable) && (code === '55P03' || code === '40P01');
}
