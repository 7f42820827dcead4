import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import type { ScrimLine } from './data.ts';

/** The scrims to come of the person's teams. */
export function OwnScrims({ scrims }: { scrims: readonly ScrimLine[] }) {
  const t = useTranslations('boards.scrims');
  if (scrims.length === 0) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('title')} id="scrims" />
      <ul className="lines">
        {scrims.map((scrim) => (
          <li className="boards-scrim" key={scrim.id}>
            <a className="boards-name" href={`/scrims/${scrim.id}`}>
              {t('line', { home: scrim.home.name, away: scrim.away.name })}
            </a>
            <span className="soft">
              <Time instant={scrim.starts_at} look="full" /> · {scrim.game}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
