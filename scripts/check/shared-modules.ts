import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../run.ts';

/**
 * Returns a line for each test that puts another module in one's place. The files of a suite share what their process has
 * loaded, so it would do nothing where the module is there already. `vi.spyOn` of what the module exports does, and is undone.
 */
export async function checkSharedModules(): Promise<string[]> {
  const { output } = await run('git', ['ls-files', 'packages', 'scripts'], { quiet: true });
  return output
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => /\bvi\s*\.\s*(do)?mock\s*\(/i.test(readFileSync(join(root, path), 'utf8')))
    .map((path) => `${path}: a module is mocked for one file; spy on what it exports`);
}
