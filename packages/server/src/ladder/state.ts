import type { Queryable } from '@muster/database';
import { findNextDeadline, type LadderState } from '@muster/league';
import { loadLadderFacts } from '../engine/facts.ts';
import { runOverdue } from '../engine/overdue.ts';
import type { EntryRow } from './query.ts';

/** How many stand on a rung. */
export const countRungs = (entries: readonly EntryRow[]) =>
  entries.filter(({ rung }) => rung !== null).length;

/**
 * The state that a command would be decided on at an instant: what fell due by then is done. Nothing is
 * overdue for longer than the clock's next turn, so that there is seldom anything to do.
 */
export async function bringUpToDate(
  database: Queryable,
  state: LadderState,
  at: string,
): Promise<LadderState> {
  const due = findNextDeadline(state);
  if (due === null || due > at) {
    return state;
  }
  const { facts } = await loadLadderFacts(database, { state, command: null, actorId: null, at });
  return (await runOverdue(state, at, facts)).state;
}
