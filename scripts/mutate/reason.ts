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

/** The reasons of one file: by each the lines, and the mutants in them. */
export function toReasons(
  file: string,
  table: Record<string, readonly (readonly [line: string, mutant: string])[]>,
): Reason[] {
  return Object.entries(table).flatMap(([why, mutants]) =>
    mutants.map(([line, mutant]) => ({ file, line, mutant, why })),
  );
}
