import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** All runs share one thread, which makes them several times as quick, and load what they test anew. */
export default defineConfig({
  test: {
    isolate: false,
    pool: 'threads',
    maxWorkers: 1,
    setupFiles: [join(import.meta.dirname, 'forget.ts')],
  },
});
