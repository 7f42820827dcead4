import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { resumeSession } from '../client/session/start-sign-in.ts';

/** Stands for a guarded page while the browser renews the session that the server may not renew. */
export function AwaitingSession() {
  const t = useTranslations('shell.session');
  useEffect(() => {
    void resumeSession();
  }, []);
  return (
    <div className="page awaiting-session" aria-busy="true">
      <p className="soft" role="status">
        {t('resuming')}
      </p>
      <noscript>
        <p>{t('needs_script')}</p>
      </noscript>
    </div>
  );
}
