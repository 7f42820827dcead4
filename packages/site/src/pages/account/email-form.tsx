import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useReload } from '../../client/live/use-reload.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import type { AccountData } from './data.ts';
import { useChange } from './use-change.ts';

/** The address that mail goes to and that one may sign in by; a new one counts once both have agreed. */
export function EmailForm({ data }: { data: AccountData }) {
  const t = useTranslations('account.email');
  const reload = useReload();
  const { run, isBusy, problem } = useChange();
  const [sentTo, setSentTo] = useState<string | null>(data.new_email);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    const answer = await run(async () => {
      const { changeEmail } = await import('../../client/session/account-security.ts');
      return changeEmail(email);
    });
    if (!answer.ok) {
      return;
    }
    setSentTo(email);
    await reload();
  }
  return (
    <form
      method="post"
      className="account-form"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <p className="soft">
        {data.email === null ? t('none') : t('current', { email: data.email })}
      </p>
      {sentTo !== null && (
        <p role="status">
          {data.email === null
            ? t('pending_one', { email: sentTo })
            : t('pending', { email: sentTo, current: data.email })}
        </p>
      )}
      <Field label={t('new')} error={problem}>
        {(control) => (
          <input {...control} name="email" type="email" autoComplete="email" maxLength={254} />
        )}
      </Field>
      <p>
        <Button type="submit" isBusy={isBusy}>
          {t(data.email === null ? 'add' : 'act')}
        </Button>
      </p>
    </form>
  );
}
