import { useTranslations } from 'use-intl';
import { PageTop } from '../../ui/page-top.tsx';
import { ActList } from './act-list.tsx';
import type { OfficeLogData } from './data.ts';

/** What people in office did, as far as everybody may read it. */
export default function OfficeLogPage({ data }: { data: OfficeLogData }) {
  const t = useTranslations('office-log');
  return (
    <>
      <PageTop title={t('public_title')} kicker={<a href="/admins">{t('admins')}</a>}>
        <p className="page-top-lead">{t('public_lead')}</p>
      </PageTop>
      <ActList data={data} path="/log" />
    </>
  );
}
