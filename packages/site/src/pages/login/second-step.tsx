import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Attempt, SecondFactor } from '../../client/session/sign-in.ts';
import { useAuthSentence } from '../../client/session/use-auth-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';

interface SecondStepProps {
  factors: readonly SecondFactor[];
  onGiveUp: () => void;
}

/** What a protected account asks for after the first step: a code, a passkey, or a recovery code. */
export function SecondStep({ factors, onGiveUp }: SecondStepProps) {
  const t = useTranslations('sign-in.second');
  const [isLost, setIsLost] = useState(false);
  async function leave() {
    const { giveUp } = await import('../../client/session/sign-in.ts');
    await giveUp();
    onGiveUp();
  }
  return (
    <>
      <PageTop title={t('title')}>
        <p className="page-top-lead">{t('lead')}</p>
      </PageTop>
      <div className="page login-page">
        <section>
          {isLost && <SectionHead title={t('recovery')} id="recovery" />}
          {isLost ? (
            <RecoveryForm />
          ) : (
            factors.map((factor) =>
              factor.kind === 'webauthn' ? (
                <KeyButton key={factor.id} factor={factor} />
              ) : (
                <SecondCodeForm key={factor.id} factor={factor} />
              ),
            )
          )}
          <p className="login-acts login-others">
            {!isLost && <Button onClick={() => setIsLost(true)}>{t('lost')}</Button>}
            <Button onClick={() => void leave()}>{t('give_up')}</Button>
          </p>
        </section>
      </div>
    </>
  );
}

/** One attempt at a time; its refusal as a sentence. */
function useAttempt() {
  const toSentence = useAuthSentence();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function run(work: () => Promise<Attempt>) {
    if (isBusy) {
      return;
    }
    setIsBusy(true);
    setProblem(null);
    const attempt = await work();
    if (attempt.kind !== 'gone') {
      setIsBusy(false);
    }
    if (attempt.kind === 'refused') {
      setProblem(toSentence(attempt.problem));
    }
  }
  return { run, isBusy, problem };
}

function readCode(event: FormEvent<HTMLFormElement>): string {
  event.preventDefault();
  return String(new FormData(event.currentTarget).get('code')).trim();
}

function SecondCodeForm({ factor }: { factor: SecondFactor }) {
  const t = useTranslations('sign-in.second');
  const { run, isBusy, problem } = useAttempt();
  function submit(event: FormEvent<HTMLFormElement>) {
    const code = readCode(event).replace(/\D/g, '');
    void run(async () => {
      const { giveSecondCode } = await import('../../client/session/sign-in.ts');
      return giveSecondCode(factor.id, code);
    });
  }
  return (
    <form method="post" className="login-form login-code" noValidate onSubmit={submit}>
      <Field
        label={t('code', { name: t('app') })}
        {...(factor.name === '' ? {} : { hint: t('entry', { name: factor.name }) })}
        error={problem}
      >
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
      <p>
        <Button type="submit" look="main" isBusy={isBusy}>
          {t('act')}
        </Button>
      </p>
    </form>
  );
}

function KeyButton({ factor }: { factor: SecondFactor }) {
  const t = useTranslations('sign-in.second');
  const { run, isBusy, problem } = useAttempt();
  function use() {
    void run(async () => {
      const { giveSecondKey } = await import('../../client/session/sign-in.ts');
      return giveSecondKey(factor.id);
    });
  }
  return (
    <div className="login-form">
      <p role="status" className="login-problem">
        {problem}
      </p>
      <p>
        <Button look="main" isBusy={isBusy} onClick={use}>
          {t('key', { name: factor.name || t('passkey') })}
        </Button>
      </p>
    </div>
  );
}

function RecoveryForm() {
  const t = useTranslations('sign-in.second');
  const { run, isBusy, problem } = useAttempt();
  function submit(event: FormEvent<HTMLFormElement>) {
    const code = readCode(event);
    void run(async () => {
      const { giveRecoveryCode } = await import('../../client/session/sign-in.ts');
      return giveRecoveryCode(code);
    });
  }
  return (
    <form method="post" className="login-form login-code" noValidate onSubmit={submit}>
      <Field label={t('recovery')} hint={t('recovery_hint')} error={problem}>
        {(control) => (
          <input {...control} name="code" autoComplete="off" autoCapitalize="none" maxLength={20} />
        )}
      </Field>
      <p>
        <Button type="submit" look="main" isBusy={isBusy}>
          {t('act')}
        </Button>
      </p>
    </form>
  );
}
