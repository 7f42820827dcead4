import { useTranslations } from 'use-intl';
import { getLocale } from '../../intl/locales.ts';
import { Time } from '../../ui/time.tsx';
import './languages.css';
import type { Reading } from './reading.ts';

interface LanguagesProps {
  reading: Reading;
  /** The text's own address. */
  path: string;
}

/** In which other languages a text can be read; where a translation is older than its original, that comes first. */
export function Languages({ reading, path }: LanguagesProps) {
  const t = useTranslations('reading');
  const { stale, others, locale } = reading;
  return (
    <>
      {stale !== null && <Older stale={stale} isShown={stale.locale === locale} path={path} />}
      {others.length > 0 && (
        <p className="soft reading-languages">
          {t('also_in')}{' '}
          {others.map((code) => (
            <LanguageLink key={code} code={code} path={path} />
          ))}
        </p>
      )}
    </>
  );
}

function LanguageLink({ code, path }: { code: Reading['locale']; path: string }) {
  const { name, tag } = getLocale(code);
  return (
    <a href={`${path}?in=${code}`} lang={tag} hrefLang={tag}>
      {name}
    </a>
  );
}

interface OlderProps {
  stale: NonNullable<Reading['stale']>;
  /** Whether the older translation is what is shown; else the original is. */
  isShown: boolean;
  path: string;
}

function Older({ stale, isShown, path }: OlderProps) {
  const t = useTranslations('reading');
  const other = isShown ? stale.original : stale.locale;
  const { name, tag } = getLocale(other);
  return (
    <p className="reading-older" role="note">
      {t.rich(isShown ? 'older' : 'original_first', {
        translated: () => <Time instant={stale.translated_at} look="date" />,
        changed: () => <Time instant={stale.changed_at} look="date" />,
      })}{' '}
      <a href={`${path}?in=${other}`} hrefLang={tag}>
        {t(isShown ? 'read_original' : 'read_translation', { language: name })}
      </a>
    </p>
  );
}
