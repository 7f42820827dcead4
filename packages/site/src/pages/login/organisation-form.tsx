import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAuthSentence } from '../../client/session/use-auth-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';

/** Leads people to the sign-in of their school, club or company, found by the domain of their address there. */
export function OrganisationForm({ hasCaptcha }: { hasCaptcha: boolean }) {
  const t = useTranslations('sign-in');
  const toSentence = useAuthSentence();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) {
      return;
    }
    const address = String(new FormData(event.currentTarget).get('organisation')).trim();
    setProblem(address === '' ? t('organisation_missing') : null);
    if (address === '') {
      return;
    }
    setIsBusy(true);
    const { signInByOrganisation } = await import('../../client/session/sign-in.ts');
    const attempt = await signInByOrganisation(address, hasCaptcha);
    if (attempt.kind !== 'gone') {
      setIsBusy(false);
    }
    if (attempt.kind === 'refused') {
      setProblem(toSentence(attempt.problem));
    }
  }
  return (
    <form
      method="post"
      className="login-form login-organisation"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <Field label={t('organisation')} hint={t('organisation_hint')} error={problem}>
        {(control) => (
          <input
            {...control}
            name="organisation"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
          />
        )}
      </Field>
      <div className="login-acts">
        <Button type="submit" isBusy={isBusy}>
          {t('act_organisation')}
        </Button>
        {isBusy && hasCaptcha && <span className="soft">{t('checking')}</span>}
      </div>
    </form>
  );
}
