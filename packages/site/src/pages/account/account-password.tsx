import { useTranslations } from 'use-intl';
import { useNavigate } from '../../app/router.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import './account.css';
import type { AccountPasswordData } from './data.ts';
import { PasswordForm } from './password-form.tsx';

/** Where the mail to somebody who forgot their password leads, once they are signed in. */
export default function AccountPasswordPage({ data }: { data: AccountPasswordData }) {
  const t = useTranslations('account.password');
  const navigate = useNavigate();
  return (
    <>
      <PageTop title={t('title')}>
        <p className="page-top-lead">
          {data.email === null ? t('no_address') : t('lead', { email: data.email })}
        </p>
      </PageTop>
      <div className="page account-narrow">
        {data.email !== null && (
          <PasswordForm
            email={data.email}
            asksCurrent={data.asks_current}
            onChanged={() => void navigate('/account')}
          />
        )}
      </div>
    </>
  );
}
