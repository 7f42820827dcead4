import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { PastBar } from '../past/past-bar.tsx';
import type { LadderData } from './data.ts';
import type { DriveData } from './drive-data.ts';
import { DriveNext } from './drive-next.tsx';
import { DriverName, DriverStandings } from './driver-standings.tsx';
import { LadderTop, RulesInShort } from './ladder-top.tsx';
import { OwnEntryDesk } from './own-entry.tsx';
import { OwnRuns } from './own-runs.tsx';
import { RunDialog } from './run-dialog.tsx';
import { formatRunTime } from './run-time.ts';
import { StageTables } from './stage-tables.tsx';
import { WaitingRuns } from './waiting-runs.tsx';
import './drive.css';

interface DrivePageProps {
  data: LadderData;
  drives: DriveData;
}

/** A ladder against the clock: drivers, stages and runs. */
export function DrivePage({ data, drives }: DrivePageProps) {
  const t = useTranslations('ladder.drive');
  const [isSubmitting, setIsSubmitting] = useState(false);
  const next = <DriveNext data={data} drives={drives} onSubmit={() => setIsSubmitting(true)} />;
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
          <WaitingRuns drives={drives} />
          <OwnRuns drives={drives} />
          <DriverStandings data={data} drives={drives} />
          <StageTables data={data} drives={drives} />
        </div>
        <LatestRuns data={data} drives={drives} />
      </div>
      <RunDialog data={data} isOpen={isSubmitting} onClose={() => setIsSubmitting(false)} />
    </>
  );
}

function LatestRuns({ data, drives }: DrivePageProps) {
  const t = useTranslations('ladder.drive');
  return (
    <aside className="stack ladder-aside" aria-labelledby="latest-runs">
      <OwnEntryDesk data={data} />
      <section>
        <SectionHead title={t('latest')} id="latest-runs" />
        {drives.latest.length === 0 ? (
          <p className="soft">{t('no_runs')}</p>
        ) : (
          <ul className="lines">
            {drives.latest.map((run) => (
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
