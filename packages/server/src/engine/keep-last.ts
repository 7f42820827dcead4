/** The last few things of an order, whatever the order in which they come. */
interface Last<Item> {
  most: number;
  compare: (one: Item, other: Item) => number;
}

/** Puts an item in its place in a list of the last few, from which the first goes when there are too many: sorting thousands for them would hold up everybody else. */
export function keepLast<Item>(list: Item[], item: Item, { most, compare }: Last<Item>): void {
  let place = list.length;
  for (; place > 0; place -= 1) {
    const before = list[place - 1];
    if (before !== undefined && compare(before, item) <= 0) {
      break;
    }
  }
  list.splice(place, 0, item);
  if (list.length > most) {
    list.shift();
  }
}
