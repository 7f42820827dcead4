import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CodePurpose } from '../../client/session/sign-in.ts';
import { useAuthSentence } from '../../client/session/use-auth-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';

interface CodeFormProps {
  email: string;
  purpose: CodePurpose;
  onSecondStep: () => void;
  onAgain: () => void;
}

/** Says that a mail is on its way, and takes its code from those who open it elsewhere. */
export function CodeForm({ email, purpose, onSecondStep, onAgain }: CodeFormProps) {
  const t = useTranslations('sign-in.sent');
  const toSentence = useAuthSentence();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).replace(/\D/g, '');
    if (isBusy) {
      return;
    }
    setIsBusy(true);
    const { giveCode } = await import('../../client/session/sign-in.ts');
    const attempt = await giveCode(email, code, purpose);
    if (attempt.kind !== 'gone') {
      setIsBusy(false);
    }
    if (attempt.kind === 'second_step') {
      onSecondStep();
    }
    setProblem(attempt.kind === 'refused' ? toSentence(attempt.problem) : null);
  }
  return (
    <form method="post" className="login-form" noValidate onSubmit={(event) => void submit(event)}>
      <div role="status">
        <p>
          <b>{t('title')}</b>
        </p>
        <p className="soft">{t('reason', { email })}</p>
      </div>
      <div className="login-code">
        <Field label={t('code')} error={problem}>
          {(control) => (
            <input
              {...control}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
            />
          )}
        </Field>
      </div>
      <div className="login-acts">
        <Button type="submit" look="main" isBusy={isBusy}>
          {t('act')}
        </Button>
        <Button onClick={onAgain}>{t('again')}</Button>
      </div>
    </form>
  );
}
