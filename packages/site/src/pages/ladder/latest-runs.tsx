import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { EntryLink } from './entry-link.tsx';
import { formatRunTime } from './run-time.ts';
import type { TimeAttackData } from './time-attack-data.ts';

/** The runs that were driven last. */
export function LatestRuns({ timeAttack }: { timeAttack: TimeAttackData }) {
  const t = useTranslations('ladder.time_attack');
  return (
    <section>
      <SectionHead title={t('latest')} id="latest-runs" />
      {timeAttack.latest.length === 0 ? (
        <p className="soft">{t('no_runs')}</p>
      ) : (
        <ul className="lines">
          {timeAttack.latest.map((run) => (
            <li key={run.id} className="coming">
              <p className="coming-sides">
                <EntryLink of={run.driver} />
              </p>
              <span className="display coming-time">
                {formatRunTime(run.time_ms + run.penalty_ms)}
              </span>
              <p className="soft coming-maps">
                {run.stage} · <Time instant={run.driven_at} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
