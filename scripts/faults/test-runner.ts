import { join } from 'node:path';
import { createVitest, type TestSpecification } from 'vitest/node';
import { root } from '../run.ts';

/** Runs some of the tests again and again in one Vitest, so that PostgreSQL starts only once. */
export interface TestRunner {
  /** Whether all of these test files pass; what stands in `changed` is read again. */
  pass(tests: readonly string[], changed: string): Promise<boolean>;
  close(): Promise<void>;
}

export async function createTestRunner(): Promise<TestRunner> {
  const silent = { onTestRunEnd: () => undefined };
  const vitest = await createVitest('test', { watch: false, bail: 1, reporters: [silent] });
  const all = await vitest.globTestSpecifications();
  const specifications = new Map<string, TestSpecification>(
    all.map((specification) => [specification.moduleId, specification]),
  );
  return {
    async pass(tests, changed) {
      const asked = tests
        .map((test) => specifications.get(join(root, test)))
        .filter((specification) => specification !== undefined);
      if (asked.length === 0) {
        return true;
      }
      vitest.invalidateFile(join(root, changed));
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(asked);
      return unhandledErrors.length === 0 && testModules.every((module) => module.ok());
    },
    close: () => vitest.close(),
  };
}
