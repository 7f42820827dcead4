import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { startSignIn } from '../../client/start-sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageTop } from '../../ui/page-top.tsx';

/** Where somebody without a session is led to; afterwards they are where they wanted to go. */
export default function LoginPage() {
  const t = useTranslations('shell');
  const [isBusy, setIsBusy] = useState(false);
  return (
    <PageTop title={t('titles.login')} terrain="login">
      <p className="page-top-lead">{t('session.login_reason')}</p>
      <p className="error-acts">
        <Button
          look="main"
          isBusy={isBusy}
          onClick={() => {
            setIsBusy(true);
            startSignIn().catch(() => setIsBusy(false));
          }}
        >
          <Icon name="simple-icons:discord" />
          {t('session.login_button')}
        </Button>
      </p>
      <noscript>
        <p>{t('script.needed')}</p>
      </noscript>
    </PageTop>
  );
}
