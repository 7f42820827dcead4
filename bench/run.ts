import { readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Figure } from './measure.ts';

/** Runs every bench one after the other and writes one table: each figure beside its floor from the same run. */
const wanted = process.argv.slice(2);
const files = readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.endsWith('.bench.ts'))
  .filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
  .sort();

const figures: Figure[] = [];
for (const file of files) {
  console.error(`running ${file} ...`);
  const { bench } = (await import(`./${file}`)) as { bench: () => Promise<Figure[]> };
  figures.push(...(await bench()));
}

console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}\n`);
console.log('| what | ours | floor | ratio | spread | goal |');
console.log('|---|---|---|---|---|---|');
for (const { what, ours, floor, unit, ratio, spread, goal } of figures) {
  console.log(`| ${what} | ${ours} ${unit} | ${floor} ${unit} | ${ratio} | ${spread} | ${goal} |`);
}
