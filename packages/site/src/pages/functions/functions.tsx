import { useTranslations } from 'use-intl';
import { Choice } from '../../ui/choice.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { Time } from '../../ui/time.tsx';
import type { FunctionLogLine, FunctionsData } from './data.ts';
import './functions.css';

const path = '/admins/functions';

/** What the league's functions said, the newest first; works without a script. */
export default function FunctionsPage({ data }: { data: FunctionsData }) {
  const t = useTranslations('functions');
  const { filter, lines, older, is_latest } = data;
  const isNarrow = filter.function !== '' || filter.request !== '';
  return (
    <>
      <PageTop title={t('title')} kicker={<a href="/admins">{t('desk')}</a>}>
        <p className="page-top-lead">{t('lead')}</p>
      </PageTop>
      <div className="page function-log">
        <Choosing data={data} />
        {filter.request !== '' && (
          <p>{t.rich('of_call', { id: () => <code>{filter.request}</code> })}</p>
        )}
        {lines.length === 0 ? (
          <EmptyState title={t(isNarrow || !is_latest ? 'none_such' : 'none')} />
        ) : (
          <ol className="lines function-lines">
            {lines.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ol>
        )}
        <p className="function-log-parts">
          {!is_latest && <a href={toAddress(filter)}>{t('newest')}</a>}
          {older !== null && <a href={toAddress({ ...filter, before: older })}>{t('older')}</a>}
        </p>
      </div>
    </>
  );
}

function Choosing({ data: { functions, filter } }: { data: FunctionsData }) {
  const t = useTranslations('functions');
  const isNarrow = filter.function !== '' || filter.request !== '';
  return functions.length === 0 && !isNarrow ? null : (
    <search>
      <form className="function-log-choosing" action={path} method="get">
        <Choice
          name="function"
          label={t('function')}
          any={t('all')}
          of={functions.map((name) => ({ slug: name, name }))}
          chosen={filter.function}
        />
        <button type="submit" className="button button-quiet">
          {t('show')}
        </button>
        {isNarrow && <a href={path}>{t('everything')}</a>}
      </form>
    </search>
  );
}

function Line({ line }: { line: FunctionLogLine }) {
  const t = useTranslations('functions');
  const { function: name, request_id, level, text, at } = line;
  return (
    <li className={`function-line-${level}`}>
      <p className="soft function-line-when">
        <Time instant={at} />
        <a href={toAddress({ function: name })}>{name}</a>
        <span className="function-line-level">{t(`level.${level}`)}</span>
      </p>
      <pre>{text}</pre>
      {request_id !== null && (
        <p className="soft function-line-call">
          {t('call')} <a href={toAddress({ request: request_id })}>{request_id}</a>
        </p>
      )}
    </li>
  );
}

function toAddress(asked: Readonly<Record<string, string>>): string {
  const given = Object.entries(asked).filter(([, value]) => value !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
