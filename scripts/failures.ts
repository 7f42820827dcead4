import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TestReport } from './missing-rows.ts';
import { root } from './run.ts';

/** What is read of Playwright's own report; a suite holds the tests of a file, or of a group in it. */
export interface BrowserReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  /** What belongs to no test: a server that did not start, a file that does not load. */
  errors: { message?: string }[];
  suites: BrowserSuite[];
}

interface BrowserSuite {
  file: string;
  specs: {
    title: string;
    tests: { status: string; results: { errors: { message?: string }[] }[] }[];
  }[];
  suites?: BrowserSuite[];
}

const maxReasonLength = 400;

/** A reason as one line: terminals' colours and the lines of a stack are for who reads the whole. */
export function toLine(where: string, reason = ''): string {
  const [said = ''] = stripVTControlCharacters(reason).split(/\n\s+at /);
  const line = said.replaceAll(/\s+/g, ' ').trim();
  return `${where}: ${line === '' ? 'no reason given' : line.slice(0, maxReasonLength)}`;
}

/** The tests of a report that did not pass, a line each, and the files that ended before their tests. */
export function listFailures({ testResults }: TestReport): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ ancestorTitles, title, status, failureMessages }) =>
        toLine(
          [file, ...ancestorTitles, title].join(' / '),
          failureMessages[0] ?? (message === '' ? status : message),
        ),
      );
    return failed.length === 0 && message !== '' ? [toLine(file, message)] : failed;
  });
}

/** The same of the browser's report. */
export function listBrowserFailures({ suites, errors }: BrowserReport): string[] {
  return [
    ...errors.map(({ message }) => toLine('outside of the tests', message)),
    ...suites.flatMap(listOfSuite),
  ];
}

function listOfSuite({ file, specs, suites = [] }: BrowserSuite): string[] {
  const failed = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ status, results }) =>
        toLine(`${file} / ${title}`, results.flatMap(({ errors }) => errors)[0]?.message ?? status),
      ),
  );
  return [...failed, ...suites.flatMap(listOfSuite)];
}
