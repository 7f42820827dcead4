import { useTranslations } from 'use-intl';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import './archives.css';
import './archive-office.css';
import type { ArchiveDebugData, ArchiveFacts, ArchiveFault, RawRow } from './data.ts';

type Chosen = NonNullable<ArchiveDebugData['chosen']>;

/** How each archive is kept, before any page makes something of it, and whether it holds. */
export default function ArchiveDebugPage({ data }: { data: ArchiveDebugData }) {
  const t = useTranslations('archive-office');
  const words = useTranslations('archives');
  const title = useTranslations('shell.titles')('archive_debug');
  return (
    <>
      <PageTop title={title} kicker={<a href="/archives">{words('back')}</a>}>
        <p className="archives-lead">{t('debug_lead')}</p>
      </PageTop>
      <div className="page stack archives-debug">
        {data.unknown !== null && <EmptyState title={t('unknown', { archive: data.unknown })} />}
        {data.chosen !== null && <ChosenArchive chosen={data.chosen} />}
        <section>
          <SectionHead title={words('back')}>{words('total', { count: data.total })}</SectionHead>
          {data.archives.length === 0 ? (
            <EmptyState title={words('none')} />
          ) : (
            <ul className="lines">
              {data.archives.map((archive) => (
                <ArchiveOfList
                  key={`${archive.kind} ${archive.slug}`}
                  archive={archive}
                  isChosen={archive.slug === data.chosen?.slug}
                />
              ))}
            </ul>
          )}
          <Pager
            place={data}
            total={data.total}
            path="/archives/debug"
            words={{ pages: words('pages'), previous: words('previous'), next: words('next') }}
          />
        </section>
      </div>
    </>
  );
}

const toDebugPath = (fields: Record<string, string>) =>
  `/archives/debug?${new URLSearchParams(fields)}`;

function ArchiveOfList({ archive, isChosen }: { archive: ArchiveFacts; isChosen: boolean }) {
  const t = useTranslations('archive-office');
  return (
    <li className="archive-facts">
      <a href={toDebugPath({ archive: archive.slug })} aria-current={isChosen ? 'page' : undefined}>
        {archive.title}
      </a>{' '}
      <span className="soft">{t(`kinds.${archive.kind}`)}</span>
      <Counts counts={archive.counts} />
      {archive.content_hash !== null && (
        <code className="archive-hash">{archive.content_hash.slice(0, 16)}…</code>
      )}
    </li>
  );
}

const sections = ['standing', 'match', 'run', 'roster', 'trophy', 'record'] as const;

function Counts({ counts }: { counts: Record<string, number> }) {
  const t = useTranslations('archive-office');
  const there = sections.filter((section) => (counts[section] ?? 0) > 0);
  return there.length === 0 ? null : (
    <span className="soft archive-counts">
      {there.map((section) => `${t(`sections.${section}`)}: ${counts[section]}`).join(' · ')}
    </span>
  );
}

function ChosenArchive({ chosen }: { chosen: Chosen }) {
  const t = useTranslations('archive-office');
  const { slug, head, file, content_hash } = chosen;
  return (
    <section className="stack">
      <SectionHead title={<a href={`/archives/${slug}`}>{chosen.title}</a>} id="chosen">
        {t(`kinds.${chosen.kind}`)}
      </SectionHead>
      <dl className="archive-proofs">
        <dt>{t('kept_at')}</dt>
        <dd>
          <Time instant={chosen.at} look="full" />
        </dd>
        {content_hash !== null && (
          <>
            <dt>{t('content_hash')}</dt>
            <dd>
              <code className="archive-hash">{content_hash}</code>
            </dd>
          </>
        )}
        {head !== null && (
          <>
            <dt>{t('head')}</dt>
            <dd>
              <code className="archive-hash">
                {head.stream} {head.sequence} {head.hash}
              </code>
            </dd>
          </>
        )}
        {file !== null && (
          <>
            <dt>{t('file')}</dt>
            <dd>
              {file.name} <code className="archive-hash">{file.hash}</code>
            </dd>
            <dt>{t('origin')}</dt>
            <dd>{file.origin}</dd>
          </>
        )}
      </dl>
      {content_hash !== null && <Check chosen={chosen} />}
      <Rows chosen={chosen} />
      {chosen.text !== null && <pre className="archives-raw">{chosen.text}</pre>}
    </section>
  );
}

function Check({ chosen: { check, slug, kind } }: { chosen: Chosen }) {
  const t = useTranslations('archive-office');
  return (
    <div role="status">
      {check === 'busy' && <p>{t('busy')}</p>}
      {Array.isArray(check) &&
        (check.length === 0 ? (
          <p className="archive-holds">{t('holds')}</p>
        ) : (
          <>
            <p className="archive-fails">{t('fails', { count: check.length })}</p>
            <ul>
              {check.map((fault) => (
                <Fault key={`${fault.code} ${fault.about}`} fault={fault} slug={slug} />
              ))}
            </ul>
          </>
        ))}
      <p>
        <a href={toDebugPath({ archive: slug, check: '1' })}>{t('check')}</a>
      </p>
      {kind === 'season' && <p className="soft archives-lead">{t('names_limit')}</p>}
    </div>
  );
}

function Fault({ fault: { code, about, place }, slug }: { fault: ArchiveFault; slug: string }) {
  const t = useTranslations('archive-office');
  const named = <code className="archive-hash">{about}</code>;
  if (place === undefined) {
    return (
      <li>
        {t(`faults.${code}`)} {named}
      </li>
    );
  }
  const { section, position } = place;
  return (
    <li>
      {t(`faults.${code}`)}{' '}
      <a href={toDebugPath({ archive: slug, section, row: String(position) })}>{named}</a>
    </li>
  );
}

function Rows({ chosen }: { chosen: Chosen }) {
  const t = useTranslations('archive-office');
  const { slug, counts, section, rows, next_row } = chosen;
  const there = sections.filter((name) => (counts[name] ?? 0) > 0);
  if (section === null) {
    return null;
  }
  return (
    <>
      <nav className="archive-parts" aria-label={t('sections.label')}>
        {there.map((name) => (
          <a
            key={name}
            href={toDebugPath({ archive: slug, section: name })}
            aria-current={name === section ? 'page' : undefined}
          >
            {t(`sections.${name}`)}
          </a>
        ))}
      </nav>
      <ol className="lines">
        {rows.map((row) => (
          <KeptRow key={row.position} row={row} isImported={chosen.kind === 'imported'} />
        ))}
      </ol>
      {chosen.has_masks && (
        <p className="soft">
          {t('masked')}{' '}
          <a href={toDebugPath({ archive: slug, section, exact: '1' })}>{t('exact')}</a>
        </p>
      )}
      {next_row !== null && (
        <p>
          <a href={toDebugPath({ archive: slug, section, row: String(next_row) })}>{t('more')}</a>
        </p>
      )}
    </>
  );
}

function KeptRow({ row, isImported }: { row: RawRow; isImported: boolean }) {
  const t = useTranslations('archive-office');
  const { position, content, line, raw } = row;
  return (
    <li className="archive-kept">
      <span className="soft">{t('row', { number: position })}</span>
      <pre className="archives-raw">{content}</pre>
      {raw !== null && line !== null && (
        <>
          <span className="soft">
            {t(isImported ? 'line_of_file' : 'line_of_log', { number: line })}
          </span>
          <pre className="archives-raw">{raw}</pre>
        </>
      )}
    </li>
  );
}
