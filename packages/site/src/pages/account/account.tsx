import { useTranslations } from 'use-intl';
import { startSignOut } from '../../client/start-sign-in.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import './account.css';
import { AvailabilityForm } from './availability-form.tsx';
import type { AccountData } from './data.ts';
import { GameIdentities } from './game-identities.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { ProfileForm } from './profile-form.tsx';

export default function AccountPage({ data }: { data: AccountData }) {
  const t = useTranslations('pages.account');
  const title = useTranslations('shell.titles')('account');
  return (
    <>
      <PageTop title={title} terrain={data.username} kicker={data.username}>
        <p className="account-acts">
          <ButtonLink href={`/profiles/${data.user_id}`}>{t('see_profile')}</ButtonLink>
          <Button onClick={() => void startSignOut()}>{t('sign_out')}</Button>
        </p>
      </PageTop>
      <div className="page account-page">
        <section>
          <SectionHead title={t('profile.title')} id="profile" />
          <ProfileForm data={data} />
        </section>
        <section>
          <SectionHead title={t('accounts.title')} id="accounts" />
          <LinkedAccounts data={data} />
        </section>
        <section>
          <SectionHead title={t('identities.title')} id="identities" />
          <GameIdentities data={data} />
        </section>
        <section>
          <SectionHead title={t('availability.title')} id="availability" />
          <AvailabilityForm data={data} />
        </section>
      </div>
    </>
  );
}
