import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useReload } from '../../client/live/use-reload.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useChange } from './use-change.ts';

/** Registers a passkey or a security key under a name. */
export function NewKeyForm({ onDone }: { onDone: (isAdded: boolean) => void }) {
  const t = useTranslations('account.second');
  const reload = useReload();
  const { run, isBusy, problem } = useChange();
  const [isUnnamed, setIsUnnamed] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    setIsUnnamed(name === '');
    if (name === '') {
      return;
    }
    const answer = await run(async () => {
      const { addKey } = await import('../../client/session/account-security.ts');
      return addKey(name);
    });
    if (!answer.ok) {
      return;
    }
    onDone(true);
    await reload();
  }
  return (
    <form
      method="post"
      className="account-form account-app"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <p>{t('key_reason')}</p>
      <Field label={t('key_name')} error={isUnnamed ? t('key_name_missing') : problem}>
        {(control) => <input {...control} name="name" maxLength={60} autoComplete="off" />}
      </Field>
      <p className="account-row">
        <Button type="submit" look="main" isBusy={isBusy}>
          {t('key_act')}
        </Button>
        <Button onClick={() => onDone(false)}>{t('cancel')}</Button>
      </p>
    </form>
  );
}
