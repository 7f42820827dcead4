import { isSiteBuilt } from '@muster/site/built';
import { OperatorError } from '../commands/command.ts';

/**
 * Pages of another version would not open what this one writes.
 * @throws OperatorError where the site is not built, or from other sources than lie here; `folder` is its own place
 * unless a test has another.
 */
export async function requireBuiltSite(folder?: string): Promise<void> {
  if (!(await isSiteBuilt(folder))) {
    throw new OperatorError(
      'The site is not built from the sources that lie here: "npm start" builds it.',
    );
  }
}
