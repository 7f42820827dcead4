import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { showToast } from '../../client/toast/show-toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useChange } from './use-change.ts';

interface PasswordFormProps {
  /** The address that the password goes with: what keeps passwords wants to know. */
  email: string;
  /** Whether the one that there is must be given: not by somebody who forgot it. */
  asksCurrent: boolean;
  onChanged: () => void;
}

/** Sets a password, or changes it. Where the sign-in is a while ago, a code by mail is asked for as well. */
export function PasswordForm({ email, asksCurrent, onChanged }: PasswordFormProps) {
  const t = useTranslations('account.password');
  const { run, isBusy, problem, setProblem } = useChange();
  const [asksNonce, setAsksNonce] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const given = {
      password: String(form.get('password')),
      current: String(form.get('current') ?? ''),
      nonce: String(form.get('nonce') ?? '').trim(),
    };
    if (given.password === '') {
      setProblem(t('missing'));
      return;
    }
    const answer = await run(async () => {
      const { changePassword } = await import('../../client/session/account-security.ts');
      return changePassword(given);
    });
    if (answer.ok) {
      element.reset();
      setAsksNonce(false);
      void showToast({ kind: 'success', text: t('changed') });
      onChanged();
    } else if (answer.problem.code === 'reauthentication_needed') {
      setAsksNonce(true);
      const { askForNonce } = await import('../../client/session/account-security.ts');
      const sent = await askForNonce();
      if (!sent.ok) {
        setProblem(t('nonce_failed'));
      }
    }
  }
  return (
    <form
      method="post"
      className="account-form"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <input hidden readOnly name="username" autoComplete="username" value={email} />
      {asksCurrent && (
        <Field label={t('current')}>
          {(control) => (
            <input {...control} name="current" type="password" autoComplete="current-password" />
          )}
        </Field>
      )}
      <Field label={t('new')} hint={t('hint')} error={problem}>
        {(control) => (
          <input {...control} name="password" type="password" autoComplete="new-password" />
        )}
      </Field>
      {asksNonce && (
        <Field label={t('nonce')}>
          {(control) => (
            <input
              {...control}
              name="nonce"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
            />
          )}
        </Field>
      )}
      <p>
        <Button type="submit" look={asksCurrent ? 'quiet' : 'main'} isBusy={isBusy}>
          {t('act')}
        </Button>
      </p>
    </form>
  );
}
