/** Why nothing can notice a mutant. Named by what stands in the line, which does not rot as its number does. */
export interface Reason {
  /** From `packages/league/src`. */
  file: string;
  /** The line that the mutant begins in, without the blanks around it. */
  line: string;
  /** The mutated piece and what stands in its place, as the list of survivors prints them. */
  mutant: string;
  why: string;
}

export const reasons: readonly Reason[] = [];
