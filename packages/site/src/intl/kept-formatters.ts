import { keepAnswers } from '@muster/league';
import type { _createIntlFormatters } from 'use-intl/core';

/** Of each kind: a formatter of dates holds 50 kB, and people may live in any of some hundred zones. */
const limit = 250;

function keep<Args extends readonly unknown[], Made>(
  Formatter: new (...args: Args) => Made,
): (...args: Args) => Made {
  return keepAnswers(
    limit,
    (...args) => new Formatter(...args),
    (...args) => JSON.stringify(args),
  );
}

/** The formatters of `Intl`, one for each language, zone and set of options, for every page and person alike. */
export const keptFormatters: ReturnType<typeof _createIntlFormatters> = {
  getDateTimeFormat: keep(Intl.DateTimeFormat),
  getNumberFormat: keep(Intl.NumberFormat),
  getPluralRules: keep(Intl.PluralRules),
  getRelativeTimeFormat: keep(Intl.RelativeTimeFormat),
  getListFormat: keep(Intl.ListFormat),
  getDisplayNames: keep(Intl.DisplayNames),
};
