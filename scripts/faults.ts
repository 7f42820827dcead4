import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { type Fault, listFaults } from './faults/list-faults.ts';
import { createNearest } from './faults/nearest.ts';
import { createTestRunner } from './faults/test-runner.ts';
import { root, run } from './run.ts';

/**
 * Draws small faults in the server and the backend, by the hash of a commit, puts them in one by one and runs
 * the tests nearest to each: those that name what it changes, those of its folder, those that import its file, and
 * where these see nothing, some of what uses it. `npm run faults` draws 100 by the commit that stands checked out; `--seed TEXT` draws others,
 * `--count N` fewer or more, and parts of paths draw only in the files whose path has one of them. Run again, it
 * goes on where it was ended. Ends with 1 where fewer than 80 of 100 were noticed.
 */
const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, count: { type: 'string', default: '100' } },
  allowPositionals: true,
});

const enough = 0.8;
const folders = ['packages/server/src', 'packages/backend/src'];
const skipped = /\.test\.ts$|(^|\/)(testing|dev|demonstration|content)\//;

interface Drawn extends Fault {
  file: string;
}

interface Outcome extends Drawn {
  /** The test file that noticed it first. */
  noticedBy: string | null;
}

async function readCommit(): Promise<string> {
  const { output } = await run('git', ['rev-parse', 'HEAD'], { quiet: true });
  return output.trim();
}

const listSources = () =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
    .filter((file) => !skipped.test(file))
    .filter((file) => positionals.length === 0 || positionals.some((part) => file.includes(part)))
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

function putIn({ file, line, becomes }: Drawn): () => void {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  const lines = before.split('\n');
  lines[line - 1] = becomes;
  writeFileSync(path, lines.join('\n'));
  return () => writeFileSync(path, before);
}

/** Test files that fail without any fault, on this machine and at this hour: they notice nothing. */
const broken = new Set<string>();

/** The test file that fails with the fault and not without it; null where none does. */
async function findNoticing(fault: Drawn, tests: readonly string[]): Promise<string | null> {
  for (;;) {
    const asked = tests.filter((test) => !broken.has(test));
    const takeOut = putIn(fault);
    process.once('exit', takeOut);
    const failing = await runner.findFailing(asked, fault.file).finally(() => {
      process.removeListener('exit', takeOut);
      takeOut();
    });
    if (failing === null || (await runner.findFailing([failing], fault.file)) === null) {
      return failing;
    }
    broken.add(failing);
    console.log(`${failing} fails without a fault: not asked any more`);
  }
}

const seed = values.seed ?? (await readCommit());
const kept = join(
  root,
  '.mutants',
  `faults-${createHash('sha256')
    .update([seed, ...positionals].join(' '))
    .digest('hex')
    .slice(0, 12)}.json`,
);
mkdirSync(dirname(kept), { recursive: true });
const known = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Outcome[]) : [];
const toNearest = createNearest(
  root,
  folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root })).sort(),
);
const runner = await createTestRunner();
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
  const { near, farther } = toNearest(fault.file, fault.was);
  const noticedBy =
    before === undefined
      ? ((await findNoticing(fault, near)) ?? (await findNoticing(fault, farther)))
      : before.noticedBy;
  outcomes.push({ ...fault, noticedBy });
  if (before === undefined) {
    writeFileSync(kept, JSON.stringify(outcomes, null, 2));
  }
  if (noticedBy === null) {
    console.log(
      `${fault.file}:${fault.line}\n  was     ${fault.was.trim()}\n  becomes ${fault.becomes.trim()}`,
    );
  }
}
await runner.close();
const noticed = outcomes.filter((outcome) => outcome.noticedBy !== null).length;
console.log(`${noticed} of ${outcomes.length} noticed; all of them: ${relative(root, kept)}`);
process.exitCode = noticed < outcomes.length * enough ? 1 : 0;
