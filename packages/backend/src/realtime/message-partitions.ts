import type { Database } from '@muster/database';

const dayMs = 24 * 3600 * 1000;
/** Messages are kept for 72 hours at least. */
const keptDays = 3;
/** Beside today: sessions may write the time of any zone, and a process may be away for a while. */
const daysBefore = 1;
const daysAhead = 3;

/**
 * Sees to it that messages of these days have a partition of `realtime.messages`, a day each, and drops
 * those in which no message is younger than 72 hours.
 */
export async function keepMessagePartitions(database: Database, now: Date): Promise<void> {
  const today = Math.floor(now.getTime() / dayMs);
  const days = Array.from(
    { length: daysBefore + 1 + daysAhead },
    (_, index) => today - daysBefore + index,
  );
  const found = await listPartitions(database);
  const missing = days.filter((day) => !found.has(toName(day)));
  const over = [...found].filter((name) => isOver(name, today));
  if (missing.length === 0 && over.length === 0) {
    return;
  }
  await database.transaction(async (transaction) => {
    await transaction.query(`select pg_advisory_xact_lock(hashtext('realtime.messages'))`);
    // Such statements take no parameters; the names are words and numbers of ours.
    for (const day of missing) {
      await transaction.query(
        `create table if not exists realtime.${toName(day)} partition of realtime.messages
         for values from ('${toDate(day)}') to ('${toDate(day + 1)}')`,
      );
    }
    for (const name of over) {
      await transaction.query(`drop table if exists realtime.${name}`);
    }
  });
}

async function listPartitions(database: Database): Promise<Set<string>> {
  const rows = await database.query<{ name: string }>(
    `select c.relname as name from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'realtime.messages'::regclass`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** What has another name somebody else has made, and keeps. */
function isOver(name: string, today: number): boolean {
  const [, year, month, day] = /^messages_(\d{4})_(\d{2})_(\d{2})$/.exec(name) ?? [];
  if (year === undefined) {
    return false;
  }
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day)) / dayMs;
  return at + 1 + keptDays < today;
}

/** @param day counted from 1970 */
function toDate(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

function toName(day: number): string {
  return `messages_${toDate(day).replaceAll('-', '_')}`;
}
