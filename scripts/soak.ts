import { randomInt } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run, tool } from './run.ts';

/**
 * Plays the properties of every package with a fresh seed, round after round, until one fails or Ctrl+C ends
 * it. Prints each round's seed; where a property fails, the seed and the smallest game that shows it.
 * `npm run soak -- 1234` plays one round with that seed.
 */
interface Report {
  testResults: {
    assertionResults: {
      fullName: string;
      status: string;
      failureMessages: string[];
      meta: { games?: number };
    }[];
  }[];
}

const files = globSync('packages/*/src/**/*properties{,.db}.test.ts', { cwd: root }).sort();
const folder = mkdtempSync(join(tmpdir(), 'muster-soak-'));
const report = join(folder, 'report.json');
const started = Date.now();
let games = 0;
let rounds = 0;

function finish(code: number): never {
  const minutes = Math.round((Date.now() - started) / 60_000);
  console.log(`${games} games in ${rounds} rounds, ${minutes} minutes`);
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

/** Plays one round; false where something failed. */
async function play(seed: number): Promise<boolean> {
  const { code, output } = await run(
    tool('vitest'),
    ['run', ...files, '--reporter=json', `--outputFile=${report}`],
    { env: { MUSTER_SEED: String(seed) }, quiet: true },
  );
  rounds += 1;
  const tests = readReport(output).testResults.flatMap((file) => file.assertionResults);
  const played = tests.reduce((sum, { meta }) => sum + (meta.games ?? 0), 0);
  games += played;
  console.log(`seed ${seed}: ${played} games`);
  const failed = tests.filter(({ status }) => status === 'failed');
  for (const { fullName, failureMessages } of failed) {
    console.log(`\nFAIL ${fullName}\n${failureMessages.join('\n')}`);
  }
  if (failed.length > 0) {
    console.log(`\nAgain: npm run soak -- ${seed}`);
  } else if (code !== 0) {
    console.log(output);
  }
  return code === 0;
}

function readReport(output: string): Report {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as Report;
  } catch {
    console.log(`The properties were not played:\n${output}`);
    return finish(1);
  }
}

process.on('SIGINT', () => finish(0));
process.on('SIGTERM', () => finish(0));

const [given] = process.argv.slice(2);
if (given !== undefined) {
  finish((await play(Number(given))) ? 0 : 1);
}
while (await play(randomInt(2 ** 31))) {}
finish(1);
