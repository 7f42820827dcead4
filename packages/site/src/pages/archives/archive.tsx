import { useFormatter, useTranslations } from 'use-intl';
import { Emblem } from '../../ui/emblem.tsx';
import { FactLine, PageTop } from '../../ui/page-top.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Time } from '../../ui/time.tsx';
import { Prose } from '../articles/prose.tsx';
import './archives.css';
import { ArchiveTables } from './archive-tables.tsx';
import { type ArchiveData, type ArchivePart, archiveParts } from './data.ts';
import { Marks } from './marks.tsx';

export default function ArchivePage({ data }: { data: ArchiveData }) {
  const t = useTranslations('archives');
  const format = useFormatter();
  const closed = format.dateTime(new Date(data.closed_at), {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const { counts } = data;
  const entries = data.format === null ? counts.standing : counts.roster;
  return (
    <>
      <PageTop
        title={data.title}
        emblem={data.ladder && <Emblem name={data.ladder.name} kind="ladder" size="large" />}
        terrain={{ place: 'ladder', name: data.ladder?.slug ?? data.slug }}
        kicker={
          <>
            <a href="/archives">{t('back')}</a> <Marks archive={data} />
          </>
        }
      >
        <p className="archives-lead">{data.summary}</p>
        <FactLine>
          <span>{t('closed', { date: closed })}</span>
          {data.game !== null && <span>{data.game}</span>}
          {counts.match > 0 && <span>{t('matches', { count: counts.match })}</span>}
          {entries > 0 && <span>{t('entries', { count: entries })}</span>}
          {data.ladder !== null && <a href={`/ladders/${data.ladder.slug}`}>{t('ladder')}</a>}
          <a href={`/archives/debug?archive=${data.slug}`}>{t('raw_one')}</a>
        </FactLine>
      </PageTop>
      <div className="page stack archive-page">
        <Standing data={data} />
        {data.body.length > 0 && <Prose nodes={data.body} />}
        <Parts data={data} />
        {data.has_masks && !data.is_exact && (
          <p className="soft">
            {t('masked')}{' '}
            <a href={`/archives/${data.slug}?part=${data.part}&exact=1`}>{t('exact')}</a>
          </p>
        )}
        <ArchiveTables data={data} />
        <Pager
          place={data}
          total={toTotal(data)}
          path={`/archives/${data.slug}`}
          chosen={{ part: data.part, ...(data.is_exact ? { exact: '1' } : {}) }}
          words={{ pages: t('pages'), previous: t('previous'), next: t('next') }}
        />
      </div>
    </>
  );
}

function toTotal({ part, counts }: ArchiveData): number {
  const totals: Record<ArchivePart, number> = {
    overview: counts.standing,
    matches: counts.match,
    runs: counts.run,
    rosters: counts.roster,
  };
  return totals[part];
}

/** What the archive rests on: a line of the log, or somebody else's word. */
function Standing({ data }: { data: ArchiveData }) {
  const t = useTranslations('archives');
  const { frozen, imported, origin } = data;
  if (imported !== null) {
    return (
      <section className="archive-origin" aria-label={t('imported')}>
        <p>
          <strong>{t('imported')}</strong> <Time instant={imported.at} look="date" />
          {imported.by !== null && (
            <>
              {' · '}
              <a href={imported.by.href}>{imported.by.name}</a>
            </>
          )}
        </p>
        <p>{t('from', { origin: origin ?? '' })}</p>
        <p className="soft">{t('imported_means')}</p>
        {data.may_edit && (
          <p>
            <a href={`/archives/import?archive=${data.slug}`}>{t('office')}</a>
          </p>
        )}
      </section>
    );
  }
  if (frozen === null) {
    return null;
  }
  const line = t('log_line', { line: frozen.sequence });
  return (
    <p className="soft">
      {t('frozen')} <Time instant={frozen.at} look="date" />
      {' · '}
      {frozen.log === null ? line : <a href={frozen.log}>{line}</a>}
    </p>
  );
}

function Parts({ data }: { data: ArchiveData }) {
  const t = useTranslations('archives');
  const { counts } = data;
  const has: Record<ArchivePart, boolean> = {
    overview: true,
    matches: counts.match > 0 && data.kind !== 'text',
    runs: counts.run > 0,
    rosters: counts.roster > 0,
  };
  const parts = archiveParts.filter((part) => has[part]);
  if (parts.length < 2) {
    return null;
  }
  return (
    <nav className="archive-parts" aria-label={t('parts.label')}>
      {parts.map((part) => (
        <a
          key={part}
          href={`/archives/${data.slug}${part === 'overview' ? '' : `?part=${part}`}`}
          aria-current={part === data.part ? 'page' : undefined}
        >
          {t(`parts.${part}`)}
        </a>
      ))}
    </nav>
  );
}
