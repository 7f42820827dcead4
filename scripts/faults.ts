import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Fault, listFaults } from './faults/list-faults.ts';
import { root, run, tool } from './run.ts';

/**
 * Draws small faults in the server and the backend, by the hash of a commit, puts them in one by one and runs
 * the tests nearest to each: those of its folder, and those that import its file. `npm run faults` draws 100 by
 * the commit that stands checked out; `--seed TEXT` draws others, `--count N` fewer or more. Run again, it goes on
 * where it was ended. Ends with 1 where fewer than 80 of 100 were noticed.
 */
const { values } = parseArgs({
  options: { seed: { type: 'string' }, count: { type: 'string', default: '100' } },
});

const enough = 0.8;
const folders = ['packages/server/src', 'packages/backend/src'];
const skipped = /\.test\.ts$|(^|\/)(testing|dev|demonstration|content)\//;

interface Drawn extends Fault {
  file: string;
}

interface Outcome extends Drawn {
  isNoticed: boolean;
}

async function readCommit(): Promise<string> {
  const { output } = await run('git', ['rev-parse', 'HEAD'], { quiet: true });
  return output.trim();
}

const listSources = () =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
    .filter((file) => !skipped.test(file))
    .sort();

/** A place in a list, by the seed and the number of the draw: the same for everybody. */
function draw(seed: string, index: number, length: number): number {
  const bytes = createHash('sha256').update(`${seed} ${index}`).digest();
  return Number(bytes.readBigUInt64BE() % BigInt(length));
}

/** Faults of all files in one list, so that a long file has as many as it deserves. */
function drawFaults(seed: string, count: number): Drawn[] {
  const all = listSources().flatMap((file) =>
    listFaults(readFileSync(join(root, file), 'utf8')).map((fault) => ({ file, ...fault })),
  );
  const drawn = new Map<number, Drawn>();
  for (let index = 0; drawn.size < Math.min(count, all.length); index += 1) {
    const place = draw(seed, index, all.length);
    const fault = all[place];
    if (fault !== undefined) {
      drawn.set(place, fault);
    }
  }
  return [...drawn.values()];
}

const importPattern = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;

/** The tests of a file's folder, and those anywhere that import it. */
function listNearest(file: string, tests: readonly string[]): string[] {
  const path = join(root, file);
  return tests.filter((test) => {
    if (dirname(test) === dirname(file)) {
      return true;
    }
    const text = readFileSync(join(root, test), 'utf8');
    return [...text.matchAll(importPattern)].some(
      ([, specifier = '']) => resolve(root, dirname(test), specifier) === path,
    );
  });
}

function putIn({ file, line, becomes }: Drawn): () => void {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  const lines = before.split('\n');
  lines[line - 1] = becomes;
  writeFileSync(path, lines.join('\n'));
  return () => writeFileSync(path, before);
}

async function isNoticed(fault: Drawn, tests: readonly string[]): Promise<boolean> {
  const takeOut = putIn(fault);
  process.once('exit', takeOut);
  try {
    for (const project of ['unit', 'db']) {
      const own = tests.filter((test) => test.endsWith('.db.test.ts') === (project === 'db'));
      if (own.length === 0) {
        continue;
      }
      const args = ['run', '--project', project, '--bail=1', '--reporter=dot', ...own];
      if ((await run(tool('vitest'), args, { quiet: true })).code !== 0) {
        return true;
      }
    }
    return false;
  } finally {
    process.removeListener('exit', takeOut);
    takeOut();
  }
}

const seed = values.seed ?? (await readCommit());
const kept = join(
  root,
  '.mutants',
  `faults-${createHash('sha256').update(seed).digest('hex').slice(0, 12)}.json`,
);
mkdirSync(dirname(kept), { recursive: true });
const known = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Outcome[]) : [];
const tests = folders.flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root })).sort();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => process.exit(1));
}

const drawn = drawFaults(seed, Number(values.count));
const outcomes: Outcome[] = [];
for (const fault of drawn) {
  const before = known.find(
    ({ file, line, becomes }) =>
      file === fault.file && line === fault.line && becomes === fault.becomes,
  );
  const noticed = before?.isNoticed ?? (await isNoticed(fault, listNearest(fault.file, tests)));
  outcomes.push({ ...fault, isNoticed: noticed });
  if (before === undefined) {
    writeFileSync(kept, JSON.stringify(outcomes, null, 2));
  }
  if (!noticed) {
    console.log(
      `${fault.file}:${fault.line}\n  was     ${fault.was.trim()}\n  becomes ${fault.becomes.trim()}`,
    );
  }
}
const noticed = outcomes.filter((outcome) => outcome.isNoticed).length;
console.log(`${noticed} of ${outcomes.length} noticed; all of them: ${relative(root, kept)}`);
process.exitCode = noticed < outcomes.length * enough ? 1 : 0;
