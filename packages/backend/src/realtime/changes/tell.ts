import type { Findings, FoundChange } from './look-up.ts';
import type { Listener, Subscription } from './subscriptions.ts';
import { writeChange, writeFrame } from './write-change.ts';

/** How long others may have to wait while channels are told, in milliseconds. */
const longestHoldMs = 20;

/** Tells each channel of what it asked for and may see, in the order of the changes. */
export async function tell({ found, isWanted, isSeen }: Findings): Promise<void> {
  let from = performance.now();
  for (const one of found) {
    const frames = new Frames(one);
    const seen = new Map<string, boolean>();
    for (const [listener, subscriptions] of one.subscriptions) {
      const wanted = subscriptions.filter((subscription) => isWanted(one, subscription));
      if (wanted.length > 0) {
        const { callerKey } = listener;
        const isSeenByCaller = seen.get(callerKey) ?? isSeen(one, listener);
        seen.set(callerKey, isSeenByCaller);
        if (isSeenByCaller) {
          frames.send(listener, wanted);
        }
      }
      if (performance.now() - from > longestHoldMs) {
        await new Promise((resolve) => setImmediate(resolve));
        from = performance.now();
      }
    }
  }
}

/** The frames of one change, each written once however many get it. */
class Frames {
  readonly #one: FoundChange;
  readonly #data = new Map<string, string>();
  readonly #frames = new Map<string, Buffer>();

  constructor(one: FoundChange) {
    this.#one = one;
  }

  send(listener: Listener, subscriptions: readonly Subscription[]): void {
    const [only] = subscriptions;
    if (subscriptions.length === 1 && only !== undefined) {
      this.#sendOne(listener, [only.id], only);
      return;
    }
    for (const ofSelect of Map.groupBy(subscriptions, ({ selectKey }) => selectKey).values()) {
      const [first] = ofSelect;
      if (first !== undefined) {
        this.#sendOne(listener, [...new Set(ofSelect.map(({ id }) => id))], first);
      }
    }
  }

  #sendOne(listener: Listener, ids: readonly number[], { wanted, selectKey }: Subscription): void {
    const { name, line, caller } = listener;
    const dataKey = `${caller.role} ${selectKey}`;
    const key = `${line.version} ${ids.join()} ${dataKey} ${name}`;
    let bytes = this.#frames.get(key);
    if (bytes === undefined) {
      const data = this.#write(dataKey, listener, wanted.select);
      bytes = writeFrame(line.version, { name, ids, data });
      this.#frames.set(key, bytes);
    }
    line.send(bytes, false);
  }

  #write(key: string, { caller }: Listener, select: readonly string[] | null): string {
    const { change, table } = this.#one;
    const data = this.#data.get(key) ?? writeChange(change, table, { role: caller.role, select });
    this.#data.set(key, data);
    return data;
  }
}
