import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

/** A number, by which the files are shuffled: their order must not matter. */
const shuffle = process.env.MUSTER_SHUFFLE;

/** Two suites: `unit` needs nothing but Node, `db` runs against a real PostgreSQL that its set-up starts. */
export default defineConfig({
  test: {
    // The tests wait for PostgreSQL, processes and clocks most of the time: with a file more than cores none stands idle.
    maxWorkers: availableParallelism() + 1,
    // A process takes one file after the other and keeps what it has loaded: docs/decisions/tests-runners.md.
    isolate: false,
    // What is waited for comes when it comes; a second, as the tool has it, would measure the machine.
    expect: { poll: { timeout: 60_000 } },
    sequence:
      shuffle === undefined
        ? { sequencer: LongestFirst }
        : { shuffle: { files: true, tests: false }, seed: Number(shuffle) },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/node_modules/**'],
          setupFiles: ['scripts/as-found.ts', 'scripts/seed.ts'],
          // Limits end what hangs; none is a measure of the machine, however many others are on it.
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'db',
          include: ['packages/*/src/**/*.db.test.ts'],
          setupFiles: [
            'scripts/as-found.ts',
            'scripts/seed.ts',
            'packages/database/src/testing/note-statements.ts',
            'packages/backend/src/testing/hash-quickly.ts',
          ],
          globalSetup: ['packages/database/src/testing/global-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
