/** What script and style may weigh in all, gzipped, in bytes; tests hold it, the bench prints it. */
export const weightLimits = {
  /** What a page's document names, and what that imports in turn, whichever page it is. */
  document: 120_000,
  /** What the first look at the home page loads, until it is alive and all it goes on with is here. */
  firstPage: 110_000,
  /** What we wrote that the shell needs to be alive. */
  entry: 12_000,
} as const;
