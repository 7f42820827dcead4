/** Numbers that look random and follow from a seed alone (mulberry32). */
export interface Random {
  /** From 0 up to 1, never 1. */
  next: () => number;
  /** A whole number of [minimum, maximum]. */
  whole: (minimum: number, maximum: number) => number;
  chance: (probability: number) => boolean;
  pick: <Value>(values: readonly Value[]) => Value;
  shuffle: <Value>(values: readonly Value[]) => Value[];
  /** Normally distributed around 0 with deviation 1. */
  normal: () => number;
  hex: (digits: number) => string;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const whole = (minimum: number, maximum: number) =>
    minimum + Math.floor(next() * (maximum - minimum + 1));
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(next() * values.length)];
    if (value === undefined) {
      throw new RangeError('Nothing to pick from');
    }
    return value;
  };
  const shuffle = <Value>(values: readonly Value[]): Value[] =>
    values
      .map((value) => ({ value, order: next() }))
      .sort((first, second) => first.order - second.order)
      .map(({ value }) => value);
  return {
    next,
    whole,
    pick,
    shuffle,
    chance: (probability) => next() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    hex: (digits) =>
      Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join(''),
  };
}

/** An id in the form of UUID version 7, of an instant and the seed's numbers. */
export function createUuid(random: Random, epoch: number): string {
  const time = epoch.toString(16).padStart(12, '0');
  const variant = '89ab'[random.whole(0, 3)];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.hex(3)}-${variant}${random.hex(3)}-${random.hex(12)}`;
}
