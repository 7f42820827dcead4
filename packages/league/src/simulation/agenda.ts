import { createHeap } from './heap.ts';

/** What is to happen when, soonest first; equal instants in the order in which they were planned. */
export interface Agenda {
  plan: (epoch: number, happen: () => void) => void;
  /** Takes the next item if it does not lie after `until`. */
  take: (until: number) => { epoch: number; happen: () => void } | null;
}

interface Item {
  epoch: number;
  order: number;
  happen: () => void;
}

const isBefore = (first: Item, second: Item) =>
  first.epoch < second.epoch || (first.epoch === second.epoch && first.order < second.order);

export function createAgenda(): Agenda {
  const heap = createHeap(isBefore);
  let count = 0;
  return {
    plan(epoch, happen) {
      count += 1;
      heap.push({ epoch, order: count, happen });
    },
    take(until) {
      const first = heap.peek();
      if (!first || first.epoch > until) {
        return null;
      }
      heap.pop();
      return first;
    },
  };
}
