import {
  applyLadder,
  decideClock,
  type Facts,
  type LadderEvent,
  type LadderState,
} from '@muster/league';
import { finishInSlices } from './replay/slices.ts';

/** More steps than this in one go mean that the clock does not come to an end. */
const clockLimit = 100_000;

interface Overdue {
  /** The events of each deadline, in the order in which they passed. */
  steps: LadderEvent[][];
  state: LadderState;
}

/**
 * What the clock has to do on a ladder by an instant, deadline by deadline, none of it before the log's `last` line,
 * and the ladder after it. After a silence these are thousands: others have their turn in between.
 */
export function runOverdue(
  ladder: LadderState,
  until: string,
  facts: Facts,
  last: string | null = null,
): Promise<Overdue> {
  return finishInSlices(stepThrough(ladder, { until, facts, last }));
}

function* stepThrough(
  ladder: LadderState,
  { until, facts, last: before }: { until: string; facts: Facts; last: string | null },
): Generator<undefined, Overdue> {
  const steps: LadderEvent[][] = [];
  let state = ladder;
  let last = before;
  while (steps.length < clockLimit) {
    const due = decideClock(state, until, { facts, last });
    if (due.length === 0) {
      return { steps, state };
    }
    steps.push(due);
    last = due.at(-1)?.at ?? last;
    state = due.reduce(applyLadder, state);
    yield;
  }
  throw new Error(`The clock of ladder ${ladder.ladder?.id} does not come to an end`);
}

/** So many events and little more are written at once: what follows from more would keep others waiting. */
const writtenAtOnce = 50;

/** The steps in portions to be written one after the other; none is taken apart. */
export function toPortions(steps: readonly LadderEvent[][]): LadderEvent[][] {
  const portions: LadderEvent[][] = [];
  let last: LadderEvent[] | undefined;
  for (const step of steps) {
    if (last === undefined || last.length >= writtenAtOnce) {
      last = [];
      portions.push(last);
    }
    last.push(...step);
  }
  return portions;
}
