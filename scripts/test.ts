import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findFaketime } from '../packages/database/src/testing/faketime.ts';
import { findPooler } from '../packages/database/src/testing/pooler.ts';
import { getBrowser, getFirefox } from './browser.ts';
import { installFromDebian } from './debian.ts';
import { type BrowserReport, listBrowserFailures, listFailures } from './failures.ts';
import { listMissingRows, type TestReport } from './missing-rows.ts';
import { onOldest, pinnedOnly } from './on-oldest.ts';
import { run, tool } from './run.ts';

/**
 * Runs every check and test, names what failed, and closes with one line over all of them. The browser's tests wait for
 * other things than the rest do: they run beside them, and are told of at the end.
 * `--postgres DIR` asks the PostgreSQL whose binaries are in DIR too: runs on it what could differ there (`on-oldest.ts`),
 * has it prepare the statements of all database tests, and compares the catalogues that the migrations make on both.
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
  /** What failed, a line each. */
  failures: string[];
}

const reports = mkdtempSync(join(tmpdir(), 'muster-test-'));
// The suites start some hundred processes of the same sources, each of which would compile them anew.
process.env.NODE_COMPILE_CACHE = join(reports, 'compiled');
const totals: Totals = { passed: 0, failed: 0, failures: [] };

const maxFailuresNamed = 100;

