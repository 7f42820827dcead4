import { useFormatter, useTranslations } from 'use-intl';
import { useEnvironment } from '../../app/environment.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import type { ExportData } from './data.ts';
import './export.css';

/** The league in a file: what it is, how to tell it from another, and what a check in it is worth. */
export default function ExportPage({ data: { file } }: { data: ExportData }) {
  const t = useTranslations('export');
  const { league_name } = useEnvironment().shell;
  return (
    <>
      <PageTop title={t('title')}>
        <p className="page-top-lead">{t('lead', { league: league_name })}</p>
      </PageTop>
      <div className="page stack export">
        {file === null ? (
          <EmptyState title={t('none')} reason={t('none_hint')} />
        ) : (
          <Facts file={file} />
        )}
        <section className="prose">
          <SectionHead title={t('how')} id="how" />
          <p>{t('open')}</p>
          <p>{t('holds')}</p>
        </section>
        <section className="prose">
          <SectionHead title={t('truth')} id="truth" />
          <p>{t('proof')}</p>
          <p>
            <code>muster verify FILE</code>
          </p>
        </section>
      </div>
    </>
  );
}

function Facts({ file }: { file: NonNullable<ExportData['file']> }) {
  const t = useTranslations('export');
  const format = useFormatter();
  const size = format.number(file.size / 1_000_000, {
    ...{ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 },
  });
  return (
    <section>
      <dl className="export-facts">
        <dt>{t('as_of')}</dt>
        <dd>
          <Time instant={file.as_of} look="full" />
        </dd>
        <dt>{t('pages')}</dt>
        <dd>{format.number(file.pages)}</dd>
        <dt>{t('size')}</dt>
        <dd>{size}</dd>
        <dt>SHA-256</dt>
        <dd>
          <code>{file.sha256}</code>
        </dd>
      </dl>
      <p>
        <ButtonLink look="main" href="/api/public-file.zip">
          {t('take', { size })}
        </ButtonLink>
      </p>
    </section>
  );
}
