import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAuthSentence } from '../../client/session/use-auth-sentence.ts';
import { useIntlState } from '../../intl/intl-root.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import type { SignInOptions } from './data.ts';

/** With a password; by a mail; as somebody new; as somebody who forgot the password. */
export type EmailMode = 'password' | 'code' | 'join' | 'forgotten';

interface EmailFormProps {
  mode: EmailMode;
  options: SignInOptions;
  /** A mail went out to this address. */
  onSent: (email: string) => void;
  onSecondStep: () => void;
}

interface Given {
  email: string;
  password: string;
}

async function tryToSignIn(
  mode: EmailMode,
  { email, password }: Given,
  { options, locale }: { options: SignInOptions; locale: string },
) {
  const { signInWithPassword, askForCode, askForRecovery, signUp } = await import(
    '../../client/session/sign-in.ts'
  );
  const hasCaptcha = options.captcha;
  if (mode === 'password') {
    return signInWithPassword({ email, password, hasCaptcha });
  }
  if (mode === 'join') {
    return signUp({ email, password, hasCaptcha }, locale);
  }
  if (mode === 'forgotten') {
    return askForRecovery({ email, hasCaptcha });
  }
  return askForCode({ email, hasCaptcha }, { mayJoin: options.sign_up, locale });
}

export function EmailForm({ mode, options, onSent, onSecondStep }: EmailFormProps) {
  const t = useTranslations('sign-in');
  const toSentence = useAuthSentence();
  const { locale } = useIntlState();
  const [isBusy, setIsBusy] = useState(false);
  const [missing, setMissing] = useState<'email' | 'password' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const asksPassword = mode === 'password' || mode === 'join';
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) {
      return;
    }
    const form = new FormData(event.currentTarget);
    const email = String(form.get('email')).trim();
    const password = String(form.get('password') ?? '');
    const lacks = email === '' ? 'email' : asksPassword && password === '' ? 'password' : null;
    setMissing(lacks);
    setProblem(null);
    if (lacks !== null) {
      return;
    }
    setIsBusy(true);
    const attempt = await tryToSignIn(mode, { email, password }, { options, locale });
    // Who goes on leaves this page; the button stays busy until then.
    if (attempt.kind !== 'gone') {
      setIsBusy(false);
    }
    if (attempt.kind === 'mail_sent') {
      onSent(email);
    }
    if (attempt.kind === 'second_step') {
      onSecondStep();
    }
    if (attempt.kind === 'refused') {
      setProblem(toSentence(attempt.problem));
    }
  }
  const act = mode === 'password' ? 'act_password' : mode === 'join' ? 'act_join' : 'act_code';
  return (
    <form method="post" className="login-form" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t('email')} error={missing === 'email' ? t('email_missing') : null}>
        {(control) => (
          <input {...control} name="email" type="email" autoComplete="email" maxLength={254} />
        )}
      </Field>
      {asksPassword && (
        <Field
          label={t('password')}
          {...(mode === 'join' ? { hint: t('password_hint') } : {})}
          error={missing === 'password' ? t('password_missing') : null}
        >
          {(control) => (
            <input
              {...control}
              name="password"
              type="password"
              autoComplete={mode === 'join' ? 'new-password' : 'current-password'}
            />
          )}
        </Field>
      )}
      <p role="status" className="login-problem">
        {problem}
      </p>
      <div className="login-acts">
        <Button type="submit" look="main" isBusy={isBusy}>
          {t(act)}
        </Button>
        {isBusy && options.captcha && <span className="soft">{t('checking')}</span>}
      </div>
    </form>
  );
}
