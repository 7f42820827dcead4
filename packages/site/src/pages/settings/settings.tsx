import { useTranslations } from 'use-intl';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import type { SettingsData } from './data.ts';
import { settingsParts } from './fields.ts';
import { LogoForm } from './logo-form.tsx';
import { SettingsForm } from './settings-form.tsx';

/** What the league is called, which languages it speaks, and where its people talk. */
export default function SettingsPage({ data }: { data: SettingsData }) {
  const t = useTranslations('settings');
  return (
    <>
      <PageTop title={t('title')} kicker={<a href="/admins">{t('desk')}</a>}>
        <p className="page-top-lead">{t('lead')}</p>
      </PageTop>
      <div className="page columns">
        <div className="stack">
          {settingsParts.map((part) => (
            <section key={part}>
              <SectionHead title={t(`parts.${part}`)} id={part} />
              {part === 'logo' ? (
                <LogoForm data={data} />
              ) : (
                <SettingsForm data={data} part={part} />
              )}
            </section>
          ))}
        </div>
      </div>
    </>
  );
}
