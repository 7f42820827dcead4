import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { useCommand } from '../team/use-command.ts';
import { EntryLink } from './entry-link.tsx';
import { useFirstRows } from './more-rows.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { Proof, RunStatusMark, RunTime } from './stage-tables.tsx';
import type { StageRun, TimeAttackData } from './time-attack-data.ts';

/** So many stand before the press: who came for the standings is soon there. */
const first = 3;

/** The runs that wait for this person's word. */
export function WaitingRuns({ timeAttack }: { timeAttack: TimeAttackData }) {
  const t = useTranslations('ladder.time_attack.waiting');
  const [rejected, setRejected] = useState<StageRun | null>(null);
  const { viewer } = timeAttack;
  const { foldClass, toRowClass, press } = useFirstRows(viewer?.waiting.length ?? 0, -1, first);
  if (viewer === null || viewer.waiting.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby="waiting">
      <SectionHead title={t('title')} id="waiting" />
      <ul className={`lines ${foldClass}`}>
        {viewer.waiting.map((run, index) => (
          <WaitingRun
            key={run.id}
            run={run}
            isFirst={index === 0}
            className={toRowClass(index, false)}
            onReject={viewer.rejectable.includes(run.id) ? () => setRejected(run) : null}
          />
        ))}
      </ul>
      {press}
      <RejectDialog
        run={rejected}
        isLikely={viewer.rejectable.length > 0}
        onClose={() => setRejected(null)}
      />
    </section>
  );
}

interface WaitingRunProps {
  run: StageRun;
  /** Of several the one whose button calls. */
  isFirst: boolean;
  className: string;
  /** Null for somebody who may only confirm. */
  onReject: (() => void) | null;
}

function WaitingRun({ run, isFirst, className, onReject }: WaitingRunProps) {
  const t = useTranslations('ladder.time_attack.waiting');
  const { send, isBusy } = useCommand();
  const words = { driver: run.driver.name, stage: run.stage };
  const confirm = () => send({ path: `/api/runs/${run.id}/confirmation`, done: t('confirmed') });
  return (
    <li className={`waiting-run ${className}`}>
      <div>
        <p className="waiting-run-head">
          <EntryLink of={run.driver} /> <RunTime run={run} /> <Proof run={run} />
        </p>
        <p className="soft waiting-run-more">
          {run.stage} · <Time instant={run.driven_at} />
        </p>
        {run.status === 'waiting_for_admin' && <RunStatusMark status={run.status} />}
      </div>
      <div className="waiting-run-acts">
        {onReject !== null && (
          <Button onClick={onReject} aria-label={t('reject_for', words)}>
            {t('reject')}
          </Button>
        )}
        <Button
          look={isFirst ? 'main' : 'quiet'}
          isBusy={isBusy}
          onClick={() => void confirm()}
          aria-label={t('confirm_for', words)}
        >
          {t('confirm')}
        </Button>
      </div>
    </li>
  );
}
