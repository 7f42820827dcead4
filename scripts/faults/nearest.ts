import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const importPattern = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;

/** What only puts the parts together: through it everything would be near to everything. */
const joints = /\/(create-api|pages|app|start|context)\.ts$|\/(testing|demonstration)\//;

/** How many test files are asked, of a file's own folder and of what uses it: some folders have fifty. */
const limits = { near: 14, farther: 12, naming: 6 };

interface Nearest {
  /** The tests that name what stands quoted in the line, of the file's folder, and those that import it. */
  near: string[];
  /** The tests of what uses it, of what uses that, and so on: the nearer first, so many at most. */
  farther: string[];
}

/**
 * Tells for a line of a file which tests are near to it.
 *
 * @param root The folder that the paths begin in.
 * @param files Sources and tests, as paths from the root.
 */
export function createNearest(
  root: string,
  files: readonly string[],
): (file: string, line: string) => Nearest {
  const importers = readImporters(root, files);
  const tests = files.filter(isTest);
  const texts = new Map(tests.map((test) => [test, readFileSync(join(root, test), 'utf8')]));
  const listNaming = (line: string) => {
    const words = line.match(/'\w{6,}'/g) ?? [];
    return tests.filter((test) => words.some((word) => texts.get(test)?.includes(word)));
  };
  const listNear = (file: string) => {
    const own = (importers.get(file) ?? []).filter(isTest);
    const beside = tests.filter((test) => dirname(test) === dirname(file));
    const byName = beside.sort((one, other) => countShared(file, other) - countShared(file, one));
    return [...new Set([...own, ...byName])];
  };
  return (file, line) => {
    const naming = listNaming(line).slice(0, limits.naming);
    const near = [...new Set([...naming, ...listNear(file)])];
    const found = new Set(near);
    const seen = new Set([file]);
    for (const user of seen) {
      for (const next of importers.get(user) ?? []) {
        if (!isTest(next) && !joints.test(next)) {
          seen.add(next);
        }
      }
      for (const test of listNear(user)) {
        found.add(test);
      }
    }
    const farther = [...found].filter((test) => !near.includes(test));
    return {
      near: near.slice(0, limits.near),
      farther: [...near.slice(limits.near), ...farther].slice(0, limits.farther),
    };
  };
}

const isTest = (file: string) => file.endsWith('.test.ts');

/** How many words the names of two files have in common. */
function countShared(file: string, other: string): number {
  const words = new Set(basename(file).split(/[-.]/));
  return basename(other)
    .split(/[-.]/)
    .filter((word) => words.has(word)).length;
}

/** Who imports each file. */
function readImporters(root: string, files: readonly string[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(importPattern)) {
      const imported = resolve('/', dirname(file), specifier).slice(1);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return importers;
}
