import { useTranslations } from 'use-intl';

/** The last results, oldest first: 'WLWWD'. Tall is won, short is lost, in between drawn. */
export function FormBars({ form }: { form: string }) {
  const t = useTranslations('pieces');
  const results = [...form]
    .slice(-5)
    .map((result, place) => ({ place, word: toResultWord(result) }));
  if (results.length === 0) {
    return <span className="soft">{t('no_match_yet')}</span>;
  }
  const words = results.map(({ word }) => t(`result.${word}`)).join(', ');
  return (
    <span className="form-bars" role="img" aria-label={t('form_label', { results: words })}>
      {results.map(({ place, word }) => (
        <span key={place} className={`form-bar form-bar-${word}`} />
      ))}
    </span>
  );
}

function toResultWord(result: string): 'won' | 'lost' | 'drawn' {
  return result === 'W' ? 'won' : result === 'L' ? 'lost' : 'drawn';
}
