import { useEffect, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import type { HandedSession } from '../../client/session/handed-session.ts';
import type { SignInOutcome } from '../../client/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { toProviderName } from '../profile/provider-name.ts';
import './confirm.css';

interface HandedFormProps {
  session: HandedSession;
  onNotMe: () => void;
  onAccepted: (outcome: SignInOutcome) => void;
}

/**
 * Asks whether to take a session that came with a link. A link can be anybody's: who takes somebody else's
 * session would act in their account, so 'Not me' is what Enter does.
 */
export function HandedForm({ session, onNotMe, onAccepted }: HandedFormProps) {
  const t = useTranslations('sign-in.handed');
  const format = useFormatter();
  const viewer = useViewer();
  const [isBusy, setIsBusy] = useState(false);
  const notMe = useRef<HTMLButtonElement>(null);
  useEffect(() => notMe.current?.focus(), []);
  const { name, ways, email, stale_minutes } = session;
  function toWay(way: string): string {
    if (way === 'email') {
      return t('by_mail', { email: email ?? '' });
    }
    if (way === 'phone') {
      return t('by_phone');
    }
    return way.startsWith('sso:') ? t('by_organisation') : toProviderName(way);
  }
  async function accept() {
    setIsBusy(true);
    onAccepted(await session.accept());
  }
  return (
    <PageTop title={t('title')}>
      <div className="confirm-question">
        <p className="page-top-lead">{t('lead', { name })}</p>
        {ways.length > 0 && <p>{t('ways', { ways: format.list(ways.map(toWay)) })}</p>}
        {stale_minutes !== null && (
          <p className="confirm-warning">{t('stale', { minutes: stale_minutes })}</p>
        )}
        {viewer !== null && <p>{t('instead', { name: viewer.username })}</p>}
        <p className="soft">{t('warning')}</p>
        <div className="confirm-acts">
          <Button ref={notMe} look="main" onClick={onNotMe}>
            {t('not_me')}
          </Button>
          <Button isBusy={isBusy} onClick={() => void accept()}>
            {t('accept', { name })}
          </Button>
        </div>
      </div>
    </PageTop>
  );
}
