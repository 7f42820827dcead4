import { useTranslations } from 'use-intl';
import { still } from '../../app/still.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import type { TeamNewData } from './data.ts';
import { TeamForm } from './team-form.tsx';

const FoundingRefusal = still(
  ['refusals'],
  () => import('./founding-refusal.tsx'),
  (module) => module.FoundingRefusal,
);

export const stills = [FoundingRefusal];

export default function TeamNewPage({ data }: { data: TeamNewData }) {
  const t = useTranslations('team-forms.new');
  const title = useTranslations('shell.titles')('team_new');
  const { refusal } = data;
  return (
    <>
      <PageTop title={title}>
        {refusal === null && <p className="team-about">{t('lead')}</p>}
      </PageTop>
      <div className="page columns">
        {refusal === null ? (
          <TeamForm
            path="/api/teams"
            fields={{ name: '', tag: '', zone: data.zone, locale: data.locale, about: '' }}
            zones={data.zones}
            act={t('act')}
          />
        ) : (
          <FoundingRefusal refusal={refusal} />
        )}
        <aside className="prose">
          <p>{t('then')}</p>
          <p>
            <a href="/articles/welcome">{t('read')}</a>
          </p>
        </aside>
      </div>
    </>
  );
}
