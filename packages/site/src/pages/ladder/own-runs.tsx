import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { useCommand } from '../team/use-command.ts';
import { EntryError } from './entry-error.tsx';
import { formatRunTime } from './run-time.ts';
import { Proof, RunStatusMark, RunTime } from './stage-tables.tsx';
import type { StageRun, TimeAttackData } from './time-attack-data.ts';

/** A driver's own runs, with what each waits for and a way to take it back. */
export function OwnRuns({ timeAttack }: { timeAttack: TimeAttackData }) {
  const t = useTranslations('ladder.time_attack.own');
  const [taken, setTaken] = useState<StageRun | null>(null);
  const runs = timeAttack.viewer?.own ?? [];
  if (runs.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby="own-runs">
      <SectionHead title={t('title')} id="own-runs" />
      <ul className="lines">
        {runs.map((run) => (
          <li key={run.id} className="waiting-run">
            <div>
              <p className="waiting-run-head">
                {run.stage} <RunTime run={run} /> <Proof run={run} />
              </p>
              <p className="waiting-run-more">
                <RunStatusMark status={run.status} />{' '}
                <span className="soft">
                  <Time instant={run.driven_at} />
                </span>
              </p>
            </div>
            {timeAttack.viewer?.may_withdraw === true && (
              <div className="waiting-run-acts">
                <Button
                  onClick={() => setTaken(run)}
                  aria-label={t('withdraw_for', { stage: run.stage })}
                >
                  {t('withdraw')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <Dialog isOpen={taken !== null} onClose={() => setTaken(null)} title={t('withdraw_title')}>
        {taken !== null && <WithdrawForm run={taken} onClose={() => setTaken(null)} />}
      </Dialog>
    </section>
  );
}

function WithdrawForm({ run, onClose }: { run: StageRun; onClose: () => void }) {
  const t = useTranslations('ladder.time_attack.own');
  const { isBusy, error, send } = useCommand({ saysErrors: false });
  async function withdraw() {
    const path = `/api/runs/${run.id}/withdrawal`;
    if ((await send({ path, done: t('withdrawn') })) !== null) {
      onClose();
    }
  }
  return (
    <form
      method="post"
      className="ladder-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) {
          void withdraw();
        }
      }}
    >
      <p>
        {t('withdraw_meaning', {
          stage: run.stage,
          time: formatRunTime(run.time_ms + run.penalty_ms),
        })}
      </p>
      <EntryError error={error} />
      <div className="ladder-form-acts">
        <Button onClick={onClose}>{t('keep')}</Button>
        <Button look="danger" type="submit" isBusy={isBusy}>
          {t('withdraw')}
        </Button>
      </div>
    </form>
  );
}
