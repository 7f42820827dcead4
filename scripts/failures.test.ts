import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listBrowserFailures, listFailures } from './failures.ts';
import { root } from './run.ts';

const nothing = { numPassedTests: 0, numTotalTests: 0, numFailedTestSuites: 0 };
const passed = {
  ancestorTitles: [],
  title: 'holds',
  status: 'passed',
  failureMessages: [],
  meta: {},
};

test('a test that failed is named by its file, its groups and what was said first', () => {
  const failed = {
    ...{ ancestorTitles: ['a ladder', 'full'], title: 'refuses', status: 'failed', meta: {} },
    failureMessages: [
      'AssertionError: expected \u001b[32m1\u001b[39m\nto be 2\n    at /somewhere/x.ts:1:2',
      'later',
    ],
  };
  const file = { name: join(root, 'packages/a.test.ts'), message: '' };
  expect(
    listFailures({
      ...nothing,
      testResults: [
        { ...file, assertionResults: [passed, failed] },
        { ...file, assertionResults: [passed] },
      ],
    }),
  ).toEqual(['packages/a.test.ts / a ladder / full / refuses: AssertionError: expected 1 to be 2']);
});

test('tests that were not reached are named with what stopped their file, and a file without tests too', () => {
  const skipped = { ...passed, status: 'skipped' };
  const name = join(root, 'packages/b.db.test.ts');
  expect(
    listFailures({
      ...nothing,
      testResults: [
        { name, message: 'no connection', assertionResults: [skipped] },
        { name, message: '', assertionResults: [skipped] },
        { name, message: 'x'.repeat(401), assertionResults: [] },
      ],
    }),
  ).toEqual([
    'packages/b.db.test.ts / holds: no connection',
    'packages/b.db.test.ts / holds: skipped',
    `packages/b.db.test.ts: ${'x'.repeat(400)}`,
  ]);
});

test('of the browser all that did not go as expected, in groups too, and what belongs to no test', () => {
  const spec = (title: string, status: string, messages: string[]) => ({
    title,
    tests: [{ status, results: [{ errors: messages.map((message) => ({ message })) }] }],
  });
  expect(
    listBrowserFailures({
      stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 1 },
      errors: [{ message: 'the server did not start' }, {}],
      suites: [
        {
          file: 'a.spec.ts',
          specs: [spec('opens', 'expected', []), spec('closes', 'unexpected', ['Error: shut'])],
          suites: [
            {
              file: 'a.spec.ts',
              specs: [spec('waits', 'flaky', ['once']), spec('sleeps', 'skipped', [])],
            },
          ],
        },
      ],
    }),
  ).toEqual([
    'outside of the tests: the server did not start',
    'outside of the tests: no reason given',
    'a.spec.ts / closes: Error: shut',
    'a.spec.ts / waits: once',
    'a.spec.ts / sleeps: skipped',
  ]);
});
