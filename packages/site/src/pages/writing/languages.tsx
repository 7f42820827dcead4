import { useTranslations } from 'use-intl';
import { useEnvironment } from '../../app/environment.tsx';
import { locales } from '../../intl/locales.ts';
import type { WritingData } from './data.ts';

/** The languages of a text that the league offers, with its own: which there are, and which are older than the original. */
export function Languages({ data }: { data: WritingData }) {
  const t = useTranslations('writing');
  const offered = useEnvironment().shell.locales;
  const own = [data.locale, data.original_locale];
  return (
    <nav className="writing-languages" aria-label={t('languages')}>
      {locales.map(({ code, tag, name }) => {
        const there = data.languages.find(({ locale }) => locale === code);
        if (!offered.includes(code) && !own.includes(code)) {
          return null;
        }
        return (
          <a
            key={code}
            lang={tag}
            href={`/admins/writing/${data.kind}/${data.slug}?locale=${code}`}
            aria-current={code === data.locale ? 'page' : undefined}
          >
            {name}
            {there === undefined ? ' –' : there.is_stale ? ` · ${t('older')}` : ' ✓'}
          </a>
        );
      })}
    </nav>
  );
}
