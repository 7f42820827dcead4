import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { listUneven, readContent } from './content-texts.ts';
import { localesFolder, readLocale } from './messages.ts';
import { listOtherQuotes } from './quotes.ts';

/** A thing of the league as English texts name it. */
interface Term {
  /** A pattern of the English word. */
  text: string;
  /** Beginnings of the ids of texts in which the word means something else. */
  except?: readonly string[];
  /** Beginnings of the ids of the only texts in which it means this. */
  only?: readonly string[];
}

export interface EnglishGlossary {
  terms: Readonly<Record<string, Term>>;
  /** Words that stand in no text, but in these. */
  never: Readonly<Record<string, readonly string[]>>;
}

export interface Glossary {
  /** By what each thing is called: a pattern of the word's stem. */
  terms: Readonly<Record<string, string>>;
  /** Texts that do without the word, though the English one has it. */
  without: Readonly<Record<string, readonly string[]>>;
  /** What this language says otherwise: words that stand in no text of its own, but in these. The other form of address is among them. */
  never?: Readonly<Record<string, readonly string[]>>;
}

type Texts = ReadonlyMap<string, string>;

function listWords(elements: readonly MessageFormatElement[]): string {
  return elements
    .map((element) => {
      switch (element.type) {
        case TYPE.literal:
          return element.value;
        case TYPE.plural:
        case TYPE.select:
          return Object.values(element.options)
            .map((option) => ` ${listWords(option.value)} `)
            .join('');
        case TYPE.tag:
          return listWords(element.children);
        default:
          // What stands for a value parts the words on both of its sides.
          return '·';
      }
    })
    .join('');
}

/** What a message says, every branch of it, without its arguments: `{count, plural, one {# team} other {# teams}}` says team and teams. */
export const toWords = (message: string): string => listWords(parse(message));

const isOf = (id: string, beginnings: readonly string[]) =>
  beginnings.some((beginning) => id.startsWith(beginning));

function asksFor({ text, except, only }: Term, id: string, words: string): boolean {
  return (
    new RegExp(text, 'iu').test(words) &&
    !(except && isOf(id, except)) &&
    !(only && !isOf(id, only))
  );
}

const toAllWords = (texts: Texts): Texts =>
  new Map([...texts].map(([id, message]) => [id, toWords(message)]));

/** A line for each text that calls a thing otherwise than its language's glossary does, and for each exception that is none. */
export function listOtherWords(
  locale: string,
  { english, texts }: { english: Texts; texts: Texts },
  { source, own }: { source: EnglishGlossary; own: Glossary },
): string[] {
  const [asked, said] = [toAllWords(english), toAllWords(texts)];
  const names = [...new Set([...Object.keys(source.terms), ...Object.keys(own.terms)])];
  return names.flatMap((name) => {
    const term = source.terms[name];
    const stem = own.terms[name];
    if (term === undefined || stem === undefined) {
      return [`${locale}.glossary.json: '${name}' is not in both glossaries`];
    }
    const without = own.without[name] ?? [];
    const lacking = [...asked]
      .filter(([id, words]) => asksFor(term, id, words))
      .map(([id]) => id)
      .filter((id) => !new RegExp(stem, 'iu').test(said.get(id) ?? ''));
    return [
      ...lacking
        .filter((id) => !without.includes(id))
        .map((id) => `${locale}: '${id}' calls '${name}' otherwise than by ${stem}`),
      ...without
        .filter((id) => !lacking.includes(id))
        .map((id) => `${locale}.glossary.json: '${id}' needs no exception from '${name}'`),
    ];
  });
}

/** A line for each text with a word that stands in none. */
export function listUnwanted(
  locale: string,
  texts: Texts,
  { never }: Pick<EnglishGlossary, 'never'>,
): string[] {
  return Object.entries(never).flatMap(([pattern, but]) =>
    [...texts]
      .filter(([id, text]) => new RegExp(pattern, 'u').test(toWords(text)) && !but.includes(id))
      .map(([id]) => `${locale}: '${id}' says ${pattern}`),
  );
}

const readGlossary = (locale: string): unknown =>
  JSON.parse(readFileSync(join(localesFolder, `${locale}.glossary.json`), 'utf8'));

const translated = ['es', 'fr', 'de', 'pl', 'pt', 'fi'];

const readTexts = (locale: string): Texts =>
  new Map([...readLocale(locale), ...readContent(locale)]);

/** Each language calls a thing by one name, speaks to its reader in one way and quotes in one, on the pages, in mails and in the texts that ship. */
export function checkGlossary(): string[] {
  const source = readGlossary('en') as EnglishGlossary;
  const english = readTexts('en');
  const shipped = readContent('en');
  return [
    ...listUnwanted('en', english, source),
    ...listOtherQuotes('en', toAllWords(english)),
    ...translated.flatMap((locale) => {
      const texts = readTexts(locale);
      const own = readGlossary(locale) as Glossary;
      return [
        ...listUneven(shipped, locale),
        ...listUnwanted(locale, texts, { never: { ...source.never, ...own.never } }),
        ...listOtherWords(locale, { english, texts }, { source, own }),
        ...listOtherQuotes(locale, toAllWords(texts)),
      ];
    }),
  ];
}
