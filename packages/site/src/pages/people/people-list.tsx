import { useTranslations } from 'use-intl';
import { AdminPill } from '../../ui/admin-pill.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { Time } from '../../ui/time.tsx';
import { type PeopleData, type PersonLine, peopleFilters } from './data.ts';
import './people.css';

const path = '/admins/people';

/** An address of the list; what is as usual stands in none. */
function toHref({ words, filter }: Pick<PeopleData, 'words' | 'filter'>, page = 1): string {
  const query = new URLSearchParams({
    ...(words === '' ? {} : { q: words }),
    ...(filter === 'all' ? {} : { show: filter }),
    ...(page === 1 ? {} : { page: String(page) }),
  }).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** The league's people for those in office: found by name, by a former one or by an account elsewhere. */
export default function PeoplePage({ data }: { data: PeopleData }) {
  const t = useTranslations('people');
  const { words, filter, people, count, page, pages } = data;
  return (
    <>
      <PageTop title={t('title')} kicker={<a href="/admins">{t('desk')}</a>}>
        <p className="page-top-lead">{t(data.is_site_admin ? 'lead' : 'lead_ladder')}</p>
      </PageTop>
      <div className="page people-page">
        <form className="people-search" action={path}>
          <Field label={t('search')} hint={t(data.is_site_admin ? 'hint' : 'hint_ladder')}>
            {(control) => (
              <input
                {...control}
                key={words}
                type="search"
                name="q"
                autoComplete="off"
                maxLength={60}
                defaultValue={words}
              />
            )}
          </Field>
          {filter !== 'all' && <input type="hidden" name="show" value={filter} />}
          <button type="submit" className="button button-main">
            {t('find')}
          </button>
        </form>
        <nav aria-label={t('filters')} className="people-filters">
          {peopleFilters.map((name) => (
            <a
              key={name}
              href={toHref({ words, filter: name })}
              aria-current={name === filter ? 'page' : undefined}
            >
              {t(`filter.${name}`)}
            </a>
          ))}
        </nav>
        <section aria-label={t('title')}>
          <p role="status">
            {data.is_alike ? t('none_alike', { query: words }) : t('count', { count })}
          </p>
          {people.length === 0 ? (
            <EmptyState title={t('none')} reason={t('none_reason')} />
          ) : (
            <ul className="lines">
              {people.map((line) => (
                <PersonRow key={line.person_id} line={line} />
              ))}
            </ul>
          )}
          {pages > 1 && (
            <nav className="people-pages" aria-label={t('pages')}>
              {page > 1 && <a href={toHref(data, page - 1)}>{t('previous')}</a>}
              <span className="soft">{t('page', { page, pages })}</span>
              {page < pages && <a href={toHref(data, page + 1)}>{t('next')}</a>}
            </nav>
          )}
        </section>
      </div>
    </>
  );
}

function PersonRow({ line }: { line: PersonLine }) {
  const t = useTranslations('people');
  const kinds = useTranslations('profile.standing');
  const { username, known_as, teams, ladders, sanctions, joined_at } = line;
  return (
    <li className="people-row">
      <Emblem name={username} kind="person" size="small" />
      <div>
        <p className="people-name">
          <a href={`${path}/${encodeURIComponent(username)}`}>{username}</a>
          {line.is_site_admin && <AdminPill />}
          {line.is_editor && <span className="soft">{t('editor')}</span>}
          {sanctions.map((kind) => (
            <b key={kind} className="people-sanction">
              {kinds(`sanction.${kind}`)}
            </b>
          ))}
          {line.has_appeal && <b className="people-sanction">{t('appeals')}</b>}
        </p>
        <p className="soft">
          {known_as !== null && `${t('known_as', { name: known_as })} · `}
          {ladders.length > 0 && `${t('admin_of', { ladders: ladders.join(', ') })} · `}
          {teams.length > 0 && `${teams.map(({ name }) => name).join(', ')} · `}
          {t.rich('since', { time: () => <Time instant={joined_at} look="date" /> })}
        </p>
      </div>
    </li>
  );
}
