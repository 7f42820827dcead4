import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ListPager, ListSearch } from '../../ui/list-part.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import type { OfficesData } from './data.ts';
import { GiveOffice } from './give-office.tsx';
import { OfficeList, TakeDialog, type Taking } from './office-list.tsx';
import './owner.css';
import { DeskLink } from './from-setup.tsx';

/** Who has which office, what it lets them do, and how it is given and taken. */
export default function OfficesPage({ data }: { data: OfficesData }) {
  const t = useTranslations('owner.offices');
  const title = useTranslations('owner.titles')('offices');
  const [taking, setTaking] = useState<Taking | null>(null);
  return (
    <>
      <PageTop title={title} kicker={<DeskLink />}>
        <p className="owner-lead">{t('lead')}</p>
      </PageTop>
      <div className="page owner">
        <ListSearch part={toSearched(data)} path="/admins/offices" />
        {(['admins', 'editors'] as const).map((office) => (
          <section key={office}>
            <SectionHead title={t(`${office}.title`)} id={office} />
            <p className="owner-does">{t(`${office}.does`)}</p>
            {data.part.query === '' && data[office].length < data[`${office}_total`] && (
              <p className="soft">
                {t('some', { shown: data[office].length, count: data[`${office}_total`] })}
              </p>
            )}
            <OfficeList
              people={data[office]}
              isKept={office === 'admins' && data.admins_total === 1}
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
          <ListPager part={data.part} path="/admins/offices" />
        </section>
      </div>
      <TakeDialog taking={taking} onClose={() => setTaking(null)} />
    </>
  );
}

/** What is looked through: ladders and people alike. */
function toSearched({ part, admins, editors, admins_total, editors_total }: OfficesData) {
  const isWhole = admins.length >= admins_total && editors.length >= editors_total;
  return isWhole ? part : { ...part, total: Math.max(part.total, admins_total, editors_total) };
}
