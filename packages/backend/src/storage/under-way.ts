import { toNetwork } from '../network.ts';
import { slowDown } from './failure.ts';

/** Who asks: a person, or where nobody is signed in the network they come from. */
export function toSender(owner: string | null, address: string): string {
  return owner ?? toNetwork(address);
}

interface Most {
  /** What is counted, for the words of a refusal. */
  what: string;
  ofOne: number;
  all: number;
}

/** Counts what is done at the same time, of everybody and of each, so that a few leave room for the others. */
export class UnderWay {
  readonly #most: Most;
  readonly #byOne = new Map<string, number>();
  #all = 0;

  constructor(most: Most) {
    this.#most = most;
  }

  /** Does the work as one more; refuses at once where there are as many as may be. */
  async count<T>(who: string, work: () => Promise<T>): Promise<T> {
    const { what, ofOne, all } = this.#most;
    const own = this.#byOne.get(who) ?? 0;
    if (own >= ofOne) {
      throw slowDown(`At most ${ofOne} ${what} of one at a time`, 429);
    }
    if (this.#all >= all) {
      throw slowDown(`At most ${all} ${what} at a time`, 503);
    }
    this.#byOne.set(who, own + 1);
    this.#all += 1;
    try {
      return await work();
    } finally {
      this.#all -= 1;
      const left = (this.#byOne.get(who) ?? 1) - 1;
      if (left > 0) {
        this.#byOne.set(who, left);
      } else {
        this.#byOne.delete(who);
      }
    }
  }
}
