import fc, { type IRawProperty, type Parameters } from 'fast-check';
import { expect, it } from 'vitest';

/** A part of the rules, and variants of it with one mistake each, by what is wrong with them. */
export interface Tried<Part> {
  part: Part;
  faults: Record<string, Part>;
  /** How often it is tried. */
  runs?: number;
}

/**
 * A property of some part of the rules, and beside it faults of that part which it must notice: a property
 * that holds of everything says nothing.
 */
export function holds<Part, Game>(
  title: string,
  toProperty: (part: Part) => IRawProperty<Game, false>,
  { part, faults, runs = 100 }: Tried<Part>,
): void {
  const parameters: Parameters<Game> = { numRuns: runs };
  it(title, () => fc.assert(toProperty(part), parameters));
  for (const [fault, faulty] of Object.entries(faults)) {
    it(`${title}: would not, ${fault}`, () => {
      // Any game that shows it will do: the smallest is not looked for.
      expect(fc.check(toProperty(faulty), { ...parameters, endOnFailure: true }).failed).toBe(true);
    });
  }
}
