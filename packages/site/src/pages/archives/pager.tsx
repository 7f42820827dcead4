import { useTranslations } from 'use-intl';

interface PagerProps {
  place: { from: number; limit: number };
  total: number;
  path: string;
  /** What else the address says. */
  chosen?: Record<string, string>;
}

/** To the page before and the page after, where there is one. */
export function Pager({ place: { from, limit }, total, path, chosen = {} }: PagerProps) {
  const t = useTranslations('archives');
  const toAddress = (start: number) =>
    `${path}?${new URLSearchParams({ ...chosen, from: String(start) })}`;
  if (from <= 1 && from + limit > total) {
    return null;
  }
  return (
    <nav className="archives-pager" aria-label={t('pages')}>
      {from > 1 && (
        <a rel="prev" href={toAddress(Math.max(1, Math.min(from - limit, total)))}>
          {t('previous')}
        </a>
      )}
      {from + limit <= total && (
        <a rel="next" href={toAddress(from + limit)}>
          {t('next')}
        </a>
      )}
    </nav>
  );
}
