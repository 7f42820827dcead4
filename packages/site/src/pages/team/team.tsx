import { useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { useHint } from '../../client/live/hints.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { getLocale } from '../../intl/locales.ts';
import { Emblem } from '../../ui/emblem.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactLine, PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { ReportButton } from '../moderation/report-button.tsx';
import { PastProvider } from '../past/past-href.tsx';
import { PastBar } from '../past/past-still.ts';
import { AskStrip } from './ask-strip.tsx';
import { CaptainTools } from './captain-tools.tsx';
import type { TeamData } from './data.ts';
import { InviteStrip } from './invite-strip.tsx';
import { JoinRequests } from './join-requests.tsx';
import { MatchList } from './match-list.tsx';
import { FormerMembers, Roster } from './roster.tsx';
import { EntryCharts, NextStepStrip, TeamHistory } from './stills.ts';
import '../rating/rating-chart.css';
import './rung-chart.css';
import './team.css';
import { TeamEntries } from './team-entries.tsx';
import { Trophies } from './trophies.tsx';

export const stills = [PastBar, NextStepStrip, TeamHistory, EntryCharts];

export default function TeamPage({ data }: { data: TeamData }) {
  const reload = useReload();
  useHint(data.past.at === null ? `team:${data.id}` : null, () => void reload());
  return (
    <PastProvider past={data.past}>
      <TeamTop data={data} />
      <div className="page columns team-columns">
        <div className="stack">
          <PastBar past={data.past} path={`/teams/${data.slug}`} />
          <OpenMatches data={data} />
          <ScrimsAhead scrims={data.scrims} />
          <TeamEntries data={data} />
        </div>
        <aside className="stack">
          <Roster data={data} />
          <JoinRequests data={data} />
          <CaptainTools data={data} />
          <Trophies trophies={data.trophies} />
          <FormerMembers members={data.former} />
        </aside>
        <div className="stack">
          <Results data={data} />
          <TeamHistory changes={data.changes} />
        </div>
      </div>
    </PastProvider>
  );
}

function TeamTop({ data }: { data: TeamData }) {
  const t = useTranslations('team');
  const isSiteAdmin = useViewer()?.is_site_admin === true;
  return (
    <PageTop
      title={data.name}
      emblem={<Emblem name={data.name} picture={data.logo} size="large" />}
      kicker={data.tag}
    >
      <FactLine>
        <span>
          {t.rich('people', { count: data.members.length, b: (words) => <b>{words}</b> })}
        </span>
        <span>{t('home_zone', { zone: data.zone_name })}</span>
        <span lang={getLocale(data.locale).tag}>{getLocale(data.locale).name}</span>
        <span>
          {t.rich('founded', { date: () => <Time instant={data.founded_at} look="date" /> })}
        </span>
        {isSiteAdmin && <a href={`/admins/teams/${data.slug}`}>{t('office')}</a>}
      </FactLine>
      {data.disbanded_at !== null && (
        <p className="team-gone">
          {t.rich('disbanded', {
            date: () => <Time instant={data.disbanded_at ?? ''} look="date" />,
          })}
        </p>
      )}
      {data.viewer !== null && data.viewer.role === null && data.disbanded_at === null && (
        <ReportButton kind="team" id={data.id} about={data.name} />
      )}
      {data.about !== '' && <p className="team-about">{data.about}</p>}
      <InviteStrip data={data} />
      <AskStrip data={data} />
      {data.next !== null && <NextStepStrip step={data.next} isOnTeam />}
    </PageTop>
  );
}

function OpenMatches({ data }: { data: TeamData }) {
  const t = useTranslations('team');
  if (data.disbanded_at !== null) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('open_matches')} id="matches">
        <a href={`/api/calendar/teams/${data.slug}.ics`} data-native="">
          {t('calendar')}
        </a>
      </SectionHead>
      {data.open_matches.length > 0 ? (
        <MatchList matches={data.open_matches} />
      ) : (
        <EmptyState title={t('no_open_match')} reason={t('no_open_match_reason')} />
      )}
    </section>
  );
}

function ScrimsAhead({ scrims }: { scrims: TeamData['scrims'] }) {
  const t = useTranslations('team.scrims');
  if (scrims.length === 0) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('title')} id="scrims" />
      <ul className="lines">
        {scrims.map(({ id, starts_at, game, opponent }) => (
          <li className="team-scrim" key={id}>
            <p>
              {t.rich('against', {
                opponent: () => <a href={`/teams/${opponent.slug}`}>{opponent.name}</a>,
              })}{' '}
              <span className="soft">
                {game} · <Time instant={starts_at} />
              </span>
            </p>
            <a href={`/scrims/${id}`}>
              {t('open')}
              <span className="visually-hidden">: {opponent.name}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Results({ data }: { data: TeamData }) {
  const t = useTranslations('team');
  return (
    <section>
      <SectionHead title={t('results')} id="results" />
      {data.results.length > 0 ? (
        <MatchList matches={data.results} />
      ) : (
        <EmptyState title={t('no_result')} />
      )}
    </section>
  );
}
