import { ensureInstalled, runMuster, runPinned } from './toolchain.js';

const files = {
  test: 'scripts/test.ts',
  check: 'scripts/check.ts',
  faults: 'scripts/faults.ts',
  format: 'scripts/format.ts',
  mutate: 'scripts/mutate.ts',
  soak: 'scripts/soak.ts',
  bench: 'bench/run.ts',
};
const words = ['start', 'dev'];

const [command, ...rest] = process.argv.slice(2);
if (!words.includes(command) && files[command] === undefined) {
  const known = [...words, ...Object.keys(files)].join(', ');
  console.error(`muster: unknown script '${command}'; there are ${known}.`);
  process.exit(1);
}
ensureInstalled();
if (words.includes(command)) {
  await runMuster([command, ...rest]);
} else {
  runPinned(files[command], rest);
}
