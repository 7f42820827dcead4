import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../run.ts';

const folder = join(root, 'content');

/** A line at the head of a text: `title = "How the ladder works"` says only what stands in its quotes. */
const field = /^\w+ = "(.*)"$/;

/** The lines of a text that say something, without what a message would take for an argument or a tag. */
const toLines = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(field, '$1').replaceAll(/[{}<>]/g, ' '));

/**
 * The texts that ship with a new league in a language, a line each: `content.articles.welcome.3` is the third line that
 * says something. The translations of a text have the same lines in the same order.
 */
export function readContent(locale: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const file of globSync(`*/*/${locale}.md`, { cwd: folder }).sort()) {
    const id = `content.${dirname(file).replaceAll('/', '.')}`;
    for (const [index, line] of toLines(readFileSync(join(folder, file), 'utf8')).entries()) {
      texts.set(`${id}.${index + 1}`, line);
    }
  }
  return texts;
}

/** A line for each translation that has not the lines of its original: none could be compared. */
export function listUneven(english: ReadonlyMap<string, string>, locale: string): string[] {
  const texts = readContent(locale);
  const ids = [...new Set([...english.keys(), ...texts.keys()])];
  return ids
    .filter((id) => !english.has(id) || !texts.has(id))
    .map((id) => `${locale}: the line '${id}' stands in one of both languages alone`);
}
