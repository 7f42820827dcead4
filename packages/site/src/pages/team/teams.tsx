import { useTranslations } from 'use-intl';
import { getLocale } from '../../intl/locales.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FoundTeamLink } from '../../ui/found-team-link.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { Pager } from '../../ui/pager.tsx';
import type { TeamLine, TeamsData } from './data.ts';
import './teams.css';

export default function TeamsPage({ data }: { data: TeamsData }) {
  const t = useTranslations('teams');
  const title = useTranslations('shell.titles')('teams');
  const teams = data.teams.length === 0 ? data.alike : data.teams;
  return (
    <>
      <PageTop title={title}>
        <search>
          <form className="teams-search" action="/teams" method="get">
            <label className="visually-hidden" htmlFor="teams-query">
              {t('search_label')}
            </label>
            <input
              id="teams-query"
              type="search"
              name="q"
              defaultValue={data.query}
              placeholder={t('search_label')}
            />
            <Button type="submit">{t('search')}</Button>
            <FoundTeamLink look="main">{t('found')}</FoundTeamLink>
          </form>
        </search>
      </PageTop>
      <div className="page teams-page">
        <p className="soft" role="status">
          {toStatus(data, t)}
        </p>
        {teams.length === 0 ? (
          <NoTeams query={data.query} />
        ) : (
          <ul className="teams-list lines">
            {teams.map((team) => (
              <TeamRow key={team.slug} team={team} />
            ))}
          </ul>
        )}
        <Pager
          place={data}
          total={data.total}
          path="/teams"
          chosen={data.query === '' ? {} : { q: data.query }}
          words={{ pages: t('pages'), previous: t('previous'), next: t('next') }}
        />
      </div>
    </>
  );
}

function toStatus(
  { query, total, alike }: TeamsData,
  t: ReturnType<typeof useTranslations<'teams'>>,
): string {
  if (query === '') {
    return t('total', { count: total });
  }
  return alike.length > 0 ? t('none_alike', { query }) : t('total_found', { count: total, query });
}

function NoTeams({ query }: { query: string }) {
  const t = useTranslations('teams');
  return query === '' ? (
    <EmptyState title={t('none')} reason={t('none_reason')}>
      <FoundTeamLink>{t('found')}</FoundTeamLink>
    </EmptyState>
  ) : (
    <EmptyState title={t('none_found', { query })} reason={t('none_found_reason')}>
      <ButtonLink href="/teams">{t('all')}</ButtonLink>
    </EmptyState>
  );
}

function TeamRow({ team }: { team: TeamLine }) {
  const t = useTranslations('teams');
  const { name, tag } = getLocale(team.locale);
  return (
    <li className="teams-row">
      <Emblem name={team.name} picture={team.logo} />
      <p className="teams-name">
        <a href={`/teams/${team.slug}`}>{team.name}</a> <span className="soft">{team.tag}</span>
      </p>
      <p className="soft teams-facts">
        {t('people', { count: team.people })} · {team.zone_name} · <span lang={tag}>{name}</span>
      </p>
      <p className="teams-places">
        {team.places.length === 0 ? (
          <span className="soft">{t('no_ladder')}</span>
        ) : (
          team.places.map((place) => (
            <a key={place.slug} href={`/ladders/${place.slug}`}>
              {place.rung !== null && <span className="display">{place.rung}</span>} {place.name}
            </a>
          ))
        )}
      </p>
    </li>
  );
}
