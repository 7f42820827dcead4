import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.ts';

const config = 'packages/server/src/config.ts';
const operating = 'docs/operating.md';

/** A line for each variable that only one of the two names, given what they say. */
export function listVariableFaults(source: string, page: string): string[] {
  const read = new Set(source.match(/^ {2}[A-Z][A-Z0-9_]+(?=:)/gm)?.map((name) => name.trim()));
  const rows = page.match(/^\| `[^|]+\|/gm) ?? [];
  const told = new Set(rows.flatMap((row) => row.match(/[A-Z][A-Z0-9_]+(?=`)/g) ?? []));
  return [
    ...[...read.difference(told)].map((name) => `${operating} does not say what ${name} does`),
    ...[...told.difference(read)].map((name) => `${operating} names ${name}, which nothing reads`),
  ];
}

/** Returns a line for each variable of the environment that is read and not documented, or the other way round. */
export function checkVariables(): string[] {
  const [source, page] = [config, operating].map((path) => readFileSync(join(root, path), 'utf8'));
  return listVariableFaults(source ?? '', page ?? '');
}
