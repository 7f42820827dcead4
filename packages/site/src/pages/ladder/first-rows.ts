/** No press for so few more. */
const fewMore = 2;

/**
 * The rows of a long list that are shown before the press, by their index: the first of them, and the reader's own with
 * its neighbours. All of a short one.
 * @param own the index of the reader's own row, -1 without one
 */
export function pickFirstRows(count: number, own: number, first = 10): ReadonlySet<number> {
  const isShort = count <= first + fewMore;
  const indices = Array.from({ length: count }, (_, index) => index);
  return new Set(
    indices.filter((index) => isShort || index < first || (own >= 0 && Math.abs(index - own) <= 1)),
  );
}
