import type { LocaleCode } from '@muster/site';
import type { Matter } from '@muster/site/pages/me/matter.ts';
import { toMatterKeys } from '@muster/site/pages/me/matter-keys.ts';
import { toTimeWords } from '../notice/words.ts';
import { getTranslator } from '../translate.ts';

/** A matter in words, as every page has it. */
export interface MatterWords {
  title: string;
  /** By when, and what becomes of it then. */
  reason: string;
  button: string;
  /** Where the button leads. */
  path: string;
}

/** Says a matter in one language, its instant in one zone. */
export function toMatterWords(matter: Matter, locale: LocaleCode, zone: string): MatterWords {
  const t = getTranslator(locale, 'next-step');
  const { title, reason, act, href, values } = toMatterKeys(matter);
  const { until } = matter;
  const time = () => (until === null ? '' : toTimeWords(until, locale, zone));
  return {
    title: t(title, values),
    reason: t.markup(reason, { ...values, time }),
    button: t(act, values),
    path: href,
  };
}
