import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * All runs share one thread, which makes them several times as quick, and load what they test anew. The tests
 * are named by the environment: with its own option for that, Stryker 10.1 never tries what a file does while it
 * is loaded.
 */
export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTATE_TESTS ?? '[]') as string[],
    isolate: false,
    pool: 'threads',
    maxWorkers: 1,
    setupFiles: [join(import.meta.dirname, 'forget.ts')],
  },
});
