import { useTranslations } from 'use-intl';
import { locales } from '../../intl/locales.ts';
import type { WritingData } from './data.ts';

/** The languages of a text: which there are, and which are older than the original. */
export function Languages({ data }: { data: WritingData }) {
  const t = useTranslations('writing');
  return (
    <nav className="writing-languages" aria-label={t('languages')}>
      {locales.map(({ code, tag, name }) => {
        const there = data.languages.find(({ locale }) => locale === code);
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
