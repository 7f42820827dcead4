import type { Queryable } from '@muster/database';
import { type Facts, type MatchRuling, recomputeSeason, type StreamName } from '@muster/league';
import { loadStandingLog } from './past.ts';
import { finishInSlices } from './slices.ts';

/**
 * Reckons a season anew with a ruling in place, and, for who compares, as it is, before the rules ask for it:
 * they cannot wait, and everybody else must not wait for them.
 */
export async function recompute(
  queryable: Queryable,
  stream: StreamName,
  { ruling, isCompared }: { ruling: MatchRuling; isCompared: boolean },
): Promise<NonNullable<Facts['recompute']>> {
  const log = await loadStandingLog(queryable, stream);
  const after = await finishInSlices(recomputeSeason(log, ruling));
  const before = isCompared ? await finishInSlices(recomputeSeason(log)) : null;
  return (asked) => {
    const found = asked === undefined ? before : after;
    if (found === null || (asked !== undefined && asked.match_id !== ruling.match_id)) {
      throw new Error(`The season of ${stream} was not recomputed for this`);
    }
    return found;
  };
}
