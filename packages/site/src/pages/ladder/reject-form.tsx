import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useCommand } from '../team/use-command.ts';
import type { StageRun } from './time-attack-data.ts';

/** Why a run does not count, in an admin's own words. */
export function RejectForm({ run, onClose }: { run: StageRun; onClose: () => void }) {
  const t = useTranslations('ladder.time_attack.waiting');
  const toSentence = useRefusal();
  const { send, isBusy, error } = useCommand({ saysErrors: false });
  const [reason, setReason] = useState('');
  const reject = async () => {
    const path = `/api/runs/${run.id}/rejection`;
    if ((await send({ path, body: { reason }, done: t('rejected') })) !== null) {
      onClose();
    }
  };
  return (
    <form
      method="post"
      className="ladder-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) {
          void reject();
        }
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
