import { deleteAccount } from '@muster/backend';
import type { Database, Queryable, Transaction } from '@muster/database';
import type { RestoredFrom } from '@muster/league';
import { letGo } from '../account/leave-league.ts';
import { executeAsSystem } from '../engine/execute.ts';
import { createLeague } from '../engine/league.ts';
import type { Unit } from '../engine/unit.ts';

/** What is done of an imported league before anybody sees it. */
export interface Unfinished {
  /** Set where a league is restored. */
  restored: RestoredFrom | null;
  /** The ids of people who have left the league since. */
  forgotten: readonly string[];
}

export const unfinishedWords = 'An import has not come to its end: npx muster migrate ends it.';

const table = 'private.unfinished_import';

/**
 * Writes down, with the rows of an import, what is still to be done of them: the tables that the rows came into may
 * be those of an older version, so that the rules can act on them only later.
 */
export async function noteUnfinished(transaction: Transaction, left: Unfinished): Promise<void> {
  if (left.restored === null && left.forgotten.length === 0) {
    return;
  }
  await transaction.query(`create table ${table} (restored jsonb, forgotten uuid[] not null)`);
  await transaction.query(`alter table ${table} enable row level security`);
  await transaction.query(`insert into ${table} values ($1, $2)`, [
    left.restored === null ? null : JSON.stringify(left.restored),
    left.forgotten,
  ]);
}

export async function isUnfinished(queryable: Queryable): Promise<boolean> {
  const [found] = await queryable.query<{ is_there: boolean }>(
    'select to_regclass($1) is not null as is_there',
    [table],
  );
  return found?.is_there === true;
}

/**
 * Ends an import: who has left the league since is forgotten, and the log says that it was restored. Nothing is
 * served before. It does nothing where there is nothing to be ended.
 */
export async function finishImport(database: Database): Promise<void> {
  if (!(await isUnfinished(database))) {
    return;
  }
  const league = createLeague(database);
  await executeAsSystem(league, async (unit) => {
    const { transaction } = unit;
    await transaction.query("select pg_advisory_xact_lock(hashtextextended('muster.import', 0))");
    // Whoever had the lock before has ended it.
    if (!(await isUnfinished(transaction))) {
      return;
    }
    const [left] = await transaction.query<Unfinished>(`select restored, forgotten from ${table}`);
    for (const person of left?.forgotten ?? []) {
      await forget(unit, person);
    }
    if (left !== undefined && left.restored !== null) {
      await unit.hold(['site']);
      await unit.decideSite({ type: 'note_restore', ...left.restored }, { isSystem: true });
    }
    await transaction.query(`drop table ${table}`);
  });
}

/** As if they left now; who is not there, or has left already, is passed over. */
async function forget(unit: Unit, person: string): Promise<void> {
  const [found] = await unit.transaction.query<{ user_id: string }>(
    'select user_id from public.profiles where id = $1 and user_id is not null',
    [person],
  );
  if (found !== undefined) {
    await deleteAccount(unit.transaction, found.user_id, new Date(unit.at));
    await letGo(unit, person);
  }
}
