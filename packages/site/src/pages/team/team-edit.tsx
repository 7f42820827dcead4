import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import type { TeamEditData } from './data.ts';
import { LogoField } from './logo-field.tsx';
import { TeamForm } from './team-form.tsx';

export default function TeamEditPage({ data }: { data: TeamEditData }) {
  const t = useTranslations('team-forms.edit');
  return (
    <>
      <PageTop title={t('title', { team: data.name })} />
      <div className="page columns">
        {data.fields === null ? (
          <EmptyState title={t('not_captain')} reason={t('not_captain_reason')}>
            <ButtonLink href={`/teams/${data.slug}`}>{t('back')}</ButtonLink>
          </EmptyState>
        ) : (
          <>
            <TeamForm
              path={`/api/teams/${data.slug}/edit`}
              fields={data.fields}
              zones={data.zones}
              act={t('act')}
            />
            <aside>
              <LogoField data={data} />
            </aside>
          </>
        )}
      </div>
    </>
  );
}
