import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OfficeClosed } from '../../ui/office-closed.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { ActList } from './act-list.tsx';
import type { AdminLogData } from './data.ts';

/** Everything that any office did, as far as the viewer's offices reach. */
export default function AdminLogPage({ data: { log } }: { data: AdminLogData }) {
  const t = useTranslations('office-log');
  return (
    <>
      <PageTop title={t('title')} kicker={<a href="/admins">{t('desk')}</a>}>
        {log !== null && <p className="page-top-lead">{t('lead')}</p>}
      </PageTop>
      {log === null ? (
        <div className="page columns">
          <OfficeClosed>
            <EmptyState title={t('not_yours')}>
              <ButtonLink href="/log">{t('public_title')}</ButtonLink>
            </EmptyState>
          </OfficeClosed>
        </div>
      ) : (
        <ActList data={log} path="/admins/log" />
      )}
    </>
  );
}