function count(name: string, code: number, read: () => Totals): void {
  let suite: Totals;
  try {
    suite = read();
  } catch {
    suite = { passed: 0, failed: 1, failures: [`ended without a report (exit code ${code})`] };
  }
  if (code !== 0 && suite.failed === 0) {
    suite = { ...suite, failed: 1, failures: [`ended with exit code ${code}`] };
  }
  if (suite.passed + suite.failed === 0) {
    suite = { ...suite, failed: 1, failures: ['ran no test'] };
  }
  totals.passed += suite.passed;
  totals.failed += suite.failed;
  totals.failures.push(...suite.failures.map((failure) => `${name}: ${failure}`));
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

/** Says what is missing, which is a failure of the suite that needs it. */
function countMissing(name: string, what: string, debian: string): void {
  const failure = `no ${what} was found and none could be installed; run: apt-get install ${debian}`;
  count(name, 1, () => ({ passed: 0, failed: 1, failures: [failure] }));
}

/** The database tests go through a pooler besides, and set clocks. False, and counted, where something is missing. */
async function requireHelpers(oldest: string | undefined): Promise<boolean> {
  if (findPooler() === null) {
    await installFromDebian('the database tests', ['pgbouncer']);
  }
  if (findFaketime() === null) {
    await installFromDebian('the tests of clocks', ['faketime']);
  }
  if (findPooler() === null) {
    countMissing('database', 'PgBouncer', 'pgbouncer');
    return false;
  }
  if (oldest === undefined || existsSync(join(oldest, 'postgres'))) {
    return true;
  }
  const debian = `postgresql-${/postgresql\/(\d+)\//.exec(oldest)?.[1] ?? ''}`;
  await installFromDebian('the tests of the oldest PostgreSQL', [debian]);
  if (existsSync(join(oldest, 'postgres'))) {
    return true;
  }
  countMissing('database on the oldest', `PostgreSQL in ${oldest}`, debian);
  return false;
}

interface VitestOptions {
  env?: NodeJS.ProcessEnv;
  /** What it prints is kept until its end: another suite prints meanwhile. */
  quiet?: boolean;
  /** Folders; all unless given. Whether every row was asked is asked of the whole suite alone. */
  folders?: readonly string[];
  /** Files that are left out. */
  without?: readonly string[];
}

async function runVitest(
  name: string,
  project: 'unit' | 'db',
  { env = {}, quiet = false, folders = [], without = [] }: VitestOptions = {},
): Promise<void> {
  const title = `== ${name}`;
  if (!quiet) {
    console.log(title);
  }
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`);
  const { code, output } = await run(
    tool('vitest'),
    [
      'run',
      '--project',
      project,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...folders.map((folder) => `${folder}/`),
      ...without.map((file) => `--exclude=${file}`),
    ],
    { env, quiet },
  );
  if (quiet) {
    console.log(`\n${title}\n${output}`);
  }
  count(name, code, () => {
    const results = readJson<TestReport>(report);
    const { numPassedTests, numTotalTests, numFailedTestSuites } = results;
    const missing = folders.length === 0 ? listMissingRows(project, results) : [];
    const failed = numTotalTests - numPassedTests + missing.length;
    return {
      passed: numPassedTests,
      failed: failed === 0 && numFailedTestSuites > 0 ? 1 : failed,
      failures: [...listFailures(results), ...missing],
    };
  });
}

interface Browsers {
  chromium: string;
  firefox: string | null;
}

/** Null, and counted, where there is none. */
async function requireBrowsers(): Promise<Browsers | null> {
  const chromium = await getBrowser();
  if (chromium === null) {
    countMissing('browser', 'Chromium', 'chromium');
    return null;
  }
  const firefox = await getFirefox();
  console.log(
    `Browser: ${chromium}, ${firefox ?? 'no Firefox: the public file is not opened in one'}`,
  );
  return { chromium, firefox };
}

/** What it prints is kept until its end: other suites print meanwhile. */
async function runBrowser({ chromium, firefox }: Browsers): Promise<void> {
  const report = join(reports, 'browser.json');
  const { code, output } = await run(
    tool('playwright'),
    ['test', '--config', 'e2e/playwright.config.ts'],
    {
      quiet: true,
      env: {
        ...{ CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
        ...(firefox === null ? {} : { FIREFOX_PATH: firefox }),
      },
    },
  );
  console.log(`\n== browser\n${output}`);
  count('browser', code, () => {
    const results = readJson<BrowserReport>(report);
    const { expected, unexpected, flaky, skipped } = results.stats;
    return {
      passed: expected,
      failed: unexpected + flaky + skipped,
      failures: listBrowserFailures(results),
    };
  });
}

/** Runs a script of the database's on both versions, and fails where they print different lines or none. */
async function compareVersions(binaries: string, script: string[]): Promise<void> {
  const [pinned, oldest] = await Promise.all([
    run(process.execPath, script, { quiet: true }),
    run(process.execPath, script, { quiet: true, env: { TEST_POSTGRES_BIN: binaries } }),
  ]);
  const toLines = ({ output }: { output: string }) =>
    new Set(output.split('\n').filter((line) => line !== ''));
  const differences = [
    ...[...toLines(pinned).difference(toLines(oldest))].map((line) => `pinned only: ${line}`),
    ...[...toLines(oldest).difference(toLines(pinned))].map((line) => `oldest only: ${line}`),
  ];
  console.log('\n== catalogue and statements on both versions');
  console.log([...differences, `${toLines(pinned).size} lines`].join('\n'));
  const code = pinned.code + oldest.code;
  const holds = code === 0 && differences.length === 0 && toLines(pinned).size > 0;
  const reason =
    differences[0] ?? (code === 0 ? 'printed nothing' : `ended with exit code ${code}`);
  count('catalogue and statements', code, () => ({
    passed: holds ? 1 : 0,
    failed: holds ? 0 : 1,
    failures: holds ? [] : [reason],
  }));
}

async function runDatabase(oldest: string | undefined): Promise<void> {
  const noted = join(reports, 'statements');
  mkdirSync(noted);
  await runVitest('database', 'db', { env: { MUSTER_STATEMENTS: noted } });
  if (oldest !== undefined) {
    await compareVersions(oldest, ['packages/database/src/testing/print-answers.ts', noted]);
  }
}

async function runOldest(oldest: string): Promise<void> {
  await runVitest('database on the oldest', 'db', {
    env: { TEST_POSTGRES_BIN: oldest },
    quiet: true,
    folders: Object.keys(onOldest),
    without: Object.keys(pinnedOnly),
  });
}

const isWanted = (suite: string) => values.only === undefined || values.only.includes(suite);
const hasDatabase = isWanted('db') || values.postgres !== undefined;
// What a new machine lacks is brought while that is done which lacks nothing: Debian installs one thing at a time.
const helpers = hasDatabase ? requireHelpers(values.postgres) : Promise.resolve(false);

/** The browser's tests, and then the oldest PostgreSQL's: they end before the database's, which leave a core idle at their end. */
async function runAside(): Promise<void> {
  const hasHelpers = await helpers;
  const browsers = isWanted('browser') ? await requireBrowsers() : null;
  if (browsers !== null) {
    await runBrowser(browsers);
  }
  if (hasHelpers && values.postgres !== undefined) {
    await runOldest(values.postgres);
  }
}

async function runRest(): Promise<void> {
  if (isWanted('check')) {
    await runCheck();
  }
  if (isWanted('unit')) {
    await runVitest('unit', 'unit');
  }
  if (await helpers) {
    await runDatabase(values.postgres);
  }
}

await Promise.all([runRest(), runAside()]);
rmSync(reports, { recursive: true, force: true });

// Last, since of a long print often the end alone is kept.
for (const failure of totals.failures.slice(0, maxFailuresNamed)) {
  console.log(failure);
}
if (totals.failures.length > maxFailuresNamed) {
  console.log(`and ${totals.failures.length - maxFailuresNamed} more`);
}
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
