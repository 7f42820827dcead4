import { toNetwork } from '../network.ts';
import { refuseAddress, refuseEverybody, restLimits } from './limits.ts';

/** The requests of one network: how many run, and who waits for a turn. */
interface Line {
  running: number;
  waiting: (() => void)[];
}

/**
 * Turns for requests: a few of each network run at once, some more wait, and what is beyond that is
 * refused at once, so that nobody can take the connections from the others.
 */
export class Turns {
  readonly #lines = new Map<string, Line>();
  #everybody = 0;

  /** Runs the work when it is the network's turn. Throws the refusal of a limit. */
  async take<T>(address: string, work: () => Promise<T>): Promise<T> {
    const network = toNetwork(address);
    const line = this.#lines.get(network) ?? { running: 0, waiting: [] };
    if (line.waiting.length >= restLimits.waitingByAddress) {
      throw refuseAddress();
    }
    if (this.#everybody >= restLimits.everybody) {
      throw refuseEverybody();
    }
    this.#lines.set(network, line);
    this.#everybody += 1;
    try {
      if (line.running >= restLimits.runningByAddress) {
        await new Promise<void>((resolve) => line.waiting.push(resolve));
      } else {
        line.running += 1;
      }
      return await work();
    } finally {
      this.#everybody -= 1;
      this.#passOn(network, line);
    }
  }

  /** The turn goes to who waits longest, or is given back. */
  #passOn(network: string, line: Line): void {
    const next = line.waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    line.running -= 1;
    if (line.running === 0) {
      this.#lines.delete(network);
    }
  }
}
