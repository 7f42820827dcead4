import { join } from 'node:path';
import type { Content } from './content-kinds.ts';
import { readContent } from './read-content.ts';

/** `content/` at the root of the repository. */
const folder = join(import.meta.dirname, '../../../../content');
let content: Content | undefined;

/**
 * What a new league begins with: the folder `content`, read once a process.
 * @throws ContentError
 */
export function getStartingContent(): Content {
  content ??= readContent(folder);
  return content;
}
