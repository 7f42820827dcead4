import type { Transaction } from '@muster/database';
import type { LadderState } from '@muster/league';
import { listChanged } from '../changes.ts';
import { upsertRows } from './rows.ts';

/** Writes the time-attack runs that changed. */
export async function projectRuns(
  transaction: Transaction,
  before: LadderState,
  after: LadderState,
): Promise<void> {
  const rows = listChanged(before.runs, after.runs).map(
    ({ id, entry_id, person_id, stage, time_ms, penalty_ms, status, at }) => ({
      id,
      season_id: after.season?.id,
      entry_id,
      person_id,
      stage,
      time_ms,
      penalty_ms,
      status,
      submitted_at: at,
    }),
  );
  await upsertRows(transaction, 'public.runs', ['id'], rows);
}
