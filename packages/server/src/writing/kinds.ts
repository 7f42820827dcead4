import { locales } from '@muster/site';
import * as v from 'valibot';
import { isUuid } from '../http/find.ts';
import { withoutDirectionMarks } from '../page/markdown.ts';

/** How long the texts of the league may be, in characters a language. */
export const textLimits = { line: 200, summary: 300, body: 20_000 };

const locale = v.picklist(locales.map(({ code }) => code));
/** What stands in lists and titles beside others' words: nothing of it turns those round. */
const short = (longest: number) =>
  v.pipe(v.string(), v.transform(withoutDirectionMarks), v.trim(), v.maxLength(longest));
/** What breaks a line breaks a heading or a list of titles. */
const lines = v.record(locale, v.pipe(short(textLimits.line), v.regex(/^[^\n\r\u2028\u2029]*$/)));
const summaries = v.record(locale, short(textLimits.summary));
const bodies = v.record(locale, v.pipe(v.string(), v.maxLength(textLimits.body)));

const article = {
  title: v.optional(lines),
  summary: v.optional(summaries),
  body: v.optional(bodies),
};

/**
 * The kinds of things whose texts people in office write: the public table, the word for one of them, and the
 * fields with their limits. `needed` must be there in each language that has any.
 */
export const textKinds = {
  articles: { table: 'public.articles', one: 'article', texts: article, needed: 'title' },
  pages: { table: 'public.pages', one: 'page', texts: article, needed: 'title' },
  games: {
    table: 'public.games',
    one: 'game',
    texts: { tagline: v.optional(summaries), about: v.optional(bodies) },
    needed: null,
  },
  ladders: {
    table: 'public.ladders',
    one: 'ladder',
    texts: { summary: v.optional(summaries), description: v.optional(bodies) },
    needed: null,
  },
} as const;

export type TextKind = keyof typeof textKinds;
export const textKindNames = Object.keys(textKinds) as TextKind[];

export const isTextKind = (name: string): name is TextKind => Object.hasOwn(textKinds, name);

/** Whether this is an article that is not made yet: it has an address word that its editor's browser made. */
export const isUnmade = (kind: TextKind, slug: string): boolean =>
  kind === 'articles' && slug.startsWith('new-') && isUuid(slug.slice('new-'.length));

/** The names of a kind's fields, in the order in which they are read. */
export const listFields = (kind: TextKind): string[] => Object.keys(textKinds[kind].texts);

const lengths: Readonly<Record<string, number>> = {
  title: textLimits.line,
  summary: textLimits.summary,
  tagline: textLimits.summary,
};

/** How many characters each of a kind's fields may have. */
export const listLimits = (kind: TextKind): Record<string, number> =>
  Object.fromEntries(listFields(kind).map((field) => [field, lengths[field] ?? textLimits.body]));

/** All texts of a thing in one language, by field; a field that is empty is not there. */
export type Texts = Record<string, string>;

/** Texts as requests and public tables have them: by field and language. */
export type TextsByField = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

/** A revision that texts were read at, and the one of the original that a translation renders. */
const number = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_000_000_000));
export const revision = number;
export const renders = v.optional(number);

/** A language of texts. */
export const textLocale = locale;

const textsByField = v.record(v.string(), v.optional(v.record(v.string(), v.string())));

/** What a request says of texts, and nothing else of it. */
export function pickTexts(kind: TextKind, body: Readonly<Record<string, unknown>>): TextsByField {
  const fields = listFields(kind);
  return v.parse(
    textsByField,
    Object.fromEntries(Object.entries(body).filter(([field]) => fields.includes(field))),
  );
}
