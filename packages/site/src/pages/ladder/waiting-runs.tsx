import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRefusal } from '../../client/use-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { useCommand } from '../team/use-command.ts';
import type { DriveData, StageRun } from './drive-data.ts';
import { DriverName } from './driver-standings.tsx';
import { Proof, RunStatusMark, RunTime } from './stage-tables.tsx';

/** The runs that wait for this person's word. */
export function WaitingRuns({ drives }: { drives: DriveData }) {
  const t = useTranslations('ladder.drive.waiting');
  const [rejected, setRejected] = useState<StageRun | null>(null);
  const { viewer } = drives;
  if (viewer === null || viewer.waiting.length === 0) return null;
  return (
    <section aria-labelledby="waiting">
      <SectionHead title={t('title')} id="waiting" />
      <ul className="lines">
        {viewer.waiting.map((run) => (
          <WaitingRun
            key={run.id}
            run={run}
            onReject={viewer.may_reject ? () => setRejected(run) : null}
          />
        ))}
      </ul>
      <Dialog
        isOpen={rejected !== null}
        onClose={() => setRejected(null)}
        title={t('reject_title', { driver: rejected?.driver.name ?? '' })}
      >
        {rejected !== null && <RejectForm run={rejected} onClose={() => setRejected(null)} />}
      </Dialog>
    </section>
  );
}

interface WaitingRunProps {
  run: StageRun;
  /** Null for somebody who may only confirm. */
  onReject: (() => void) | null;
}

function WaitingRun({ run, onReject }: WaitingRunProps) {
  const t = useTranslations('ladder.drive.waiting');
  const { send, isBusy } = useCommand();
  const words = { driver: run.driver.name, stage: run.stage };
  const confirm = () => send({ path: `/api/runs/${run.id}/confirmation`, done: t('confirmed') });
  return (
    <li className="waiting-run">
      <div>
        <p className="waiting-run-head">
          <DriverName of={run.driver} /> <RunTime run={run} /> <Proof run={run} />
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
          look="main"
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

function RejectForm({ run, onClose }: { run: StageRun; onClose: () => void }) {
  const t = useTranslations('ladder.drive.waiting');
  const toSentence = useRefusal();
  const { send, isBusy, error } = useCommand({ saysErrors: false });
  const [reason, setReason] = useState('');
  const reject = async () => {
    const path = `/api/runs/${run.id}/rejection`;
    if ((await send({ path, body: { reason }, done: t('rejected') })) !== null) onClose();
  };
  return (
    <form
      className="ladder-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void reject();
      }}
    >
      <Field label={t('reason')} hint={t('reason_hint')}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            required
            maxLength={4000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <p className="ladder-form-error" role="alert">
        {error !== null && toSentence(error)}
      </p>
      <div className="ladder-form-acts">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look="danger" type="submit" isBusy={isBusy} disabled={reason.trim() === ''}>
          {t('reject')}
        </Button>
      </div>
    </form>
  );
}
