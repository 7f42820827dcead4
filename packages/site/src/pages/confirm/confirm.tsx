import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SignInOutcome } from '../../client/session.ts';
import { hasSessionCookie } from '../../client/session-cookie.ts';
import { completeSignIn } from '../../client/start-sign-in.ts';
import { useAuthSentence } from '../../client/use-auth-sentence.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageTop } from '../../ui/page-top.tsx';

/** Where every way of signing in leads back to: it takes the session and goes on, or says why it cannot. */
export default function ConfirmPage() {
  const t = useTranslations('sign-in');
  const title = useTranslations('shell.titles')('confirm');
  const toSentence = useAuthSentence();
  const [outcome, setOutcome] = useState<SignInOutcome | null>(null);
  useEffect(() => {
    void completeSignIn().then(setOutcome);
  }, []);
  if (outcome === null || outcome.ok) {
    return (
      <PageTop title={title} terrain="confirm">
        <p role="status" className="page-top-lead">
          {t('confirming')}
        </p>
        <noscript>
          <p>{t('needs_script')}</p>
        </noscript>
      </PageTop>
    );
  }
  // Who has a session all the same came back from linking another account to it.
  const wasLinking = hasSessionCookie();
  return (
    <PageTop title={wasLinking ? t('linked_not') : t('failed')} terrain="confirm">
      <p role="status" className="page-top-lead">
        {toSentence(outcome)} {!wasLinking && t('failed_hint')}
      </p>
      <p className="error-acts">
        <ButtonLink look="main" href={wasLinking ? '/account#accounts' : '/login'}>
          {wasLinking ? t('to_account') : t('try_again')}
        </ButtonLink>
      </p>
    </PageTop>
  );
}
