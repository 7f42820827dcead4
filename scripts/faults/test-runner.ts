import { join, relative } from 'node:path';
import { createVitest, type TestSpecification } from 'vitest/node';
import { root } from '../run.ts';

/** Runs some of the tests again and again in one Vitest, so that PostgreSQL starts only once. */
interface TestRunner {
  /** The first of these test files in which a test fails; what stands in `changed` is read again. */
  findFailing(tests: readonly string[], changed: string): Promise<string | null>;
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
    async findFailing(tests, changed) {
      const asked = tests
        .map((test) => specifications.get(join(root, test)))
        .filter((specification) => specification !== undefined);
      if (asked.length === 0) {
        return null;
      }
      vitest.invalidateFile(join(root, changed));
      const { testModules } = await vitest.runTestSpecifications(asked);
      const failing = testModules.find(
        (module) =>
          module.state() === 'failed' && asked.some(({ moduleId }) => moduleId === module.moduleId),
      );
      return failing === undefined ? null : relative(root, failing.moduleId);
    },
    close: () => vitest.close(),
  };
}
