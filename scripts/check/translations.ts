import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { localesFolder, readArea } from './messages.ts';

const locales = ['en', 'es', 'fr', 'de', 'pl', 'pt', 'fi'];

function collectArguments(elements: readonly MessageFormatElement[], names: Set<string>): void {
  for (const element of elements) {
    if (element.type !== TYPE.literal && element.type !== TYPE.pound) {
      // One is shown as it is given, the other calls for something that renders what stands in it.
      names.add(element.type === TYPE.tag ? `<${element.value}>` : element.value);
    }
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      for (const option of Object.values(element.options)) {
        collectArguments(option.value, names);
      }
    } else if (element.type === TYPE.tag) {
      collectArguments(element.children, names);
    }
  }
}

/** The names of a message's arguments and tags, at any depth: `{count, plural, one {# team} other {# teams}}` -> count, `until <time></time>` -> <time>. */
export function listArguments(message: string): string {
  const names = new Set<string>();
  collectArguments(parse(message), names);
  return [...names].sort().join(',');
}

/** The plural forms that a language asks for; a message that counts must have a text for each. */
export function listMissingPlurals(locale: string, message: string): string[] {
  const wanted = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const missing: string[] = [];
  const look = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.plural && element.pluralType === 'cardinal') {
        const given = Object.keys(element.options);
        // `many` of Romance languages is for millions; `other` reads the same there.
        const needed = wanted.filter((form) => form !== 'many' || locale === 'pl');
        missing.push(...needed.filter((form) => !given.includes(form)));
      }
      if (element.type === TYPE.plural || element.type === TYPE.select) {
        for (const option of Object.values(element.options)) {
          look(option.value);
        }
      }
    }
  };
  look(parse(message));
  return [...new Set(missing)];
}

function compare(area: string, locale: string, english: Map<string, string>): string[] {
  const faults: string[] = [];
  const messages = readArea(locale, area);
  for (const [key, source] of english) {
    const text = messages.get(key);
    if (text === undefined || text.trim() === '') {
      faults.push(`${locale}/${area}: '${key}' is missing`);
    } else if (listMissingPlurals(locale, text).length > 0) {
      faults.push(
        `${locale}/${area}: '${key}' lacks ${listMissingPlurals(locale, text).join(', ')}`,
      );
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
  const areas = readdirSync(join(localesFolder, 'en'));
  return locales.flatMap((locale) => {
    const present = readdirSync(join(localesFolder, locale));
    const missing = areas.filter((area) => !present.includes(area));
    return [
      ...missing.map((area) => `${locale}/${area} is missing`),
      ...areas
        .filter((area) => present.includes(area))
        .flatMap((area) => compare(area, locale, readArea('en', area))),
    ];
  });
}
