import { useTranslations } from 'use-intl';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import './archives.css';
import type { ArchiveDebugData } from './data.ts';

/** An archive's content as it is kept, before any page makes something of it. */
export default function ArchiveDebugPage({ data }: { data: ArchiveDebugData }) {
  const t = useTranslations('archives');
  const title = useTranslations('shell.titles')('archive_debug');
  return (
    <>
      <PageTop title={title} kicker={<a href="/archives">{t('back')}</a>}>
        <p className="archives-lead">{t('debug_lead')}</p>
      </PageTop>
      <div className="page stack archives-debug">
        <nav aria-label={t('choose')}>
          <ul className="archives-choices">
            {data.archives.map(({ slug, title: name }) => (
              <li key={slug}>
                <a
                  href={`/archives/debug?archive=${slug}`}
                  aria-current={slug === data.chosen?.slug ? 'page' : undefined}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {data.unknown !== null && <EmptyState title={t('unknown', { archive: data.unknown })} />}
        {data.chosen === null ? (
          data.unknown === null && <EmptyState title={t('choose')} />
        ) : (
          <section>
            <SectionHead title={data.chosen.title} />
            <pre className="archives-raw">{data.chosen.raw}</pre>
          </section>
        )}
      </div>
    </>
  );
}
