import { useTranslations } from 'use-intl';
import { PageTop } from '../../ui/page-top.tsx';
import type { SignInWaysData } from './data.ts';
import { WaysForm } from './ways-form.tsx';

/** The ways to sign in, from the desk of the site's admins. */
export default function SignInWaysPage({ data }: { data: SignInWaysData }) {
  const t = useTranslations('setup.steps.sign-in');
  return (
    <>
      <PageTop title={t('title')}>
        <p className="page-top-lead">{t('lead')}</p>
      </PageTop>
      <div className="page ways-page">
        <WaysForm data={data} />
      </div>
    </>
  );
}
