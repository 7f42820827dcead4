import { DatabaseUnavailable } from '@muster/database';
import { toNetwork } from '../network.ts';

/** How much is asked of the database, of everybody and of one network. */
interface AskLimits {
  atOnce: number;
  atOnceOfOne: number;
  waiting: number;
  waitingOfOne: number;
  /** How long one waits before it is refused, in milliseconds. */
  patienceMs: number;
}

interface Waiting {
  enter(): void;
  refuse(): void;
}

/** One network's questions: those that are asked now, and those that wait, in their order. */
interface Line {
  asking: number;
  waiting: Waiting[];
}

/**
 * Questions about policies wait here for their turn, networks one after the other: whoever asks much, or slowly, holds up
 * its own. After a restart thousands come back at once; each is asked when it can be, within what its client waits for.
 */
export class AskQueue {
  readonly #limits: AskLimits;
  /** By network, the one whose turn is next first. */
  readonly #lines = new Map<string, Line>();
  #asking = 0;
  #waiting = 0;

  constructor(limits: AskLimits) {
    this.#limits = limits;
  }

  /** @throws DatabaseUnavailable where too much waits already, or it took too long */
  async ask<T>(address: string, work: () => Promise<T>): Promise<T> {
    const network = toNetwork(address);
    await this.#enter(network);
    try {
      return await work();
    } finally {
      this.#leave(network);
    }
  }

  async #enter(network: string): Promise<void> {
    const line = this.#lines.get(network) ?? { asking: 0, waiting: [] };
    const { waiting, waitingOfOne, patienceMs } = this.#limits;
    if (line.waiting.length === 0 && this.#hasPlace(line)) {
      this.#lines.set(network, line);
      this.#begin(line);
      return;
    }
    if (this.#waiting >= waiting || line.waiting.length >= waitingOfOne) {
      throw toBusy();
    }
    this.#lines.set(network, line);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one: Waiting = { enter: resolve, refuse: () => reject(toBusy()) };
    line.waiting.push(one);
    this.#waiting += 1;
    const timer = setTimeout(() => {
      const place = line.waiting.indexOf(one);
      if (place >= 0) {
        line.waiting.splice(place, 1);
        this.#waiting -= 1;
        one.refuse();
      }
    }, patienceMs);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  #leave(network: string): void {
    const left = this.#lines.get(network);
    this.#asking -= 1;
    if (left !== undefined) {
      left.asking -= 1;
      if (left.asking === 0 && left.waiting.length === 0) {
        this.#lines.delete(network);
      }
    }
    for (const [next, line] of this.#lines) {
      const one = this.#hasPlace(line) ? line.waiting.shift() : undefined;
      if (one !== undefined) {
        this.#waiting -= 1;
        this.#begin(line);
        this.#lines.delete(next);
        this.#lines.set(next, line);
        one.enter();
        return;
      }
    }
  }

  #hasPlace({ asking }: Line): boolean {
    return this.#asking < this.#limits.atOnce && asking < this.#limits.atOnceOfOne;
  }

  #begin(line: Line): void {
    line.asking += 1;
    this.#asking += 1;
  }
}

function toBusy(): DatabaseUnavailable {
  return new DatabaseUnavailable('busy', 'Too many policies of private channels wait to be asked');
}
