import type { Queryable } from '@muster/database';
import {
  type Actor,
  type Facts,
  findRecomputation,
  type LadderCommand,
  type LadderEvent,
  type LadderState,
  type MatchRuling,
  recomputeSeason,
  type StreamName,
  standingEvents,
} from '@muster/league';
import { loadStandingLog } from './past.ts';
import { finishInSlices } from './slices.ts';

interface Recomputation {
  ruling: MatchRuling;
  /** The season as it is, too. */
  isCompared?: boolean;
  /** What the log will say before the ruling: overdue deadlines of a ladder that is only read. */
  unwritten?: readonly LadderEvent[];
}

interface Asked {
  state: LadderState;
  command: LadderCommand;
  actor: Actor | null;
}

/**
 * The season as the rules will ask for it on this command: with its ruling in place where that may overturn a
 * result. Whoever is no admin is refused before the rules ask, and does not have the log read.
 */
export async function recomputeWhereAsked(
  queryable: Queryable,
  stream: StreamName<'ladder'>,
  { state, command, actor }: Asked,
  further: Omit<Recomputation, 'ruling'> = {},
): Promise<Pick<Facts, 'recompute'>> {
  const ruling = findRecomputation(state, command);
  return ruling !== null && actor?.is_ladder_admin === true
    ? { recompute: await recompute(queryable, stream, { ruling, ...further }) }
    : {};
}

/**
 * Reckons a season anew with a ruling in place, and, for who compares, as it is, before the rules ask for it:
 * they cannot wait, and everybody else must not wait for them.
 */
async function recompute(
  queryable: Queryable,
  stream: StreamName<'ladder'>,
  { ruling, isCompared = false, unwritten = [] }: Recomputation,
): Promise<NonNullable<Facts['recompute']>> {
  const written = await loadStandingLog(queryable, stream);
  const more = unwritten.filter(({ type }) => standingEvents.includes(type));
  const log = more.length === 0 ? written : [...written, ...more];
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
