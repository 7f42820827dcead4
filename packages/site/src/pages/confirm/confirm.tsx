import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SignInOutcome } from '../../client/session.ts';
import { completeSignIn } from '../../client/start-sign-in.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageTop } from '../../ui/page-top.tsx';

/** Where the chat platform leads back to: it takes the session and goes on, or says why it cannot. */
export default function ConfirmPage() {
  const t = useTranslations('shell');
  const [outcome, setOutcome] = useState<SignInOutcome | null>(null);
  useEffect(() => {
    void completeSignIn().then(setOutcome);
  }, []);
  const hasFailed = outcome !== null && !outcome.ok;
  return (
    <PageTop title={hasFailed ? t('session.failed') : t('titles.confirm')} terrain="confirm">
      <p role="status" className="page-top-lead">
        {hasFailed ? t('session.failed_hint') : t('session.confirming')}
      </p>
      {hasFailed && <p className="soft">{outcome.message}</p>}
      {hasFailed && (
        <p className="error-acts">
          <ButtonLink look="main" href="/login">
            {t('session.try_again')}
          </ButtonLink>
        </p>
      )}
      <noscript>
        <p>{t('script.needed')}</p>
      </noscript>
    </PageTop>
  );
}
