import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPooler } from '../packages/database/src/testing/pooler.ts';
import { getBrowser } from './browser.ts';
import { installFromDebian } from './debian.ts';
import { listMissingRows, type TestReport } from './missing-rows.ts';
import { run, tool } from './run.ts';
import { sameOnOldest } from './same-on-oldest.ts';

/**
 * Runs every check and test and closes with one line over all of them.
 * `--postgres DIR` runs the database suite once more on the PostgreSQL whose binaries are in DIR, but for what is the
 * same there (`same-on-oldest.ts`), and compares the catalogues that the migrations make on both.
 * `--only NAME` (repeatable) runs only the named suites: check, unit, db, browser.
 */
const { values } = parseArgs({
  options: {
    postgres: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
});

interface Totals {
  passed: number;
  failed: number;
}

const reports = mkdtempSync(join(tmpdir(), 'muster-test-'));
const totals: Totals = { passed: 0, failed: 0 };

function count(name: string, code: number, read: () => Totals): void {
  let suite: Totals;
  try {
    suite = read();
  } catch {
    suite = { passed: 0, failed: 1 };
    console.log(`${name}: ended without a report (exit code ${code})`);
  }
  if (code !== 0 && suite.failed === 0) {
    suite.failed = 1;
  }
  if (suite.passed + suite.failed === 0) {
    console.log(`${name}: ran no test`);
    suite.failed = 1;
  }
  totals.passed += suite.passed;
  totals.failed += suite.failed;
  console.log(`${name}: ${suite.passed} passed, ${suite.failed} failed\n`);
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}

async function runCheck(): Promise<void> {
  console.log('== check');
  const report = join(reports, 'check.json');
  const { code } = await run(process.execPath, ['scripts/check.ts'], {
    env: { MUSTER_REPORT: report },
  });
  count('check', code, () => readJson<Totals>(report));
}

/** The database tests go through one besides. */
async function requirePooler(): Promise<void> {
  if (findPooler() === null) {
    await installFromDebian('the database tests', ['pgbouncer']);
  }
  if (findPooler() !== null) {
    return;
  }
  console.log('No PgBouncer was found and none could be installed; run: apt-get install pgbouncer');
  process.exit(1);
}

/** `without` names files that are left out; whether every row was asked is then asked of the whole suite alone. */
async function runVitest(
  name: string,
  project: 'unit' | 'db',
  { env = {}, without = [] }: { env?: NodeJS.ProcessEnv; without?: readonly string[] } = {},
): Promise<void> {
  console.log(`== ${name}`);
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`);
  const { code } = await run(
    tool('vitest'),
    [
      'run',
      '--project',
      project,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...without.map((file) => `--exclude=${file}`),
    ],
    { env },
  );
  count(name, code, () => {
    const results = readJson<TestReport>(report);
    const { numPassedTests, numTotalTests, numFailedTestSuites } = results;
    const missing = without.length === 0 ? listMissingRows(project, results) : [];
    console.log(missing.join('\n'));
    const failed = numTotalTests - numPassedTests + missing.length;
    return { passed: numPassedTests, failed: failed === 0 && numFailedTestSuites > 0 ? 1 : failed };
  });
}

async function runBrowser(): Promise<void> {
  console.log('== browser');
  const browser = await getBrowser();
  if (browser === null) {
    console.log('No Chromium was found and none could be installed; run: apt-get install chromium');
    process.exit(1);
  }
  console.log(`Browser: ${browser}`);
  const report = join(reports, 'browser.json');
  const { code } = await run(tool('playwright'), ['test', '--config', 'e2e/playwright.config.ts'], {
    env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  count('browser', code, () => {
    const { stats } = readJson<{
      stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    }>(report);
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped };
  });
}

async function compareCatalogues(binaries: string): Promise<void> {
  console.log('== catalogues on both versions');
  const print = ['packages/database/src/catalogue-print.ts'];
  const pinned = await run(process.execPath, print, { quiet: true });
  const oldest = await run(process.execPath, print, {
    quiet: true,
    env: { TEST_POSTGRES_BIN: binaries },
  });
  const lines = (output: string) => new Set(output.split('\n'));
  const differences = [
    ...[...lines(pinned.output).difference(lines(oldest.output))].map(
      (line) => `pinned only: ${line}`,
    ),
    ...[...lines(oldest.output).difference(lines(pinned.output))].map(
      (line) => `oldest only: ${line}`,
    ),
  ];
  console.log(differences.join('\n'));
  const failed = pinned.code + oldest.code === 0 && differences.length === 0 ? 0 : 1;
  count('catalogues', failed, () => ({ passed: 1 - failed, failed }));
}

const isWanted = (suite: string) => values.only === undefined || values.only.includes(suite);
if (isWanted('check')) {
  await runCheck();
}
if (isWanted('unit')) {
  await runVitest('unit', 'unit');
}
if (isWanted('db') || values.postgres !== undefined) {
  await requirePooler();
}
if (isWanted('db')) {
  await runVitest('database', 'db');
}
if (values.postgres !== undefined) {
  await runVitest('database on the oldest', 'db', {
    env: { TEST_POSTGRES_BIN: values.postgres },
    without: Object.keys(sameOnOldest),
  });
  await compareCatalogues(values.postgres);
}
if (isWanted('browser')) {
  await runBrowser();
}
rmSync(reports, { recursive: true, force: true });

console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
