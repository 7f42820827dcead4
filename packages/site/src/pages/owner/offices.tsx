import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import type { OfficesData } from './data.ts';
import { GiveOffice } from './give-office.tsx';
import { OfficeList, TakeDialog, type Taking } from './office-list.tsx';
import './owner.css';

/** Who has which office, what it lets them do, and how it is given and taken. */
export default function OfficesPage({ data }: { data: OfficesData }) {
  const t = useTranslations('owner.offices');
  const title = useTranslations('owner.titles')('offices');
  const [taking, setTaking] = useState<Taking | null>(null);
  return (
    <>
      <PageTop title={title} terrain="offices">
        <p className="owner-lead">{t('lead')}</p>
      </PageTop>
      <div className="page owner">
        {(['admins', 'editors'] as const).map((office) => (
          <section key={office}>
            <SectionHead title={t(`${office}.title`)} id={office} />
            <p className="owner-does">{t(`${office}.does`)}</p>
            <OfficeList
              people={data[office]}
              path={`/api/${office}`}
              office={t(`${office}.one`)}
              onTake={setTaking}
            />
            <GiveOffice path={`/api/${office}`} held={data[office]} />
          </section>
        ))}
        <section>
          <SectionHead title={t('ladders.title')} id="ladders" />
          <p className="owner-does">{t('ladders.does')}</p>
          {data.ladders.map(({ slug, name, admins }) => (
            <details key={slug} className="owner-ladder" open={admins.length > 0}>
              <summary>
                {name} <span className="soft">({admins.length})</span>
              </summary>
              <OfficeList
                people={admins}
                path={`/api/ladders/${slug}/admins`}
                office={t('ladders.one', { ladder: name })}
                onTake={setTaking}
              />
              <GiveOffice path={`/api/ladders/${slug}/admins`} held={admins} />
            </details>
          ))}
        </section>
      </div>
      <TakeDialog taking={taking} onClose={() => setTaking(null)} />
    </>
  );
}
