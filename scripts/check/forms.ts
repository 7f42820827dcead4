import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../run.ts';

/** The opening tags of forms that say neither where they are sent nor how. */
const bare = /<form(?=[\s>])(?!(?:=>|[^>])*?\b(?:action|method)=)/g;

/** How many forms of a component's source a browser would send by itself with what was typed as an address. */
export function countBareForms(source: string): number {
  return source.match(bare)?.length ?? 0;
}

/**
 * Returns a line for each file with a form that its script is to send and that does not say `method="post"`: pressed
 * before the script is there, it would put what was typed, passwords too, into the address.
 */
export async function checkForms(): Promise<string[]> {
  const { output } = await run('git', ['ls-files', 'packages/site/src'], { quiet: true });
  return output
    .split('\n')
    .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
    .filter((path) => countBareForms(readFileSync(join(root, path), 'utf8')) > 0)
    .map((path) => `${path}: a form says neither an action nor method="post"`);
}
