import { useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { still } from '../../app/still.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FoundTeamLink } from '../../ui/found-team-link.tsx';
import { GameInfo } from '../../ui/game-info.tsx';
import { FactLine, PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { MatchList } from '../team/match-list.tsx';
import type { ArticleLine, HomeData, ShortTeam } from './data.ts';
import './home.css';
import { HowItGoes } from './how-it-goes.tsx';
import { LadderBoards } from './ladder-boards.tsx';
import { NextUp } from './next-up.tsx';
import { PhoneFold } from './phone-fold.tsx';
import { SignInStep } from './sign-in-step.tsx';

const OwnTop = still(
  ['home', 'next-step'],
  () => import('./own-top.tsx'),
  (module) => module.OwnTop,
);
export const stills = [OwnTop];

export default function HomePage({ data }: { data: HomeData }) {
  const t = useTranslations('home');
  const tagline = useTranslations('shell')('tagline');
  const ladders = useTranslations('lists.ladders')('title');
  const [first] = data.tonight;
  return (
    <div className="home">
      {data.next === null ? (
        <PageTop title={tagline} terrain={{ place: 'map', name: 'muster' }}>
          <p className="home-lead">{t('lead')}</p>
          <Figures figures={data.figures} />
          <SignInStep />
          {first !== undefined && <NextUp match={first} />}
        </PageTop>
      ) : (
        <OwnTop data={data} next={data.next} />
      )}
      <div className="page home-wide">
        {data.next === null && <HowItGoes />}
        <section>
          <SectionHead title={ladders} id="ladders" />
          {data.ladders.length > 0 ? <LadderBoards ladders={data.ladders} /> : <NoLadders />}
        </section>
      </div>
      <div className="page columns">
        <div className="stack">
          {data.figures.teams === 0 ? (
            <NoTeams />
          ) : (
            <>
              <Tonight data={data} />
              <Results data={data} />
            </>
          )}
        </div>
        <aside className="stack">
          {data.figures.teams > 0 && <ShortTeams teams={data.short_teams} />}
          <Reading articles={data.articles} />
        </aside>
      </div>
      {data.games.length > 0 && <Games games={data.games} />}
    </div>
  );
}

/** Of a league that begins: what will be played here, and the first step to it. */
function NoTeams() {
  const t = useTranslations('home.empty');
  return (
    <EmptyState title={t('title')} reason={t('reason')}>
      <FoundTeamLink look="main">{t('act')}</FoundTeamLink>
    </EmptyState>
  );
}

function NoLadders() {
  const t = useTranslations('home.empty');
  const viewer = useViewer();
  return (
    <EmptyState title={t('no_ladder')} reason={t('no_ladder_reason')}>
      {viewer?.is_site_admin && (
        <ButtonLink href="/admins/ladders/new">{t('add_ladder')}</ButtonLink>
      )}
    </EmptyState>
  );
}

function Figures({ figures }: { figures: HomeData['figures'] }) {
  const t = useTranslations('home.figures');
  const bold = { b: (words: React.ReactNode) => <b>{words}</b> };
  return (
    <FactLine>
      <span>{t.rich('teams', { count: figures.teams, ...bold })}</span>
      <span>{t.rich('people', { count: figures.people, ...bold })}</span>
      <span>{t.rich('matches', { count: figures.matches, ...bold })}</span>
      <span>{t.rich('ladders', { count: figures.ladders, ...bold })}</span>
    </FactLine>
  );
}

function Tonight({ data }: { data: HomeData }) {
  const t = useTranslations('home.tonight');
  const [first, ...others] = data.tonight;
  // To a visitor the first stands above already.
  const rows = data.next === null ? others : data.tonight;
  if (first !== undefined && rows.length === 0) {
    return null;
  }
  return (
    <PhoneFold title={t('title')} id="tonight" shows={2} rows={rows.length}>
      {rows.length > 0 ? (
        <MatchList matches={rows} />
      ) : (
        <EmptyState title={t('none')} reason={t('none_reason')} />
      )}
    </PhoneFold>
  );
}

function Results({ data }: { data: HomeData }) {
  const t = useTranslations('home.results');
  return (
    <PhoneFold title={t('title')} id="results" shows={2} rows={data.results.length}>
      {data.results.length > 0 ? (
        <MatchList matches={data.results} />
      ) : (
        <EmptyState title={t('none')} reason={t('none_reason')} />
      )}
    </PhoneFold>
  );
}

function ShortTeams({ teams }: { teams: readonly ShortTeam[] }) {
  const t = useTranslations('lists.short');
  return (
    <PhoneFold title={t('title')} id="short" shows={0} rows={1}>
      {teams.length > 0 ? (
        <ul className="lines">
          {teams.map((team) => (
            <li key={`${team.slug} ${team.ladder.slug}`}>
              <p>
                <Emblem name={team.name} picture={team.logo} size="small" />{' '}
                <a className="home-name" href={`/teams/${team.slug}`}>
                  {team.name}
                </a>{' '}
                <span className="soft">{team.tag}</span>
              </p>
              <p className="soft home-small">
                {t.rich('row', {
                  people: team.people,
                  size: team.size,
                  ladder: () => <a href={`/ladders/${team.ladder.slug}`}>{team.ladder.name}</a>,
                })}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <p className="soft">{t('none')}</p>
      )}
      <p className="home-more">
        <a href="/teams">{t('all_teams')}</a>
        <a href="/boards">{t('boards')}</a>
      </p>
    </PhoneFold>
  );
}

function Reading({ articles }: { articles: readonly ArticleLine[] }) {
  const t = useTranslations('home.reading');
  if (articles.length === 0) {
    return null;
  }
  return (
    <PhoneFold title={t('title')} id="reading" shows={0} rows={articles.length}>
      <ul className="lines">
        {articles.map((article) => (
          <li key={article.slug}>
            <p>
              <a className="home-name" href={`/articles/${article.slug}`}>
                {article.title}
              </a>
            </p>
            <p className="soft home-small">{article.summary}</p>
          </li>
        ))}
      </ul>
    </PhoneFold>
  );
}

function Games({ games }: { games: HomeData['games'] }) {
  const t = useTranslations('home.games');
  return (
    <div className="page home-games">
      <PhoneFold title={t('title')} id="games" shows={0} rows={games.length}>
        <ul>
          {games.map(({ slug, name, tagline, picture }) => (
            <li key={slug}>
              <GameInfo name={name} picture={picture} tagline={tagline} href={`/games/${slug}`} />
            </li>
          ))}
        </ul>
      </PhoneFold>
    </div>
  );
}
