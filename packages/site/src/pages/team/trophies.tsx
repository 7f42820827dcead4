import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import type { Trophy } from './data.ts';
import './trophies.css';

/** The first three places at the ends of seasons; nothing where there are none. */
export function Trophies({ trophies }: { trophies: readonly Trophy[] }) {
  const t = useTranslations('lists');
  if (trophies.length === 0) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('trophies')} id="trophies" />
      <ul className="lines">
        {trophies.map(({ place, ladder, season, team, archive }) => (
          <li className="trophy" key={`${ladder.slug} ${season}`}>
            <span className="display trophy-place">{place}</span>
            <span>
              <a href={`/ladders/${ladder.slug}`}>{ladder.name}</a>{' '}
              <span className="soft">
                {archive === null ? season : <a href={`/archives/${archive}`}>{season}</a>}
                {team !== undefined && ` · ${team}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
