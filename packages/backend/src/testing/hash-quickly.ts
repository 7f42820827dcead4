import { afterAll } from 'vitest';
import { effort } from '../auth/password-hash.ts';

/**
 * Runs before each file of database tests: a hash at its full price was half of what the tests of signing in cost.
 * That price is asked where a hash is made (`auth/password-hash.test.ts`).
 */
const { cost } = effort;
effort.cost = 4;

// The next file may be one of another project's, in the same process.
afterAll(() => {
  effort.cost = cost;
});
