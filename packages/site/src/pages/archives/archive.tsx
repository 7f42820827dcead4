import { useFormatter, useTranslations } from 'use-intl';
import { FactLine, PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Prose } from '../articles/prose.tsx';
import './archives.css';
import type { ArchiveData, FinalPlace } from './data.ts';

export default function ArchivePage({ data }: { data: ArchiveData }) {
  const t = useTranslations('archives');
  const format = useFormatter();
  const closed = format.dateTime(new Date(data.closed_at), {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return (
    <>
      <PageTop
        title={data.title}
        terrain={data.ladder?.name ?? data.slug}
        kicker={<a href="/archives">{t('back')}</a>}
      >
        <p className="archives-lead">{data.summary}</p>
        <FactLine>
          <span>{t('closed', { date: closed })}</span>
          {data.matches !== null && <span>{t('matches', { count: data.matches })}</span>}
          {data.standings.length > 0 && (
            <span>{t('entries', { count: data.standings.length })}</span>
          )}
          {data.ladder !== null && <a href={`/ladders/${data.ladder.slug}`}>{t('ladder')}</a>}
          <a href={`/archives/debug?archive=${data.slug}`}>{t('raw_one')}</a>
        </FactLine>
      </PageTop>
      <div className="page columns">
        <div className="stack">
          {data.body.length > 0 && <Prose nodes={data.body} />}
          {data.standings.length > 0 && <Standings standings={data.standings} />}
        </div>
      </div>
    </>
  );
}

function Standings({ standings }: { standings: readonly FinalPlace[] }) {
  const t = useTranslations('archives');
  return (
    <section>
      <SectionHead title={t('standings')} id="standings" />
      <table className="archive-table">
        <thead>
          <tr>
            <th scope="col">{t('place')}</th>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('record')}</th>
          </tr>
        </thead>
        <tbody>
          {standings.map((row) => (
            <tr key={`${row.place} ${row.name}`}>
              <td className="display">{row.place}</td>
              <th scope="row">
                {row.href === null ? row.name : <a href={row.href}>{row.name}</a>}
              </th>
              <td>{toRecord(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function toRecord({ wins, losses, draws }: FinalPlace): string {
  if (wins === null || losses === null) {
    return '';
  }
  return draws !== null && draws > 0 ? `${wins}–${losses}–${draws}` : `${wins}–${losses}`;
}
