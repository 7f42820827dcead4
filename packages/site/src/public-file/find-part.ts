/** The part in which an address stands, if it stands anywhere: the last that begins at it or before it. */
export function findPart(starts: readonly string[], address: string): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? '') <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}
