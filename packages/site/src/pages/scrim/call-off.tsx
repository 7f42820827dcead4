import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { useCommand } from '../team/use-command.ts';
import type { ScrimData } from './data.ts';

/** Calling the scrim off, with a reason that the other team reads. */
export function CallOff({ data }: { data: ScrimData }) {
  const t = useTranslations('scrim.cancel');
  const { send, isBusy } = useCommand();
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState('');
  const close = () => setIsOpen(false);
  async function callOff() {
    const path = `/api/scrims/${data.id}/cancellation`;
    if ((await send({ path, body: { reason } })) !== null) {
      close();
    }
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('open')}</Button>
      <Dialog isOpen={isOpen} onClose={close} title={t('title')}>
        <form
          method="post"
          className="scrim-form"
          onSubmit={(event) => {
            event.preventDefault();
            void callOff();
          }}
        >
          <p>{t('say')}</p>
          <Field label={t('reason')} hint={t('reason_hint')}>
            {(control) => (
              <input
                {...control}
                maxLength={300}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
          <div>
            <Button type="submit" look="danger" isBusy={isBusy}>
              {t('act')}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
