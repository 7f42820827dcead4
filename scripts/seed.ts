import { afterEach, expect } from 'vitest';

/**
 * Runs before each test file: properties (`*.properties.test.ts`) are tried with one seed, always the same in
 * `npm test`, a fresh one each time in `npm run soak`, which also asks how many games were played.
 */
declare module 'vitest' {
  interface TaskMeta {
    games?: number;
  }
}

/** The one that once found two disputes in another order. */
const usual = 829_456_647;

if (/properties(\.db)?\.test\.ts$/.test(expect.getState().testPath ?? '')) {
  const { default: fc } = await import('fast-check');
  let games = 0;
  fc.configureGlobal({
    seed: Number(process.env.MUSTER_SEED ?? usual),
    reporter(run) {
      games += run.numRuns;
      if (run.failed) {
        throw new Error(fc.defaultReportMessage(run));
      }
    },
  });
  afterEach(({ task }) => {
    task.meta.games = games;
    games = 0;
  });
}
