import type { Transaction } from '@muster/database';
import type { LadderState } from '@muster/league';
import { upsertRows } from './rows.ts';

/** Writes the time-attack runs that changed. */
export async function projectRuns(
  transaction: Transaction,
  before: LadderState,
  after: LadderState,
): Promise<void> {
  const rows = Object.values(after.runs)
    .filter((run) => before.runs[run.id] !== run)
    .map(({ id, entry_id, person_id, stage, time_ms, penalty_ms, status, at }) => ({
      id,
      season_id: after.season?.id,
      entry_id,
      person_id,
      stage,
      time_ms,
      penalty_ms,
      status,
      submitted_at: at,
    }));
  await upsertRows(transaction, 'public.runs', ['id'], rows);
}
