/** One row of the table. */
export interface Figure {
  what: string;
  ours: string;
  floor: string;
  unit: string;
  /** Ours divided by the floor's rate: 1 means as fast as the floor. */
  ratio: string;
  /** Half the distance between the quartiles of the ratio over the rounds. */
  spread: string;
  goal: string;
}

export interface Contender {
  /** Gets ready for a round; not part of what is measured. */
  prepare?(): Promise<void>;
  /** Does the work `times` times. */
  run(times: number): void | Promise<void>;
}

interface Comparison {
  what: string;
  goal: string;
  ours: Contender;
  floor: Contender;
  /** How often a round does the work. */
  times: number;
  rounds?: number;
}

/** The value below which this share of the sorted ones lies. */
export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}

async function rate(contender: Contender, times: number): Promise<number> {
  await contender.prepare?.();
  const started = performance.now();
  await contender.run(times);
  return times / ((performance.now() - started) / 1000);
}

/** Measures ours and its floor in turns, after one warm-up round of each, and gives medians. */
export async function compare({
  what,
  goal,
  ours,
  floor,
  times,
  rounds = 7,
}: Comparison): Promise<Figure> {
  await rate(ours, times);
  await rate(floor, times);
  const pairs: { ours: number; floor: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const pair = { ours: await rate(ours, times), floor: await rate(floor, times) };
    pairs.push(pair);
    // A long bench that is broken off has told what it knew.
    console.error(`  ${what}: ${(pair.ours / pair.floor).toFixed(2)}`);
  }
  const median = (values: number[]) =>
    quantile(
      values.sort((a, b) => a - b),
      0.5,
    );
  const ratios = pairs.map((pair) => pair.ours / pair.floor).sort((a, b) => a - b);
  const spread = (quantile(ratios, 0.75) - quantile(ratios, 0.25)) / 2;
  return {
    what,
    ours: Math.round(median(pairs.map((pair) => pair.ours))).toLocaleString('en'),
    floor: Math.round(median(pairs.map((pair) => pair.floor))).toLocaleString('en'),
    unit: '/s',
    ratio: quantile(ratios, 0.5).toFixed(2),
    spread: `± ${spread.toFixed(2)}`,
    goal,
  };
}

interface Growth {
  what: string;
  goal: string;
  sizes: readonly number[];
  /** Does the work of one size, and says how long it took. */
  getSeconds(size: number): Promise<number>;
}

/** How the time grows with the size: the exponent of the line through its logarithms, 1 where it is in proportion. */
export async function findGrowth({ what, goal, sizes, getSeconds }: Growth): Promise<Figure> {
  const points: { x: number; y: number }[] = [];
  for (const size of sizes) {
    points.push({ x: Math.log(size), y: Math.log(await getSeconds(size)) });
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const slope =
    points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) /
    points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  const seconds = points.map((point) => `${Math.exp(point.y).toPrecision(2)} s`).join(', ');
  const all = sizes.map((size) => size.toLocaleString('en')).join(', ');
  return {
    what: `${what}: exponent over ${all} (${seconds})`,
    ours: slope.toFixed(2),
    floor: '',
    unit: '',
    ratio: '',
    spread: '',
    goal,
  };
}

/** Does something so many times, ten at once. */
export async function runTenAtOnce(times: number, work: () => Promise<unknown>): Promise<void> {
  let left = times;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: 10 }, lane));
}
