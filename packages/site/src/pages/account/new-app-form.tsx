import { type FormEvent, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEnvironment } from '../../app/environment.tsx';
import { useReload } from '../../client/live/use-reload.ts';
import type { NewApp } from '../../client/session/account-security.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useChange } from './use-change.ts';

interface NewAppFormProps {
  /** Names that the person has given already: no two may be the same. */
  taken: readonly string[];
  /** Whether a factor was added. */
  onDone: (isAdded: boolean) => void;
}

/** The league's name; with a number where there is one of that name. */
function toFreeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number += 1) {
    free = `${name} ${number}`;
  }
  return free;
}

/** Shows an authenticator app what to take up, and asks for the first code that it makes of it. */
export function NewAppForm({ taken, onDone }: NewAppFormProps) {
  const t = useTranslations('account.second');
  const { shell } = useEnvironment();
  const reload = useReload();
  const { run, isBusy, problem } = useChange();
  const [app, setApp] = useState<NewApp | null>(null);
  const issuer = shell.league_name;
  const name = toFreeName(issuer, taken);
  useEffect(() => {
    let isGone = false;
    void import('../../client/session/account-security.ts')
      .then(({ beginApp }) => beginApp(name, issuer))
      .then((answer) => {
        if (!isGone && answer.ok) {
          setApp(answer.data);
        }
      });
    return () => {
      isGone = true;
    };
  }, [issuer, name]);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).replace(/\D/g, '');
    if (app === null) {
      return;
    }
    const answer = await run(async () => {
      const { finishApp } = await import('../../client/session/account-security.ts');
      return finishApp(app.id, code);
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
      <p>{t('app_reason')}</p>
      {app === null ? (
        <p role="status" className="soft">
          {t('app_wait')}
        </p>
      ) : (
        <div className="account-qr">
          <img src={app.qr_code} width="180" height="180" alt={t('qr')} />
          <p>
            <span className="soft">{t('secret')}</span>
            <code className="account-secret">{app.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </p>
        </div>
      )}
      <Field label={t('code')} hint={t('code_hint')} error={problem}>
        {(control) => (
          <input
            {...control}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
          />
        )}
      </Field>
      <p className="account-row">
        <Button type="submit" look="main" isBusy={isBusy || app === null}>
          {t('app_act')}
        </Button>
        <Button onClick={() => onDone(false)}>{t('cancel')}</Button>
      </p>
    </form>
  );
}
