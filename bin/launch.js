import { ensureInstalled, runPinned } from './toolchain.js';

const files = {
  start: ['packages/server/src/cli.ts', 'start'],
  dev: ['packages/server/src/cli.ts', 'dev'],
  test: ['scripts/test.ts'],
  check: ['scripts/check.ts'],
  format: ['scripts/format.ts'],
  bench: ['bench/run.ts'],
};

const [command, ...rest] = process.argv.slice(2);
const target = files[command];
if (target === undefined) {
  console.error(`muster: unknown script '${command}'; there are ${Object.keys(files).join(', ')}.`);
  process.exit(1);
}
ensureInstalled();
runPinned(target[0], [...target.slice(1), ...rest]);
