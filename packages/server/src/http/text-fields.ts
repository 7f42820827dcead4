import { locales } from '@muster/site';
import * as v from 'valibot';

const locale = v.picklist(locales.map(({ code }) => code));

/** A text in the languages in which it is written; any one is enough, an empty one takes that language away. */
export const textIn = (longest: number) =>
  v.record(locale, v.pipe(v.string(), v.trim(), v.maxLength(longest)));

/** How long the texts of the league may be, in characters a language. */
export const textLimits = { summary: 300, body: 20_000 };

type Texts = Readonly<Record<string, string>>;

/** Texts as they are after a change: what it does not name stays, an empty one goes. */
export function mergeTexts(before: Texts | undefined, given: Texts | undefined): Texts {
  const merged = Object.entries({ ...before, ...given });
  return Object.fromEntries(merged.filter(([, text]) => text !== ''));
}
