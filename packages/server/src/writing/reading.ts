import { defaultLocale, isLocaleCode, type LocaleCode } from '@muster/site';
import type { Reading } from '@muster/site/pages/articles/reading.ts';
import type { LoaderInput } from '../context.ts';
import { toText } from '../page/texts.ts';
import type { TextKind } from './kinds.ts';

type TextsByLocale = Readonly<Record<string, string>>;

/** What is known of a thing's languages: the newest revision of each, and when the original last became another. */
export interface Ages {
  original: string;
  newest: Record<string, { number: number; at: string; renders: number | null }>;
}

/** A column `ages` of the things whose address word is `slug`; null for one whose texts nobody has touched. */
export const toAgesSql = (kind: TextKind, slug: string): string => `
  (select json_build_object('original', h.original_locale, 'newest', (
    select json_object_agg(r.locale, json_build_object('number', r.number, 'at', r.at, 'renders', r.renders))
    from (select distinct on (locale) * from private.text_revisions
      where text_id = h.id order by locale, number desc) r))
  from private.text_heads h where h.kind = '${kind}' and h.slug = ${slug} and h.revision > 0)`;

/** Where a translation renders an older original. */
function findStale(ages: Ages | null, locale: string): Reading['stale'] {
  const own = ages?.newest[locale];
  const original = ages?.newest[ages.original];
  if (own === undefined || original === undefined || ages === null) {
    return null;
  }
  const isStale = own.renders !== null && own.renders < original.number;
  return isStale && isLocaleCode(locale) && isLocaleCode(ages.original)
    ? {
        locale,
        original: ages.original,
        translated_at: new Date(own.at).toISOString(),
        changed_at: new Date(original.at).toISOString(),
      }
    : null;
}

interface Asked extends Pick<LoaderInput, 'locale' | 'url' | 'settings'> {
  /** By field and language; a title says that a text is there in that language. */
  texts: { title: TextsByLocale; summary: TextsByLocale; body: TextsByLocale };
  ages: Ages | null;
  /** Whether an older translation gives way to its original: what people are judged by. */
  prefersOriginal?: boolean;
}

/** The language asked for where there is one, else the reader's, the original's, the league's first, or whichever there is. */
function pickWanted({ locale, url, ages, settings }: Asked, there: readonly string[]): string {
  const offered = settings?.current.locales ?? [defaultLocale];
  const order = [url.searchParams.get('in'), locale, ages?.original, ...offered, ...there];
  return order.find((code) => typeof code === 'string' && there.includes(code)) ?? defaultLocale;
}

interface ReadTexts {
  reading: Reading;
  title: string;
  summary: string;
  body: string;
}

/** Those that the league offers: one that it does not is still read where an address asks for it. */
const isOffered = ({ settings }: Asked, code: LocaleCode) =>
  settings?.current.locales.includes(code) ?? true;

/** In which language somebody reads a text, with all of it in that; a title alone brings a body in another. */
export function readTexts(asked: Asked): ReadTexts {
  const { title, summary, body } = asked.texts;
  const there = Object.keys(title).filter((code) => isLocaleCode(code) && title[code] !== '');
  const wanted = pickWanted(asked, there);
  const stale = findStale(asked.ages, wanted);
  const isAsked = asked.url.searchParams.get('in') === wanted;
  const givesWay = stale !== null && asked.prefersOriginal === true && !isAsked;
  const shown = givesWay ? stale.original : wanted;
  return {
    reading: {
      locale: isLocaleCode(shown) ? shown : defaultLocale,
      others: there.filter(isLocaleCode).filter((code) => code !== shown && isOffered(asked, code)),
      stale,
    },
    title: toText(title, shown),
    summary: summary[shown] ?? '',
    body: toText(body, shown),
  };
}
