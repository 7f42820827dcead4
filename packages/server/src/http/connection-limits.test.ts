import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readFileLimit, toConnectionLimits, toFiles } from './connection-limits.ts';

test.each([
  [null, 768, 96, 614, 76],
  [1024, 768, 96, 614, 76],
  [256, 56, 7, 44, 5],
  [20_000, 15_000, 1000, 12_000, 500],
  [1_048_576, 25_000, 1000, 20_000, 500],
  [Number.MAX_SAFE_INTEGER, 25_000, 1000, 20_000, 500],
])('of %s files', (files, connections, connectionsOfOne, sockets, socketsOfOne) => {
  expect(toConnectionLimits(files)).toEqual({
    connections,
    connectionsOfOne,
    sockets,
    socketsOfOne,
  });
});

test.each([
  [700, 700],
  ['unlimited', Number.MAX_SAFE_INTEGER],
  [undefined, null],
])('a report that says %s', (soft, files) => {
  expect(toFiles(soft)).toBe(files);
});

test('the limit is the one that the process was started with', () => {
  const module = new URL('connection-limits.ts', import.meta.url).href;
  const script = `import { readFileLimit } from ${JSON.stringify(module)}; console.log(readFileLimit());`;
  const said = execFileSync('/bin/sh', [
    '-c',
    'ulimit -n 700; exec "$0" "$@"',
    process.execPath,
    '--input-type=module',
    '-e',
    script,
  ]);
  expect(Number(String(said))).toBe(700);
  expect(readFileLimit()).toBeGreaterThan(0);
});
