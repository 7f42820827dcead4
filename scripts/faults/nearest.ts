import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const importPattern = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;

/** A word of the wire or an address: what a test of it names as well. */
const quotedPattern = /'\/?\w{5,}'/g;

/** What only puts the parts together: through it everything would be near to everything. */
const joints = /\/(create-api|pages|app|start|context)\.ts$|\/(testing|demonstration)\//;

/** How many test files are asked, of a file's own folder and of what uses it: some folders have fifty. */
const limits = { near: 14, farther: 12, naming: 6 };

interface Nearest {
  /**
   * The tests that name what stands quoted in the line, those that import the file, those of its folder, and
   * those of the folders around it that have a name in common with it: `auth/oidc.db.test.ts` for `auth/providers/oidc.ts`.
   */
  near: string[];
  /** The tests of what uses it, of what uses that, and so on: first those that quote most of what the file quotes. */
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
  /** How much of what stands quoted in a file a test quotes too; what few tests quote counts for more. */
  const weighQuoted = (file: string) => {
    const weights = new Map<string, number>();
    for (const word of new Set(readFileSync(join(root, file), 'utf8').match(quotedPattern))) {
      const naming = tests.filter((test) => texts.get(test)?.includes(word));
      for (const test of naming) {
        weights.set(test, (weights.get(test) ?? 0) + 1 / naming.length);
      }
    }
    return (test: string) => weights.get(test) ?? 0;
  };
  const listNear = (file: string) => {
    const own = (importers.get(file) ?? []).filter(isTest);
    const weigh = weighQuoted(file);
    const around = tests
      .filter((test) => file.startsWith(`${dirname(test)}/`))
      .map((test) => ({ test, shared: countShared(file, test) }))
      .filter(({ test, shared }) => shared > 0 || dirname(test) === dirname(file))
      .sort((one, other) => other.shared - one.shared || weigh(other.test) - weigh(one.test));
    return [...new Set([...own, ...around.map(({ test }) => test)])];
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
    const weigh = weighQuoted(file);
    const farther = [...found]
      .filter((test) => !near.slice(0, limits.near).includes(test))
      .sort((one, other) => weigh(other) - weigh(one));
    return {
      near: near.slice(0, limits.near),
      farther: farther.slice(0, limits.farther),
    };
  };
}

const isTest = (file: string) => file.endsWith('.test.ts');

/** How many words a test's name has in common with a file's, the folders between them included. */
function countShared(file: string, test: string): number {
  const words = new Set(relative(dirname(test), file).split(/[-./]/));
  return relative(dirname(test), test)
    .replace(/(\.properties)?(\.db)?\.test\.ts$/, '')
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
