import { useTranslations } from 'use-intl';

/** Rungs gained (positive) or lost since last week. */
export function Movement({ by }: { by: number }) {
  const t = useTranslations('pieces');
  const label = by === 0 ? t('same_rung') : by > 0 ? t('up', { by }) : t('down', { by: -by });
  const kind = by === 0 ? 'none' : by > 0 ? 'up' : 'down';
  return (
    <span className={`movement movement-${kind}`} role="img" aria-label={label} title={label}>
      {by !== 0 && Math.abs(by)}
    </span>
  );
}
