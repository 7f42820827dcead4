import { rate, rating } from 'openskill';
import { ratingParameters, updateSkills } from '../packages/league/src/rating.ts';
import { compare, type Figure } from './measure.ts';

const skills = Array.from({ length: 64 }, (_none, index) => ({
  mu: 15 + (index % 21),
  sigma: 2 + (index % 7),
}));

function pick(count: number, size: number) {
  return [0, 1].map((side) =>
    Array.from(
      { length: size },
      (_none, place) => skills[(count * 7 + side * 31 + place * 5) % 64] ?? rating(),
    ),
  );
}

function compareSides(size: number): Promise<Figure> {
  const pairs = Array.from({ length: 512 }, (_none, count) => pick(count, size));
  const ranked = pairs.map((pair) => pair.map((players, rank) => ({ players, rank })));
  const results: unknown[] = [];
  return compare({
    what: `rating updates, ${size} to ${size}; floor: openskill's rate`,
    goal: '10',
    times: 100_000,
    ours: {
      run(times) {
        for (let count = 0; count < times; count += 1) {
          results[count % 512] = updateSkills(ranked[count % 512] ?? []);
        }
      },
    },
    floor: {
      run(times) {
        for (let count = 0; count < times; count += 1) {
          results[count % 512] = rate(pairs[count % 512] ?? [], { tau: ratingParameters.tau });
        }
      },
    },
  });
}

/** Skills after a match, beside the library that the tests hold ours against. */
export async function bench(): Promise<Figure[]> {
  return [await compareSides(1), await compareSides(5)];
}
