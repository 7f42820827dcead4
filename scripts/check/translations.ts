import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.ts';

const folder = join(root, 'packages', 'site', 'src', 'locales');
const locales = ['en', 'es', 'fr', 'de', 'pl', 'pt', 'fi'];

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

/** The names of a message's arguments, at any depth: `{count, plural, one {# team} other {# teams}}` -> count. */
function listArguments(message: string): string {
  const names = [...message.matchAll(/\{\s*([a-zA-Z_][\w]*)\s*(?=[,}])/g)].map((match) => match[1]);
  return [...new Set(names)].sort().join(',');
}

function read(locale: string, area: string): Map<string, string> {
  return flatten(JSON.parse(readFileSync(join(folder, locale, area), 'utf8')) as Messages);
}

function compare(area: string, locale: string, english: Map<string, string>): string[] {
  const faults: string[] = [];
  const messages = read(locale, area);
  for (const [key, source] of english) {
    const text = messages.get(key);
    if (text === undefined || text.trim() === '') {
      faults.push(`${locale}/${area}: '${key}' is missing`);
    } else if (listArguments(text) !== listArguments(source)) {
      faults.push(
        `${locale}/${area}: '${key}' has the arguments (${listArguments(text)}), English (${listArguments(source)})`,
      );
    }
  }
  for (const key of messages.keys()) {
    if (!english.has(key)) {
      faults.push(`${locale}/${area}: '${key}' is not in English`);
    }
  }
  return faults;
}

/** Returns a line for each message that a locale lacks, has too many, or with other arguments than English. */
export function checkTranslations(): string[] {
  const areas = readdirSync(join(folder, 'en'));
  return locales.flatMap((locale) => {
    const present = readdirSync(join(folder, locale));
    const missing = areas.filter((area) => !present.includes(area));
    return [
      ...missing.map((area) => `${locale}/${area} is missing`),
      ...areas
        .filter((area) => present.includes(area))
        .flatMap((area) => compare(area, locale, read('en', area))),
    ];
  });
}
