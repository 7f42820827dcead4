/** A binary heap: the item that is before all others comes out first. */
export interface Heap<Item> {
  push: (item: Item) => void;
  peek: () => Item | undefined;
  pop: () => Item | undefined;
}

export function createHeap<Item>(isBefore: (first: Item, second: Item) => boolean): Heap<Item> {
  const heap: Item[] = [];

  function swap(first: number, second: number): void {
    const [one, other] = [heap[first], heap[second]];
    if (one !== undefined && other !== undefined) {
      heap[first] = other;
      heap[second] = one;
    }
  }

  function isOrdered(parent: number, child: number): boolean {
    const [above, below] = [heap[parent], heap[child]];
    return above === undefined || below === undefined || isBefore(above, below);
  }

  function sink(): void {
    for (let parent = 0; ; ) {
      const [left, right] = [2 * parent + 1, 2 * parent + 2];
      const child = isOrdered(left, right) ? left : right;
      if (isOrdered(parent, child)) {
        return;
      }
      swap(parent, child);
      parent = child;
    }
  }

  return {
    push(item) {
      heap.push(item);
      for (let child = heap.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1;
        if (isOrdered(parent, child)) {
          return;
        }
        swap(parent, child);
        child = parent;
      }
    },
    peek: () => heap[0],
    pop() {
      const first = heap[0];
      const last = heap.pop();
      if (last !== undefined && heap.length > 0) {
        heap[0] = last;
        sink();
      }
      return first;
    },
  };
}
