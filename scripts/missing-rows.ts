import { authErrorCodes } from '../packages/backend/src/auth/error-codes.ts';
import { listWithoutRows, serverRefusals } from '../packages/league/src/testing/habit.ts';
import type { SeenRow } from '../packages/league/src/testing/rows.ts';
import { codesWithStatus } from '../packages/server/src/engine/refusal.ts';

/** What is read of Vitest's own report. */
export interface TestReport {
  numPassedTests: number;
  numTotalTests: number;
  numFailedTestSuites: number;
  testResults: {
    name: string;
    /** What ended the file before its tests; empty otherwise. */
    message: string;
    assertionResults: {
      ancestorTitles: string[];
      title: string;
      status: string;
      failureMessages: string[];
      meta: { row?: SeenRow; codes?: string[]; refusals?: string[] };
    }[];
  }[];
}

/** What a whole suite should have asked and has not, in words. */
export function listMissingRows(project: 'unit' | 'db', report: TestReport): string[] {
  return project === 'unit' ? listWithoutRows(listTables(report)) : listUnanswered(report);
}

/** The codes of the auth service that it has answered in no test, and the refusals that the API has given in none. */
function listUnanswered({ testResults }: TestReport): string[] {
  const metas = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed')
    .map(({ meta }) => meta);
  const answered = new Set(metas.flatMap(({ codes = [] }) => codes));
  const refused = new Set(metas.flatMap(({ refusals = [] }) => refusals));
  return [
    ...authErrorCodes
      .filter((code) => !answered.has(code))
      .map((code) => `auth code ${code}: the service has answered it in no test`),
    ...[...new Set([...codesWithStatus, ...serverRefusals])]
      .filter((code) => !refused.has(code))
      .map((code) => `refusal ${code}: the API has given it in no test`),
  ];
}

/** The rows that passed, by their tables. */
function listTables({ testResults }: TestReport): SeenRow[][] {
  const tables = new Map<string, SeenRow[]>();
  for (const { name, assertionResults } of testResults) {
    for (const { ancestorTitles, status, meta } of assertionResults) {
      if (meta.row === undefined || status !== 'passed') {
        continue;
      }
      const title = [name, ...ancestorTitles].join(' / ');
      tables.set(title, [...(tables.get(title) ?? []), meta.row]);
    }
  }
  return [...tables.values()];
}
