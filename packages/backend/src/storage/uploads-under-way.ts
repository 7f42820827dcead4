import { toNetwork } from '../network.ts';
import { slowDown } from './failure.ts';
import { storageLimits } from './limits.ts';

/** Who sends: a person, or where nobody is signed in the network they come from. */
export function toSender(owner: string | null, address: string): string {
  return owner ?? toNetwork(address);
}

/** Counts the uploads that come in, of everybody and of each sender, so that a few leave room for the others. */
export class UploadsUnderWay {
  readonly #bySender = new Map<string, number>();
  #all = 0;

  /** Does the work as one more upload; refuses at once where there are as many as may be. */
  async count<T>(sender: string, work: () => Promise<T>): Promise<T> {
    const own = this.#bySender.get(sender) ?? 0;
    if (own >= storageLimits.uploadsOfOne) {
      throw slowDown(`At most ${storageLimits.uploadsOfOne} uploads of one at a time`, 429);
    }
    if (this.#all >= storageLimits.uploads) {
      throw slowDown(`At most ${storageLimits.uploads} uploads at a time`, 503);
    }
    this.#bySender.set(sender, own + 1);
    this.#all += 1;
    try {
      return await work();
    } finally {
      this.#all -= 1;
      const left = (this.#bySender.get(sender) ?? 1) - 1;
      if (left > 0) {
        this.#bySender.set(sender, left);
      } else {
        this.#bySender.delete(sender);
      }
    }
  }
}
