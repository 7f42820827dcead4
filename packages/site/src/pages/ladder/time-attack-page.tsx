import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { PastBar } from '../past/past-bar.tsx';
import type { LadderData } from './data.ts';
import { DriverName, DriverStandings } from './driver-standings.tsx';
import { LadderTop, RulesInShort } from './ladder-top.tsx';
import { OwnEntrySection } from './own-entry.tsx';
import { OwnRuns } from './own-runs.tsx';
import { RunDialog } from './run-dialog.tsx';
import { formatRunTime } from './run-time.ts';
import { StageTables } from './stage-tables.tsx';
import type { TimeAttackData } from './time-attack-data.ts';
import { TimeAttackNext } from './time-attack-next.tsx';
import { WaitingRuns } from './waiting-runs.tsx';
import './time-attack.css';

interface TimeAttackPageProps {
  data: LadderData;
  timeAttack: TimeAttackData;
}

/** A ladder against the clock: drivers, stages and runs. */
export function TimeAttackPage({ data, timeAttack }: TimeAttackPageProps) {
  const t = useTranslations('ladder.time_attack');
  const [isSubmitting, setIsSubmitting] = useState(false);
  const next = (
    <TimeAttackNext data={data} timeAttack={timeAttack} onSubmit={() => setIsSubmitting(true)} />
  );
  return (
    <>
      <LadderTop data={data} next={next} />
      <div className="page columns">
        <div className="stack">
          <PastBar past={data.past} path={`/ladders/${data.ladder.slug}`} />
          <RulesInShort data={data} />
          <noscript>
            <p className="soft">{t('no_script')}</p>
          </noscript>
          <WaitingRuns timeAttack={timeAttack} />
          <OwnRuns timeAttack={timeAttack} />
          <DriverStandings data={data} timeAttack={timeAttack} />
          <StageTables data={data} timeAttack={timeAttack} />
        </div>
        <LatestRuns data={data} timeAttack={timeAttack} />
      </div>
      <RunDialog data={data} isOpen={isSubmitting} onClose={() => setIsSubmitting(false)} />
    </>
  );
}

function LatestRuns({ data, timeAttack }: TimeAttackPageProps) {
  const t = useTranslations('ladder.time_attack');
  return (
    <aside className="stack ladder-aside" aria-labelledby="latest-runs">
      <OwnEntrySection data={data} />
      <section>
        <SectionHead title={t('latest')} id="latest-runs" />
        {timeAttack.latest.length === 0 ? (
          <p className="soft">{t('no_runs')}</p>
        ) : (
          <ul className="lines">
            {timeAttack.latest.map((run) => (
              <li key={run.id} className="coming">
                <p className="coming-sides">
                  <DriverName of={run.driver} />
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
    </aside>
  );
}
