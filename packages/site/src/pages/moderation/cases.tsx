import { useTranslations } from 'use-intl';
import { useHint } from '../../client/live/hints.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { Time } from '../../ui/time.tsx';
import { ClaimWords } from './claim-words.tsx';
import type { CaseLine, CasesData } from './data.ts';
import { thingKinds } from './kinds.ts';
import './moderation.css';

const allCases = 'case:00000000-0000-0000-0000-000000000000';

function toPath({ is_done, kind }: Pick<CasesData, 'is_done' | 'kind'>, page = 1): string {
  const query = new URLSearchParams({
    ...(is_done ? { show: 'done' } : {}),
    ...(kind === null ? {} : { kind }),
    ...(page > 1 ? { page: String(page) } : {}),
  }).toString();
  return query === '' ? '/admins/cases' : `/admins/cases?${query}`;
}

/** What people have reported: the cases that wait, or those that are done. */
export default function CasesPage({ data }: { data: CasesData }) {
  const t = useTranslations('moderation');
  const reload = useReload();
  useHint(allCases, () => void reload());
  const first = data.is_done ? undefined : data.lines.find(({ is_barred }) => !is_barred);
  return (
    <>
      <PageTop title={t('titles.cases')} kicker={<a href="/admins">{t('desk')}</a>}>
        <p className="page-top-lead">{t('lead')}</p>
      </PageTop>
      <div className="page stack cases">
        <Filters data={data} />
        {data.lines.length === 0 ? (
          <EmptyState title={t('none')} reason={data.is_done ? undefined : t('none_reason')} />
        ) : (
          <ul className="lines">
            {data.lines.map((line) => (
              <Line key={line.id} line={line} isDone={data.is_done} isNext={line === first} />
            ))}
          </ul>
        )}
        <Pages data={data} />
        {data.is_site_admin && (
          <p>
            <a href="/admins/words">{t('titles.words')}</a>
          </p>
        )}
      </div>
    </>
  );
}

function Filters({ data }: { data: CasesData }) {
  const t = useTranslations('moderation');
  return (
    <div className="case-filters">
      <nav aria-label={t('show')}>
        {[false, true].map((is_done) => (
          <a
            key={String(is_done)}
            href={toPath({ is_done, kind: data.kind })}
            aria-current={data.is_done === is_done ? 'page' : undefined}
          >
            {t(is_done ? 'done' : 'waiting')}
          </a>
        ))}
      </nav>
      {/* Folded, so that a phone shows cases first; shut again once another is chosen. */}
      <details key={`${data.kind}`}>
        <summary>
          {t('of_kind')}: <b>{data.kind === null ? t('all') : t(`kinds.${data.kind}`)}</b>
        </summary>
        <nav aria-label={t('of_kind')}>
          {[null, ...thingKinds].map((kind) => (
            <a
              key={kind ?? 'all'}
              href={toPath({ is_done: data.is_done, kind })}
              aria-current={data.kind === kind ? 'page' : undefined}
            >
              {kind === null ? t('all') : t(`kinds.${kind}`)}
            </a>
          ))}
        </nav>
      </details>
    </div>
  );
}

interface LineProps {
  line: CaseLine;
  isDone: boolean;
  /** Whether it is the one to begin with. */
  isNext: boolean;
}

function Line({ line, isDone, isNext }: LineProps) {
  const t = useTranslations('moderation');
  const reasons = useTranslations('report.reasons');
  const { id, kind, status, reason, reports, title, ladder, since, until, holder } = line;
  return (
    <li className={status === 'appealed' ? 'case-line case-urgent' : 'case-line'}>
      <div className="case-words">
        <p>
          <b>{t(`kinds.${kind}`)}</b> · {reasons(reason)}
          {reports > 0 && ` · ${t('reports', { count: reports })}`}
          {ladder !== null && ` · ${ladder.name}`}
        </p>
        <p className="case-title">{title === '' ? t('withheld') : title}</p>
        <p className="soft">
          {t(`states.${status}`)} <Time instant={since} />
          {until !== null && (
            <>
              {' · '}
              {t.rich('until', { time: () => <Time instant={until} /> })}
            </>
          )}
        </p>
        {!isDone && <ClaimWords holder={holder} />}
      </div>
      <div className="case-act">
        {line.is_barred && !isDone && <p className="soft">{t('barred')}</p>}
        <ButtonLink look={isNext ? 'main' : 'quiet'} href={`/admins/cases/${id}`}>
          {t('open')}
          <span className="visually-hidden"> {title}</span>
        </ButtonLink>
      </div>
    </li>
  );
}

function Pages({ data }: { data: CasesData }) {
  const t = useTranslations('moderation');
  if (data.page === 1 && !data.has_more) {
    return null;
  }
  return (
    <nav className="case-pages" aria-label={t('pages')}>
      {data.page > 1 && <a href={toPath(data, data.page - 1)}>{t('before')}</a>}
      {data.has_more && <a href={toPath(data, data.page + 1)}>{t('after')}</a>}
    </nav>
  );
}
