import { setImmediate as nextTurn } from 'node:timers/promises';

/** So many milliseconds a long piece of work may hold up everybody else. */
const limit = 5;

/** Tells whoever works through many things when to let others have their turn. */
export function createTurns(): () => Promise<void> | null {
  let began = performance.now();
  return () => {
    if (performance.now() - began < limit) {
      return null;
    }
    return nextTurn().then(() => {
      began = performance.now();
    });
  };
}

/** Goes through the steps of a long piece of work, and lets others have their turn in between. */
export async function finishInSlices<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  const takeTurns = createTurns();
  for (;;) {
    const step = steps.next();
    if (step.done) {
      return step.value;
    }
    const turn = takeTurns();
    if (turn !== null) {
      await turn;
    }
  }
}
