import { createRequire } from 'node:module';
import { getLocale, type LocaleCode } from '@muster/site';
import { createTranslator } from 'use-intl/core';

/** The areas of the site's texts that the server itself writes with. */
export interface ServerTexts {
  'archive-office': typeof import('@muster/site/locales/en/archive-office.json', { with: {
    type: 'json',
  }});
  mail: typeof import('@muster/site/locales/en/mail.json', { with: { type: 'json' }});
  'next-step': typeof import('@muster/site/locales/en/next-step.json', { with: { type: 'json' }});
  notices: typeof import('@muster/site/locales/en/notices.json', { with: { type: 'json' }});
  refusals: typeof import('@muster/site/locales/en/refusals.json', { with: { type: 'json' }});
  'setup-restore': typeof import('@muster/site/locales/en/setup-restore.json', { with: {
    type: 'json',
  }});
}

const require = createRequire(import.meta.url);

/** Reads an area's texts in one language, and says them with their figures put in. */
export function getTranslator<Area extends keyof ServerTexts>(locale: LocaleCode, area: Area) {
  const texts = require(`@muster/site/locales/${locale}/${area}.json`) as ServerTexts[Area];
  return createTranslator({
    locale: getLocale(locale).tag,
    messages: texts,
    // A key that is missing is a fault of ours; the translations are held alike by a check.
    onError: (error) => {
      throw error;
    },
  });
}
