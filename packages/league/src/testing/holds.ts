import fc, { type IRawProperty } from 'fast-check';
import { expect, it } from 'vitest';

/** A part of the rules, and variants of it with one mistake each, by what is wrong with them. */
export interface Tried<Part> {
  part: Part;
  faults: Record<string, Part>;
  /** How often it is tried. */
  runs?: number;
}

/** The seed of `npm test`. */
export const usualSeed = 829_456_647;
/** Faults are shown by one seed always, and by any game that shows them: the smallest is not looked for. */
const thorough = { seed: usualSeed, endOnFailure: true };

/**
 * A property of some part of the rules, and beside it faults of that part which it must notice: a property
 * that holds of everything says nothing.
 */
export function holds<Part, Game>(
  title: string,
  toProperty: (part: Part) => IRawProperty<Game, false>,
  { part, faults, runs = 100 }: Tried<Part>,
): void {
  it(title, () => fc.assert(toProperty(part), { numRuns: runs }));
  for (const [fault, faulty] of Object.entries(faults)) {
    it(`${title}: would not, ${fault}`, () => {
      expect(fc.check(toProperty(faulty), { ...thorough, numRuns: 10 * runs }).failed).toBe(true);
    });
  }
}
