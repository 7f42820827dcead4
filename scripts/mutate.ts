import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { LogLevel } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { forgetUnnoticed, isFailing, readOutcome, toList, toTable } from './mutate/report.ts';
import { root } from './run.ts';

/**
 * Puts small faults into the rules, one at a time, and counts those that the quick tests notice.
 * `npm run mutate` takes every file, `npm run mutate -- challenge.ts times` those that are named. What is
 * known stays in `.mutants`: run again after an end in the middle, it goes on; unchanged mutants that were noticed
 * are not tried again. `--force` forgets what is known, `--workers 1` leaves the other core free (2 is usual).
 * Ends with 1 where a file's score is below its floor, or where a fault survives in what decides and neither
 * a row notices it nor a reason is given.
 */
const { values, positionals } = parseArgs({
  options: {
    force: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
  },
  allowPositionals: true,
});

const league = join(root, 'packages', 'league');
const kept = join(root, '.mutants');
const isTest = (file: string) => file.endsWith('.test.ts');
const sources = globSync('**/*.ts', { cwd: join(league, 'src') }).sort();
const isMutated = (file: string) => !isTest(file) && !/^(testing|simulation)\//.test(file);
/** Random play and simulated seasons take too long to be asked once for each mutant. */
const isQuick = (file: string) => isTest(file) && !/(properties|^simul.*)\.test\.ts$/.test(file);

/** The files that somebody names by their path, or by their name with or without its ending. */
function findFiles(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const inSources = relative(join(league, 'src'), resolve(name));
    const found = sources.filter(
      (file) => isMutated(file) && [inSources, name, `${name}.ts`].includes(file),
    );
    if (found.length === 0) {
      console.error(`muster: no file of packages/league/src to mutate is named '${name}'.`);
      process.exit(1);
    }
    return found;
  });
}

function hashSources(): string {
  const hash = createHash('sha256');
  for (const file of sources) {
    hash.update(file).update(readFileSync(join(league, 'src', file)));
  }
  return hash.digest('hex');
}

const toKept = (file: string, ending: string) =>
  join(kept, `${file.replaceAll('/', '-').slice(0, -'.ts'.length)}.${ending}`);

/** What tests a file: first those beside it, which notice most; where they are not enough, all quick ones. */
function listTests(file: string): string[][] {
  const beside = file.replace(/\.ts$/, '.test.ts');
  const all = sources.filter((test) =>
    file.startsWith('simulate') ? isTest(test) && test.startsWith('simul') : isQuick(test),
  );
  return all.includes(beside) ? [[beside], all] : [all];
}

async function mutate(file: string): Promise<void> {
  console.log(`== ${file}`);
  for (const [index, tests] of listTests(file).entries()) {
    forgetUnnoticed(toKept(file, 'json'));
    await tryMutants(file, tests, values.force && index === 0);
    const outcome = readOutcome(file, toKept(file, 'json'));
    if (outcome && !isFailing(outcome)) {
      return;
    }
  }
}

async function tryMutants(file: string, tests: readonly string[], force: boolean): Promise<void> {
  process.env.MUTATE_TESTS = JSON.stringify(tests.map((test) => `src/${test}`));
  await new Stryker({
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    mutate: [`src/${file}`],
    vitest: {
      configFile: join(root, 'scripts/mutate/vitest.config.ts'),
      pool: 'threads',
      related: false,
    },
    coverageAnalysis: 'perTest',
    concurrency: Number(values.workers),
    incremental: true,
    force,
    incrementalFile: relative(league, toKept(file, 'json')),
    tempDirName: relative(league, join(kept, 'sandboxes')),
    reporters: ['progress-append-only', 'html'],
    htmlReporter: { fileName: relative(league, toKept(file, 'html')) },
    // Its constants are of a kind that only a compiler of whole programs can read.
    logLevel: 'warn' as LogLevel.Warning,
    allowEmpty: true,
    warnings: false,
  }).runMutationTest();
}

// Stryker rewrites the configuration of TypeScript in the folder it runs in, which fails with TypeScript 7;
// the package has none of its own.
process.chdir(league);
mkdirSync(kept, { recursive: true });
const everything = sources.filter(isMutated);
const files = positionals.length > 0 ? findFiles(positionals) : everything;
const hash = hashSources();
for (const file of files) {
  const done = toKept(file, 'done');
  const known = globSync(done).length > 0 ? readFileSync(done, 'utf8') : '';
  if (known === hash && !values.force) {
    continue;
  }
  await mutate(file);
  writeFileSync(done, hash);
}

const outcomes = files.flatMap((file) => readOutcome(file, toKept(file, 'json')) ?? []);
const list = join(kept, 'survivors.txt');
writeFileSync(
  list,
  toList(everything.flatMap((file) => readOutcome(file, toKept(file, 'json')) ?? [])),
);
console.log(toTable(outcomes));
console.log(`Survivors: ${relative(root, list)}; what was tried: .mutants/*.html`);
const failing = outcomes.filter(isFailing).map(({ file }) => file);
if (failing.length > 0) {
  console.error(
    `muster: below the floor, or with survivors that have neither a row nor a reason: ${failing.join(', ')}`,
  );
}
process.exitCode = failing.length > 0 ? 1 : 0;
