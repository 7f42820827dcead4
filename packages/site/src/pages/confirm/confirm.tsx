import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEnvironment } from '../../app/environment.tsx';
import { useNavigate } from '../../app/router.tsx';
import { completeSignIn, openHandedSession } from '../../client/session/complete-sign-in.ts';
import type { HandedSession } from '../../client/session/handed-session.ts';
import type { SignInFailure, SignInOutcome } from '../../client/session/session.ts';
import { hasSessionCookie } from '../../client/session/session-cookie.ts';
import { useAuthSentence } from '../../client/session/use-auth-sentence.ts';
import { useIntlState } from '../../intl/intl-root.tsx';
import { toLocalePath } from '../../routing/locale-paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { HandedForm } from './handed-form.tsx';

type State =
  | { kind: 'waits' }
  | { kind: 'asks'; session: HandedSession }
  | { kind: 'ended'; outcome: SignInOutcome };

async function begin(): Promise<State> {
  const handed = await openHandedSession();
  if (handed.kind === 'none') {
    return { kind: 'ended', outcome: await completeSignIn() };
  }
  if (handed.kind === 'refused') {
    return { kind: 'ended', outcome: handed.outcome };
  }
  return handed;
}

/** Where every way of signing in leads back to: it takes the session and goes on, or says why it cannot. */
export default function ConfirmPage() {
  const t = useTranslations('sign-in');
  const title = useTranslations('shell.titles')('confirm');
  const { routing } = useEnvironment();
  const { locale } = useIntlState();
  const navigate = useNavigate();
  const [state, setState] = useState<State>({ kind: 'waits' });
  useEffect(() => {
    void begin().then(setState);
  }, []);
  if (state.kind === 'asks') {
    return (
      <HandedForm
        session={state.session}
        onNotMe={() => void navigate(toLocalePath('/', locale, routing), { replace: true })}
        onAccepted={(outcome) => setState({ kind: 'ended', outcome })}
      />
    );
  }
  if (state.kind === 'ended' && !state.outcome.ok) {
    return <Failure outcome={state.outcome} />;
  }
  return (
    <PageTop title={title}>
      <p role="status" className="page-top-lead">
        {t('confirming')}
      </p>
      <noscript>
        <p>{t('needs_script')}</p>
      </noscript>
    </PageTop>
  );
}

function Failure({ outcome }: { outcome: SignInFailure }) {
  const t = useTranslations('sign-in');
  const toSentence = useAuthSentence();
  // Who has a session all the same came back from linking another account to it.
  const wasLinking = hasSessionCookie();
  return (
    <PageTop title={wasLinking ? t('linked_not') : t('failed')}>
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
