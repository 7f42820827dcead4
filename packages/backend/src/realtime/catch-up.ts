import { DatabaseUnavailable } from '@muster/database';
import type { HeardSince, Since } from './heard-since.ts';

const retryMs = 500;

/** What was missed, null where that cannot be known, and what was heard while it was looked for. */
interface CaughtUp<Missed> {
  missed: Missed | null;
  later: readonly string[];
}

/** Holds back what is heard while it is looked for what was missed, so that all of it is taken in its order. */
export class CatchUp<Missed> {
  readonly #most: number;
  /** Null while nothing is looked for. */
  #later: string[] | null = null;
  #isBehindAgain = false;

  /** @param most so many notices are held back; whoever gets more, which is one more, has lost some */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether the notice is held back, or nothing is looked for and it may be taken. */
  hold(notice: string): boolean {
    if (this.#later === null) {
      return false;
    }
    if (this.#later.length <= this.#most) {
      this.#later.push(notice);
    }
    return true;
  }

  /** Looks for what was missed; null where that is under way, which then looks once more. */
  async run(find: () => Promise<Missed | null>): Promise<CaughtUp<Missed> | null> {
    if (this.#later !== null) {
      this.#isBehindAgain = true;
      return null;
    }
    this.#later = [];
    let missed: Missed | null = null;
    do {
      this.#isBehindAgain = false;
      missed = await find();
    } while (this.#isBehindAgain);
    const later = this.#later;
    this.#later = null;
    return { missed, later };
  }
}

interface LookBackOptions {
  heard: HeardSince;
  /** How long ago the process may have heard all, in milliseconds: for so long it lies there. */
  keptMs: number;
  isClosed: () => boolean;
  onError: (error: unknown) => void;
}

/** Looks for what was missed since all was heard, until the database answers; null where nobody knows. */
export async function lookBack<Missed>(
  { heard, keptMs, isClosed, onError }: LookBackOptions,
  look: (since: Since) => Promise<Missed | null>,
): Promise<Missed | null> {
  for (;;) {
    const since = heard.find(keptMs);
    if (since === null || isClosed()) {
      return null;
    }
    try {
      return await look(since);
    } catch (thrown) {
      if (!(thrown instanceof DatabaseUnavailable)) {
        onError(thrown);
        return null;
      }
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}
