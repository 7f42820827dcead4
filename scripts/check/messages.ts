import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.ts';

/** Where each language has its folder of texts, a file an area. */
export const localesFolder = join(root, 'packages', 'site', 'src', 'locales');

type Messages = { [key: string]: string | Messages };

function flatten(messages: Messages, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(messages)) {
    if (typeof value === 'string') {
      flat.set(prefix + key, value);
    } else {
      for (const [inner, text] of flatten(value, `${prefix}${key}.`)) {
        flat.set(inner, text);
      }
    }
  }
  return flat;
}

/** The texts of one file, as `match.json`, by their keys: `next.say.answer`. */
export function readArea(locale: string, file: string): Map<string, string> {
  return flatten(JSON.parse(readFileSync(join(localesFolder, locale, file), 'utf8')) as Messages);
}

/** All texts of a language, by area and key: `match.next.say.answer`. */
export function readLocale(locale: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const file of readdirSync(join(localesFolder, locale))) {
    for (const [key, text] of readArea(locale, file)) {
      texts.set(`${file.replace(/\.json$/, '')}.${key}`, text);
    }
  }
  return texts;
}
