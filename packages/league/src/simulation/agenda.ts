/** What is to happen when, soonest first; equal instants in the order in which they were planned. */
export interface Agenda {
  plan: (epoch: number, happen: () => void) => void;
  /** Takes the next item if it lies before `until`. */
  take: (until: number) => { epoch: number; happen: () => void } | null;
}

interface Item {
  epoch: number;
  order: number;
  happen: () => void;
}

const isBefore = (first: Item, second: Item) =>
  first.epoch < second.epoch || (first.epoch === second.epoch && first.order < second.order);

/** A binary heap. */
export function createAgenda(): Agenda {
  const heap: Item[] = [];
  let count = 0;

  function swap(first: number, second: number): void {
    const [one, other] = [heap[first], heap[second]];
    if (one && other) {
      heap[first] = other;
      heap[second] = one;
    }
  }

  function isOrdered(parent: number, child: number): boolean {
    const [above, below] = [heap[parent], heap[child]];
    return !above || !below || isBefore(above, below);
  }

  function sink(index: number): void {
    for (let parent = index; ; ) {
      const [left, right] = [2 * parent + 1, 2 * parent + 2];
      const child = isOrdered(left, right) ? left : right;
      if (isOrdered(parent, child)) return;
      swap(parent, child);
      parent = child;
    }
  }

  return {
    plan(epoch, happen) {
      count += 1;
      heap.push({ epoch, order: count, happen });
      for (let child = heap.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1;
        if (isOrdered(parent, child)) return;
        swap(parent, child);
        child = parent;
      }
    },
    take(until) {
      const [first] = heap;
      if (!first || first.epoch > until) return null;
      const last = heap.pop();
      if (last && last !== first) {
        heap[0] = last;
        sink(0);
      }
      return first;
    },
  };
}
