import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { AdminPill } from '../../ui/admin-pill.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListPager, ListSearch } from '../../ui/list-part.tsx';
import { OfficeClosed } from '../../ui/office-closed.tsx';
import { FactLine, PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import './admins.css';
import type { AdminLine, AdminsData } from './data.ts';
import { DeskLinks } from './desk-links.tsx';
import { DeskQueue } from './desk-queue.tsx';

export default function AdminsPage({ data }: { data: AdminsData }) {
  const t = useTranslations('admins');
  const title = useTranslations('shell.titles')('admins');
  const { desk } = data;
  const site = data.admins.filter((admin) => admin.is_site_admin);
  const ladder = data.admins.filter((admin) => !admin.is_site_admin);
  // Whoever runs many ladders looks for one of them where others look for an admin.
  const longest = Math.max(data.part.total, desk?.ladders_total ?? 0);
  const total = data.part.query === '' ? longest : data.part.total;
  return (
    <>
      <PageTop title={desk === null ? title : t('desk.label')}>
        {desk === null && <p className="admins-lead">{t('lead')}</p>}
        <FactLine>
          <span>{t('open_disputes', { count: data.open_disputes })}</span>
          <span>{t('rulings', { count: data.rulings })}</span>
          {data.median_hours !== null && (
            <span>
              {t('median')} <Hours hours={data.median_hours} />
            </span>
          )}
        </FactLine>
      </PageTop>
      <div className={desk === null ? 'page columns' : 'page columns desk'}>
        <div className="stack">
          {desk === null ? <OfficeClosed /> : <DeskQueue desk={desk} />}
          <ListSearch part={{ ...data.part, total }} path="/admins" />
          {(site.length > 0 || data.site_total === 0) && (
            <section>
              <SectionHead title={t('site')} id="site" />
              <AdminList admins={site}>
                <EmptyState title={t('none')} reason={t('none_reason')} />
              </AdminList>
            </section>
          )}
          {(ladder.length > 0 || data.ladder_total === 0) && (
            <section>
              <SectionHead title={t('ladders')} id="ladders" />
              <AdminList admins={ladder}>
                <EmptyState title={t('none_ladder')} reason={t('none_ladder_reason')}>
                  {desk?.is_site_admin && (
                    <ButtonLink href="/admins/offices">{t('give_office')}</ButtonLink>
                  )}
                </EmptyState>
              </AdminList>
            </section>
          )}
          <ListPager part={data.part} path="/admins" />
        </div>
        {desk !== null && <DeskLinks desk={desk} />}
        <aside className="prose">
          <p>{t('how')}</p>
          <p>
            <a href="/articles/how-disputes-are-decided">{t('read')}</a>
          </p>
          <p>
            <a href="/log">{t('log')}</a>
          </p>
        </aside>
      </div>
    </>
  );
}

interface AdminListProps {
  admins: readonly AdminLine[];
  /** What stands there while there is none. */
  children: ReactNode;
}

function AdminList({ admins, children }: AdminListProps) {
  if (admins.length === 0) {
    return children;
  }
  return (
    <ul className="lines">
      {admins.map((admin) => (
        <AdminRow key={admin.person_id} admin={admin} />
      ))}
    </ul>
  );
}

function AdminRow({ admin }: { admin: AdminLine }) {
  const t = useTranslations('admins');
  return (
    <li className="admins-row">
      <Emblem name={admin.username} kind="person" />
      <p className="admins-name">
        {admin.user_id === null ? (
          admin.username
        ) : (
          <a href={`/profiles/${admin.user_id}`}>{admin.username}</a>
        )}{' '}
        {admin.is_site_admin && <AdminPill />}
      </p>
      <p className="soft admins-ladders">
        {admin.ladders.map((ladder) => (
          <a key={ladder.slug} href={`/ladders/${ladder.slug}`}>
            {ladder.name}
          </a>
        ))}
        {admin.ladders.length < admin.ladders_total && (
          <span>{t('more_ladders', { count: admin.ladders_total - admin.ladders.length })}</span>
        )}
      </p>
      <p className="soft admins-figures">
        {admin.rulings === 0 ? (
          t('no_ruling')
        ) : (
          <>
            {t('rulings', { count: admin.rulings })}
            {admin.median_hours !== null && (
              <>
                {' · '}
                {t('median')} <Hours hours={admin.median_hours} />
              </>
            )}
            {' · '}
            {t('overturned', { count: admin.overturned })}
          </>
        )}
      </p>
    </li>
  );
}

/** Hours below two days, else days; to one decimal place where that says something. */
function Hours({ hours }: { hours: number }) {
  const format = useFormatter();
  const isLong = hours >= 48;
  return format.number(isLong ? hours / 24 : hours, {
    style: 'unit',
    unit: isLong ? 'day' : 'hour',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  });
}
