import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { ServerSection } from '../match/server-section.tsx';
import { useCommand } from '../team/use-command.ts';
import type { ScrimData, ScrimRoom } from './data.ts';

interface ScrimServerProps {
  data: ScrimData;
  room: ScrimRoom;
}

/** Where both teams connect; a captain or co-captain of either names it. */
export function ScrimServer({ data, room }: ScrimServerProps) {
  const t = useTranslations('scrim.server');
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <ServerSection
      words={{
        title: t('title'),
        who: t('who'),
        none: t('none'),
        address: t('address'),
        password: t('password'),
      }}
      server={room.server}
    >
      {room.may_arrange && (
        <p className="scrim-acts">
          <Button onClick={() => setIsOpen(true)}>{t('change')}</Button>
        </p>
      )}
      <Dialog isOpen={isOpen} onClose={close} title={t('title')}>
        <ServerForm id={data.id} server={room.server} onDone={close} />
      </Dialog>
    </ServerSection>
  );
}

interface ServerFormProps {
  id: string;
  server: ScrimRoom['server'];
  onDone: () => void;
}

function ServerForm({ id, server, onDone }: ServerFormProps) {
  const t = useTranslations('scrim.server');
  const { send, isBusy } = useCommand();
  async function save(form: FormData) {
    const body = {
      address: String(form.get('address')),
      password: String(form.get('password')),
    };
    if ((await send({ path: `/api/scrims/${id}/server`, body })) !== null) {
      onDone();
    }
  }
  return (
    <form
      method="post"
      className="scrim-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save(new FormData(event.currentTarget));
      }}
    >
      <Field label={t('address')}>
        {(control) => (
          <input
            {...control}
            name="address"
            maxLength={200}
            autoComplete="off"
            defaultValue={server?.address ?? ''}
          />
        )}
      </Field>
      <Field label={t('password')}>
        {(control) => (
          <input
            {...control}
            name="password"
            maxLength={100}
            autoComplete="off"
            defaultValue={server?.password ?? ''}
          />
        )}
      </Field>
      <div>
        <Button type="submit" look="main" isBusy={isBusy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
