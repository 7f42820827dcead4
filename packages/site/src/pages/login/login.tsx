import { useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { hasSessionCookie } from '../../client/session/session-cookie.ts';
import type { SecondFactor } from '../../client/session/sign-in.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import type { LoginData } from './data.ts';
import { EmailSignIn } from './email-sign-in.tsx';
import './login.css';
import { OrganisationForm } from './organisation-form.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { SecondStep } from './second-step.tsx';

async function loadSecondStep(): Promise<SecondFactor[] | null> {
  const { findSecondStep } = await import('../../client/session/sign-in.ts');
  return findSecondStep();
}

/** Where somebody without a session is led to; afterwards they are where they wanted to go. */
export default function LoginPage({ data }: { data: LoginData }) {
  const t = useTranslations('sign-in');
  const title = useTranslations('shell.titles')('login');
  const viewer = useViewer();
  const [factors, setFactors] = useState<SecondFactor[] | null>(null);
  useEffect(() => {
    if (viewer === null && hasSessionCookie()) {
      void loadSecondStep().then(setFactors);
    }
  }, [viewer]);
  if (factors !== null) {
    return <SecondStep factors={factors} onGiveUp={() => setFactors(null)} />;
  }
  if (viewer !== null) {
    return (
      <PageTop title={title}>
        <p className="page-top-lead">{t('already', { name: viewer.username })}</p>
        <p className="error-acts">
          <ButtonLink look="main" href="/account">
            {t('to_account')}
          </ButtonLink>
        </p>
      </PageTop>
    );
  }
  const { options } = data;
  const hasAccounts = options.providers.length > 0 || data.has_organisations;
  if (!hasAccounts && !options.email) {
    return (
      <PageTop title={title}>
        <p className="page-top-lead">{t('nobody')}</p>
        <p>{t('nobody_operator')}</p>
      </PageTop>
    );
  }
  return (
    <>
      <PageTop title={title}>
        {data.restored !== undefined && <Restored admins={data.restored.admins} />}
        <p className="page-top-lead">{t('lead')}</p>
        <noscript>
          <p>{t('needs_script')}</p>
        </noscript>
      </PageTop>
      <div className="page login-page">
        {hasAccounts && (
          <section>
            <SectionHead title={t('by_account')} id="providers" />
            <ProviderButtons providers={options.providers} />
            {data.has_organisations && <OrganisationForm hasCaptcha={options.captcha} />}
          </section>
        )}
        {options.email && (
          <section>
            <SectionHead title={t('by_mail')} id="mail" />
            <EmailSignIn
              options={options}
              onSecondStep={() => void loadSecondStep().then(setFactors)}
            />
          </section>
        )}
      </div>
    </>
  );
}

function Restored({ admins }: { admins: readonly string[] }) {
  const t = useTranslations('sign-in');
  const names = useFormatter().list(admins, { type: 'conjunction' });
  return <p role="status">{t('restored', { count: admins.length, names })}</p>;
}
