import { useTranslations } from 'use-intl';
import { loosen } from '../../intl/intl-root.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Time } from '../../ui/time.tsx';
import type { Names } from '../match/log-line.ts';
import { ActSentence } from './act-sentence.tsx';
import { Choosing } from './choosing.tsx';
import type { ActChange, OfficeAct, OfficeLogData, OfficeLogFilter } from './data.ts';
import './office-log.css';

/** The acts of people in office, the newest first, with what narrows them; works without a script. */
export function ActList({ data, path }: { data: OfficeLogData; path: string }) {
  const t = useTranslations('office-log');
  const { filter, older, is_latest } = data;
  return (
    <div className="page office-log">
      <Choosing data={data} path={path} />
      {data.acts.length === 0 ? (
        <EmptyState title={t('none')} />
      ) : (
        <ol className="lines office-log-acts">
          {data.acts.map((act) => (
            <ActLine key={act.id} act={act} names={data.names} path={path} />
          ))}
        </ol>
      )}
      {data.has_masks && (
        <p className="soft">
          {t('masked')} <a href={toAddress(path, { ...filter, exact: '1' }, null)}>{t('exact')}</a>
        </p>
      )}
      <p className="office-log-pages">
        {!is_latest && <a href={toAddress(path, filter, null)}>{t('newest')}</a>}
        {older !== null && <a href={toAddress(path, filter, older)}>{t('older')}</a>}
      </p>
    </div>
  );
}

function toAddress(
  path: string,
  filter: OfficeLogFilter & { exact?: string },
  before: string | null,
): string {
  const asked = Object.entries({ ...filter, before: before ?? '' }).filter(([, value]) => value);
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked)}`;
}

function ActLine({ act, names, path }: { act: OfficeAct; names: Names; path: string }) {
  const t = useTranslations('office-log');
  const { who, ladder, reason, changes } = act;
  return (
    <li id={act.id}>
      <p className="soft office-log-when">
        <Time instant={act.at} />
      </p>
      <div className="office-log-what">
        <p>
          <ActSentence act={act} names={names} />
        </p>
        {reason !== null && <blockquote>{reason}</blockquote>}
        {changes.length > 0 && (
          <ul className="office-log-changes">
            {changes.map((change) => (
              <Change key={change.field} change={change} />
            ))}
          </ul>
        )}
        <p className="soft office-log-more">
          {who === null ? (
            <span>{t('host')}</span>
          ) : (
            <a href={`${path}?${new URLSearchParams({ who: who.username })}`}>{who.username}</a>
          )}
          {ladder !== null && <a href={`/ladders/${ladder.slug}`}>{ladder.name}</a>}
          <a href={`${path}?act=${act.act}`}>{t('alike')}</a>
        </p>
      </div>
    </li>
  );
}

/** A field before and after, where it has no word of the reader's in the API's; nothing long is kept. */
function Change({ change: { field, from, to } }: { change: ActChange }) {
  const t = useTranslations('office-log');
  const fields = loosen(useTranslations('office-log.fields'));
  const [before, after] = [toWords(from), toWords(to)];
  return (
    <li>
      {fields.has(field) ? <span className="soft">{fields(field)}</span> : <code>{field}</code>}{' '}
      {before === '' && after === '' ? (
        <span className="soft">{t('changed')}</span>
      ) : (
        <>
          {before !== '' && <del>{before}</del>} {after !== '' && <ins>{after}</ins>}
        </>
      )}
    </li>
  );
}

function toWords(value: unknown): string {
  if (value === null || value === undefined) {
    return '';
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
