import { useTranslations } from 'use-intl';

const height = 32;

/** A day of a server as small bars, one each ten minutes; gaps where it gave no answer. */
export function ServerDay({ day }: { day: readonly (number | null)[] }) {
  const t = useTranslations('servers');
  const most = Math.max(0, ...day.map((players) => players ?? 0));
  const bars = day.map((players, place) =>
    players === null
      ? ''
      : `M${place} ${height}v-${Math.max(1, Math.round((players / Math.max(most, 1)) * height))}h1V${height}z`,
  );
  return (
    <figure className="servers-day">
      <svg
        viewBox={`0 0 ${day.length} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('day', { most })}
      >
        <path d={bars.join('')} fill="currentColor" />
      </svg>
      <figcaption className="soft">{t('day', { most })}</figcaption>
    </figure>
  );
}
