import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PastBar } from '../past/past-still.ts';
import type { LadderData } from './data.ts';
import { DriverStandings } from './driver-standings.tsx';
import { LadderTop, RulesInShort } from './ladder-top.tsx';
import { OwnEntrySection } from './own-entry.tsx';
import { OwnRuns } from './own-runs.tsx';
import { RunDialog } from './run-dialog.tsx';
import { StageTables } from './stage-tables.tsx';
import { LatestRuns } from './stills.ts';
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
      <div className="page columns ladder-columns">
        <div className="stack">
          <div className="ladder-lines">
            <RulesInShort data={data} />
            <PastBar past={data.past} path={`/ladders/${data.ladder.slug}`} />
          </div>
          <noscript>
            <p className="soft">{t('no_script')}</p>
          </noscript>
          <WaitingRuns timeAttack={timeAttack} />
          <OwnRuns timeAttack={timeAttack} />
          <DriverStandings data={data} timeAttack={timeAttack} />
          {timeAttack.stages.length > 0 && <StageTables data={data} timeAttack={timeAttack} />}
        </div>
        <aside className="stack ladder-aside" aria-labelledby="latest-runs">
          <OwnEntrySection data={data} />
          <LatestRuns timeAttack={timeAttack} />
        </aside>
      </div>
      <RunDialog data={data} isOpen={isSubmitting} onClose={() => setIsSubmitting(false)} />
    </>
  );
}
