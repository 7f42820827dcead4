import { useTranslations } from 'use-intl';
import { PageTop } from '../../ui/page-top.tsx';
import type { TeamNewData } from './data.ts';
import { TeamForm } from './team-form.tsx';

export default function TeamNewPage({ data }: { data: TeamNewData }) {
  const t = useTranslations('team-forms.new');
  const title = useTranslations('shell.titles')('team_new');
  return (
    <>
      <PageTop title={title}>
        <p className="team-about">{t('lead')}</p>
      </PageTop>
      <div className="page columns">
        <TeamForm
          path="/api/teams"
          fields={{ name: '', tag: '', zone: data.zone, locale: data.locale, about: '' }}
          zones={data.zones}
          act={t('act')}
        />
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
