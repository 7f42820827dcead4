import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useIntlState } from '../intl/intl-root.tsx';
import { getLocale } from '../intl/locales.ts';
import type { PageName } from '../page-data.ts';
import type { Translate } from '../page-head.ts';
import { useEnvironment } from './environment.tsx';
import { toDocumentTitle, toPageHead } from './load-page.ts';
import { useShown } from './router.tsx';

/** Keeps the tab's title, the description and the language true after the first page, whose head the server wrote. */
export function useDocumentHead(name: PageName, data: unknown): void {
  const { shell } = useEnvironment();
  const { locale } = useIntlState();
  const translate = useTranslations() as Translate;
  const { pathname } = useShown().location;
  const head = toPageHead(name, data, translate);
  const title = toDocumentTitle(head.title, shell);
  const description = head.description ?? translate('shell.tagline');
  useEffect(() => {
    document.title = title;
    document.documentElement.lang = getLocale(locale).tag;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
    document
      .querySelector('link[rel="canonical"]')
      ?.setAttribute('href', window.location.origin + pathname);
  }, [title, description, locale, pathname]);
}
