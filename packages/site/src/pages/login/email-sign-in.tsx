import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CodePurpose } from '../../client/session/sign-in.ts';
import { CodeForm } from './code-form.tsx';
import type { SignInOptions } from './data.ts';
import { EmailForm, type EmailMode } from './email-form.tsx';

const purposes: Readonly<Record<EmailMode, CodePurpose>> = {
  password: 'email',
  code: 'email',
  join: 'signup',
  forgotten: 'recovery',
};

interface EmailSignInProps {
  options: SignInOptions;
  onSecondStep: () => void;
}

/** Signing in by an address of one's own: with a password, or with what a mail to it carries. */
export function EmailSignIn({ options, onSecondStep }: EmailSignInProps) {
  const t = useTranslations('sign-in.modes');
  const [mode, setMode] = useState<EmailMode>('password');
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) {
    return (
      <CodeForm
        email={sentTo}
        purpose={purposes[mode]}
        onSecondStep={onSecondStep}
        onAgain={() => setSentTo(null)}
      />
    );
  }
  const modes: EmailMode[] = [
    'password',
    'code',
    ...(options.sign_up ? (['join'] as const) : []),
    'forgotten',
  ];
  return (
    <>
      <fieldset className="login-modes">
        <legend className="visually-hidden">{t('label')}</legend>
        {modes.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="mode"
              value={name}
              checked={mode === name}
              onChange={() => setMode(name)}
            />
            {t(name)}
          </label>
        ))}
      </fieldset>
      <EmailForm
        key={mode}
        mode={mode}
        options={options}
        onSent={setSentTo}
        onSecondStep={onSecondStep}
      />
    </>
  );
}
