import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../packages/site/src/locales');

type Messages = { [key: string]: string | Messages };

function readArea(locale: string, area: string): Messages {
  return JSON.parse(readFileSync(join(folder, locale, `${area}.json`), 'utf8')) as Messages;
}

/** The site's own texts in one language, as a person of that language sees them. */
export class Texts {
  readonly locale: string;

  constructor(locale: string) {
    this.locale = locale;
  }

  /** The text of a key whose only variables are plain names: `say('team.invite.good.join', { team })`. */
  say(key: string, values: Record<string, string | number> = {}): string {
    const [area = '', ...path] = key.split('.');
    let found: string | Messages | undefined = readArea(this.locale, area);
    for (const name of path) {
      found = typeof found === 'object' ? found[name] : undefined;
    }
    if (typeof found !== 'string') {
      throw new Error(`${this.locale} has no text ${key}`);
    }
    return found.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  }
}

/** The areas of texts, as their files are called. */
export function listAreas(): string[] {
  return readdirSync(join(folder, 'en')).map((file) => file.replace(/\.json$/, ''));
}

function listTexts(messages: Messages): string[] {
  return Object.values(messages).flatMap((one) => (typeof one === 'string' ? one : listTexts(one)));
}

function listAllTexts(locale: string): string[] {
  return listAreas().flatMap((area) => listTexts(readArea(locale, area)));
}

/** English texts without variables that are not also texts of the other language: there they are a mistake. */
export function listEnglishOnly(locale: string): string[] {
  const own = new Set(listAllTexts(locale));
  return listAllTexts('en').filter((text) => !own.has(text) && !/[{<]/.test(text));
}
