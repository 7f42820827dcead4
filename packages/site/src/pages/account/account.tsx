import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useReload } from '../../client/live/use-reload.ts';
import { startSignOut } from '../../client/session/start-sign-in.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import './account.css';
import { AvailabilityForm } from './availability-form.tsx';
import { CalendarFeed } from './calendar-feed.tsx';
import type { AccountData } from './data.ts';
import { EmailForm } from './email-form.tsx';
import { GameIdentities } from './game-identities.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { Overview } from './overview.tsx';
import { OwnData } from './own-data.tsx';
import { OwnInvitations } from './own-invitations.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactors } from './second-factors.tsx';
import { Sessions } from './sessions.tsx';

export default function AccountPage({ data }: { data: AccountData }) {
  const t = useTranslations('account');
  const title = useTranslations('shell.titles')('account');
  const reload = useReload();
  return (
    <>
      <PageTop title={title} kicker={data.username}>
        <Overview data={data} />
        <p className="account-acts">
          <ButtonLink href={`/profiles/${data.user_id}`}>{t('see_profile')}</ButtonLink>
          <ButtonLink href="/account/notifications">{t('notifications')}</ButtonLink>
          <ButtonLink href="/account/reports">{t('reports')}</ButtonLink>
          <Button onClick={() => void startSignOut()}>{t('sign_out')}</Button>
        </p>
      </PageTop>
      <div className="page account-page">
        <OwnInvitations data={data} />
        <Section id="profile" title={t('profile.title')}>
          <ProfileForm data={data} />
        </Section>
        <Section id="accounts" title={t('accounts.title')}>
          <LinkedAccounts data={data} />
        </Section>
        <Section id="identities" title={t('identities.title')}>
          <GameIdentities data={data} />
        </Section>
        <Section id="availability" title={t('availability.title')}>
          <AvailabilityForm data={data} />
        </Section>
        <Section id="second-step" title={t('second.title')}>
          <SecondFactors data={data} />
        </Section>
        <Section id="sessions" title={t('sessions.title')}>
          <Sessions sessions={data.sessions} />
        </Section>
        {data.has_email && (
          <Section id="email" title={t('email.title')}>
            <EmailForm key={data.email} data={data} />
          </Section>
        )}
        {data.has_email && (
          <Section id="password" title={t('password.title')}>
            {data.email === null ? (
              <p className="soft">{t('password.no_address')}</p>
            ) : (
              <PasswordForm
                email={data.email}
                asksCurrent={data.has_password}
                onChanged={() => void reload()}
              />
            )}
          </Section>
        )}
        <Section id="calendar" title={t('calendar.title')}>
          <CalendarFeed calendar={data.calendar} />
        </Section>
        <Section id="data" title={t('data.title')}>
          <OwnData />
        </Section>
      </div>
    </>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section>
      <SectionHead title={title} id={id} />
      {children}
    </section>
  );
}
