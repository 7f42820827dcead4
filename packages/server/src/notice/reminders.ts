import type { Transaction } from '@muster/database';
import type { LadderState } from '@muster/league';
import { createId } from '../engine/ids.ts';
import type { League } from '../engine/league.ts';
import type { NoticePlan } from './plan.ts';
import { listToRemind, planReminders } from './plan-reminders.ts';
import { writeNotices } from './write.ts';

const batch = 200;

/** Makes the reminders of the matches anew whose dates have changed. */
export async function replaceReminders(
  transaction: Transaction,
  { before, after, at }: { before: LadderState; after: LadderState; at: string },
): Promise<void> {
  const changed = listToRemind(before, after);
  if (changed.length === 0) {
    return;
  }
  const planned = changed.flatMap((match) => planReminders(after, match));
  const rows = planned
    .filter(({ due_at }) => due_at > at)
    .map((reminder) => ({ id: createId(), ...reminder }));
  // What is due and not told yet stays, unless it speaks of a date that holds no more.
  const deleted = transaction.query(
    `delete from private.reminders where match_id = any ($1::uuid[])
       and (due_at > $2 or plan ->> 'origin' <> all ($3::text[]))`,
    [changed.map(({ id }) => id), at, planned.map(({ plan }) => plan.origin)],
  );
  const inserted =
    rows.length > 0 &&
    transaction.query(
      `insert into private.reminders (id, match_id, due_at, ends_at, plan)
       select id, match_id, due_at, ends_at, plan from jsonb_to_recordset($1)
         as r (id uuid, match_id uuid, due_at timestamptz, ends_at timestamptz, plan jsonb)`,
      [JSON.stringify(rows)],
    );
  await Promise.all([deleted, inserted]);
}

interface DueReminder {
  match_id: string;
  due_at: Date;
  ends_at: Date;
  plan: NoticePlan;
}

/** Of several that waited while nobody served the league, only the last is of use: "in an hour", not "in a day" too. */
function toPlans(due: readonly DueReminder[], now: Date): NoticePlan[] {
  const timely = due.filter(({ ends_at }) => ends_at > now);
  const latest = new Map<string, number>();
  for (const { match_id, due_at } of timely) {
    latest.set(match_id, Math.max(latest.get(match_id) ?? 0, due_at.getTime()));
  }
  return timely
    .filter(({ match_id, due_at }) => latest.get(match_id) === due_at.getTime())
    .map(({ plan }) => plan);
}

/**
 * Tells whoever is to be reminded by now. Whoever takes a reminder takes it out of the table in the
 * transaction that writes its notices, so that any number of processes may do this at once.
 */
export async function runDueReminders({ database, now }: League): Promise<number> {
  const at = now();
  return database.transaction(async (transaction) => {
    // The heads of the streams first, as every command: whoever moves a match deletes its reminders too.
    const heads = await transaction.query(
      `select 1 from public.stream_heads where stream in (
         select s.stream from private.reminders r
         join public.matches m on m.id = r.match_id join public.seasons s on s.id = m.season_id
         where r.due_at <= $1)
       order by stream collate "C" for update`,
      [at],
    );
    if (heads.length === 0) {
      return 0;
    }
    const due = await transaction.query<DueReminder>(
      `delete from private.reminders where id in (
         select r.id from private.reminders r
         where r.due_at <= $1 order by r.due_at, r.id limit $2 for update skip locked)
       returning match_id, due_at, ends_at, plan`,
      [at, batch],
    );
    if (due.length > 0) {
      await writeNotices(transaction, toPlans(due, at), at.toISOString());
    }
    return due.length;
  });
}
