import { useFormatter, useTranslations } from 'use-intl';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import './archives.css';
import type { ArchiveLine, ArchivesData } from './data.ts';

export default function ArchivesPage({ data }: { data: ArchivesData }) {
  const t = useTranslations('archives');
  const title = useTranslations('shell.titles')('archives');
  return (
    <>
      <PageTop title={title} terrain="archives">
        <p className="archives-lead">{t('lead')}</p>
      </PageTop>
      <div className="page columns">
        <div>
          {data.archives.length > 0 ? (
            <ul className="lines">
              {data.archives.map((archive) => (
                <ArchiveRow key={archive.slug} archive={archive} />
              ))}
            </ul>
          ) : (
            <EmptyState title={t('none')} reason={t('none_reason')} />
          )}
        </div>
        <aside className="prose">
          <p>{t('promise')}</p>
          <p>
            <a href="/archives/debug">{t('raw')}</a>
          </p>
        </aside>
      </div>
    </>
  );
}

function ArchiveRow({ archive }: { archive: ArchiveLine }) {
  const format = useFormatter();
  const closed = new Date(archive.closed_at);
  return (
    <li className="archive-row">
      <h2>
        <a href={`/archives/${archive.slug}`}>{archive.title}</a>
      </h2>
      <p className="archive-date">
        <span className="display">
          {format.dateTime(closed, { year: 'numeric', timeZone: 'UTC' })}
        </span>
        <span className="soft">{format.dateTime(closed, { month: 'long', timeZone: 'UTC' })}</span>
      </p>
      <p className="soft">{archive.summary}</p>
    </li>
  );
}
