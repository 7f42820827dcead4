import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../run.ts';

const longestFile = 400;

/** Returns a line for each source file that is too long to be about one subject. Tables of tests and generated types are exempt. */
export async function checkSizes(): Promise<string[]> {
  const { output } = await run('git', ['ls-files', '*.ts', '*.tsx', '*.js'], { quiet: true });
  return output
    .split('\n')
    .filter(
      (path) =>
        path !== '' &&
        !/\.(test|spec)\.tsx?$/.test(path) &&
        !path.endsWith('database/src/tables.ts'),
    )
    .flatMap((path) => {
      const lines = readFileSync(join(root, path), 'utf8').split('\n').length - 1;
      return lines > longestFile ? [`${path}: ${lines} lines, at most ${longestFile}`] : [];
    });
}
