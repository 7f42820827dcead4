/** The part in which an address or a number stands, if it stands anywhere: the last that begins at it or before it. */
export function findPart<Key extends string | number>(starts: readonly Key[], key: Key): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = starts[middle];
    if (start !== undefined && start <= key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}
