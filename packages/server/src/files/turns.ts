/** Does a piece of work for somebody when it is their turn. */
export type TakeTurn = <T>(who: string, work: () => Promise<T>) => Promise<T>;

/**
 * Lets a few pieces of work run at a time, and of one person one after the other. Whoever has had a turn
 * goes behind everybody who waits, however many pieces of theirs are still to be done.
 */
export function createTurns(atOnce: number): TakeTurn {
  let underWay = 0;
  /** The next people, each once; nobody of whom something is under way. */
  const next: string[] = [];
  /** What waits of each person, for everybody of whom something waits or is under way. */
  const lines = new Map<string, (() => void)[]>();

  function letIn(): void {
    while (underWay < atOnce) {
      const who = next.shift();
      if (who === undefined) {
        return;
      }
      underWay += 1;
      lines.get(who)?.shift()?.();
    }
  }

  function leave(who: string): void {
    underWay -= 1;
    if (lines.get(who)?.length === 0) {
      lines.delete(who);
    } else {
      next.push(who);
    }
    letIn();
  }

  return async (who, work) => {
    await new Promise<void>((resolve) => {
      const line = lines.get(who);
      if (line === undefined) {
        lines.set(who, [resolve]);
        next.push(who);
      } else {
        line.push(resolve);
      }
      letIn();
    });
    try {
      return await work();
    } finally {
      leave(who);
    }
  };
}
