/** Nothing is told of what is over before; after that, so often, in milliseconds. */
const toldEvery = 2_000;

/** Tells how far a work is, in a line now and then. */
export type Progress = (line: () => string) => void;

/** Prints by `print` what takes longer than two seconds, at most a line each two seconds. */
export function createProgress(print: (line: string) => void): Progress {
  let toldAt = performance.now();
  return (line) => {
    if (performance.now() - toldAt >= toldEvery) {
      toldAt = performance.now();
      print(line());
    }
  };
}
