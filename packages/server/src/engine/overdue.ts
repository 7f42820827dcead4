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
  events: LadderEvent[];
  state: LadderState;
  steps: number;
}

/**
 * What the clock has to do on a ladder by an instant, deadline by deadline, and the ladder after it. After a
 * silence these are thousands: others have their turn in between.
 */
export function runOverdue(ladder: LadderState, until: string, facts: Facts): Promise<Overdue> {
  return finishInSlices(stepThrough(ladder, until, facts));
}

function* stepThrough(
  ladder: LadderState,
  until: string,
  facts: Facts,
): Generator<undefined, Overdue> {
  const events: LadderEvent[] = [];
  let state = ladder;
  for (let steps = 0; steps < clockLimit; steps += 1) {
    const due = decideClock(state, until, { facts });
    if (due.length === 0) {
      return { events, state, steps };
    }
    events.push(...due);
    state = due.reduce(applyLadder, state);
    yield;
  }
  throw new Error(`The clock of ladder ${ladder.ladder?.id} does not come to an end`);
}
