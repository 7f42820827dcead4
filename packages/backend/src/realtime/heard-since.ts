import { parseSnapshot, type Snapshot } from './snapshot.ts';

/** A moment all of which has been heard, and what was heard later. */
export interface Since {
  /** The notice by which the process knows that it has heard everything from before. */
  mark: string;
  snapshot: Snapshot;
  /** When, by `performance.now()`. */
  at: number;
}

/** How much is remembered between two marks; of more a process that was away cannot say what it has heard. */
const mostHeard = 100_000;

/**
 * What a process has heard of the database, as far as it must know it to catch up once its listening connection was
 * lost. PostgreSQL hands notices over in the order of commits: once a process hears its own mark, it has heard all
 * that was committed before it was made.
 */
export class HeardSince {
  #since: Since | null = null;
  #heard = new Set<string>();
  #coming: { since: Since | null; heard: Set<string>; at: number } | null = null;

  /** What is heard from here on comes after the mark that is made next. */
  begin(): void {
    this.#coming = { since: null, heard: new Set(), at: performance.now() };
  }

  /** The mark stands in the database, and was committed with this snapshot. */
  made(mark: string, snapshot: string): void {
    if (this.#coming !== null) {
      this.#coming.since = { mark, snapshot: parseSnapshot(snapshot), at: this.#coming.at };
      this.#reach();
    }
  }

  /** Notes what was heard, a mark as well; false where it was heard before. */
  note(name: string): boolean {
    if (this.#heard.has(name)) {
      return false;
    }
    this.#heard.add(name);
    this.#coming?.heard.add(name);
    this.#reach();
    if (this.#heard.size > mostHeard) {
      this.forget();
    }
    return true;
  }

  /** From where one may go on; null where that is not known, or was longer ago than so many milliseconds. */
  find(longestMs: number): Since | null {
    const isKnown = this.#since !== null && performance.now() - this.#since.at < longestMs;
    return isKnown ? this.#since : null;
  }

  /** Nothing is known of what was heard. */
  forget(): void {
    this.#since = null;
    this.#heard = new Set();
    this.#coming = null;
  }

  #reach(): void {
    const coming = this.#coming;
    if (coming?.since && coming.heard.has(coming.since.mark)) {
      this.#since = coming.since;
      this.#heard = coming.heard;
      this.#coming = null;
    }
  }
}
