import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useIntlState } from '../intl/intl-root.tsx';
import { getLocale } from '../intl/locales.ts';
import type { PageName } from '../page-data.ts';
import type { Translate } from '../page-head.ts';
import { useEnvironment } from './environment.tsx';
import { toDocumentTitle } from './load-page.ts';
import { useShown } from './router.tsx';

// Apart from its `then`: what fails there would pass for a chunk that cannot be loaded.
const loadHeads = () => import('./page-heads.ts');

/** The first page of a document has its head from the server, whichever component shows it. */
let isFirst = true;

function setHead(title: string, description: string): void {
  document.title = title;
  document.querySelector('meta[name="description"]')?.setAttribute('content', description);
}

/** Keeps the tab's title, the description and the language true after the first page, whose head the server wrote. */
export function useDocumentHead(name: PageName, data: unknown): void {
  const { shell } = useEnvironment();
  const { locale } = useIntlState();
  const translate = useTranslations() as Translate;
  const { pathname } = useShown().location;
  useEffect(() => {
    document.documentElement.lang = getLocale(locale).tag;
    document
      .querySelector('link[rel="canonical"]')
      ?.setAttribute('href', window.location.origin + pathname);
  }, [locale, pathname]);
  useEffect(() => {
    if (isFirst) {
      isFirst = false;
      return;
    }
    let isPast = false;
    const tell = async () => {
      const { toPageHead } = await loadHeads();
      if (!isPast) {
        const head = toPageHead(name, data, translate);
        const description = head.description ?? translate('shell.tagline');
        setHead(toDocumentTitle(head.title, shell), description);
      }
    };
    tell().catch((error: unknown) => console.error('The page could not be named', error));
    return () => {
      isPast = true;
    };
  }, [name, data, translate, shell]);
}
