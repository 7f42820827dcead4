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
    for (const [listener, subscriptions] of one.subscriptions) {
      const wanted = subscriptions.filter((subscription) => isWanted(one, subscription));
      if (wanted.length > 0 && isSeen(one, listener)) {
        frames.send(listener, wanted);
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
    const bySelect = Map.groupBy(subscriptions, ({ wanted }) => JSON.stringify(wanted.select));
    for (const [selectKey, ofSelect] of bySelect) {
      const ids = [...new Set(ofSelect.map(({ id }) => id))];
      const dataKey = `${listener.caller.role} ${selectKey}`;
      const { name, line } = listener;
      const key = JSON.stringify([line.version, name, ids, dataKey]);
      const bytes =
        this.#frames.get(key) ??
        writeFrame(line.version, {
          name,
          ids,
          data: this.#write(dataKey, listener, ofSelect[0]?.wanted.select ?? null),
        });
      this.#frames.set(key, bytes);
      line.send(bytes, false);
    }
  }

  #write(key: string, { caller }: Listener, select: readonly string[] | null): string {
    const { change, table } = this.#one;
    const data = this.#data.get(key) ?? writeChange(change, table, { role: caller.role, select });
    this.#data.set(key, data);
    return data;
  }
}
