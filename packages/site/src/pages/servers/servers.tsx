import { useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { useHint } from '../../client/live/hints.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ChatJoinButton } from '../../ui/connect-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { Time } from '../../ui/time.tsx';
import type { ListedServer, ServerState, ServersData } from './data.ts';
import { JoinServer } from './join-server.tsx';
import { ServerDay } from './server-day.tsx';
import { ServerFigure, ServerStatus } from './server-status.tsx';
import './servers.css';

/** The servers of a game: how each is, who plays, and how it is joined. Follows what they say by itself. */
export default function ServersPage({ data }: { data: ServersData }) {
  const t = useTranslations('servers');
  const reload = useReload();
  useHint(data.topic, () => void reload());
  const isEmpty = data.servers.length === 0;
  const mayManage = useViewer()?.is_site_admin === true;
  return (
    <>
      <PageTop title={data.name} terrain={{ place: 'map', name: data.name }} kicker={t('kicker')}>
        <p className="servers-lead">{t('lead')}</p>
        {!isEmpty && (mayManage || data.game_path !== null) && <ServersActs data={data} />}
        {isEmpty && <NoServers data={data} />}
      </PageTop>
      {!isEmpty && (
        <div className="page columns">
          <div className="stack">
            <NobodyAnswers data={data} />
            <ul className="lines servers">
              {data.servers.map((server) => (
                <ServerRow key={server.id} server={server} />
              ))}
            </ul>
          </div>
          <aside className="prose">
            <p>{t('how')}</p>
          </aside>
        </div>
      )}
    </>
  );
}

function ServersActs({ data }: { data: ServersData }) {
  const t = useTranslations('servers');
  const mayManage = useViewer()?.is_site_admin === true;
  return (
    <p className="servers-acts">
      {data.game_path !== null && (
        <ButtonLink href={data.game_path}>{t('game', { game: data.name })}</ButtonLink>
      )}
      {mayManage && <ButtonLink href="/admins/servers">{t('manage')}</ButtonLink>}
    </p>
  );
}

function NoServers({ data }: { data: ServersData }) {
  const t = useTranslations('servers');
  const mayManage = useViewer()?.is_site_admin === true;
  return (
    <EmptyState title={t('none')} reason={t(mayManage ? 'none_reason_admin' : 'none_reason')}>
      {!mayManage && <ChatJoinButton />}
      {data.game_path !== null && (
        <ButtonLink href={data.game_path}>{t('game', { game: data.name })}</ButtonLink>
      )}
      {mayManage && (
        <ButtonLink look="main" href="/admins/servers/new">
          {t('add')}
        </ButtonLink>
      )}
    </EmptyState>
  );
}

/** Why nobody can tell, where that is so: of all at once, or of the only one. */
function NobodyAnswers({ data: { blind_since, is_alone, servers } }: { data: ServersData }) {
  const t = useTranslations('servers');
  const alone = is_alone ? servers.find(({ state }) => state.kind === 'unknown') : undefined;
  const since = alone?.state.since ?? blind_since;
  return since === null ? null : (
    <p className="servers-blind" role="status">
      {t.rich(alone === undefined ? 'blind' : 'blind_alone', {
        time: () => <Time instant={since} />,
      })}
    </p>
  );
}

/** A step or two are no day to look at. */
const hasDay = (day: ListedServer['day']) => day.filter((players) => players !== null).length > 2;

function ServerRow({ server }: { server: ListedServer }) {
  const { name, region, note, state, day } = server;
  return (
    <li className="servers-row" id={`server-${server.id}`}>
      <div className="servers-names">
        <h2>{name}</h2>
        <p className="soft">{[region, note].filter(Boolean).join(' · ')}</p>
        <p className="servers-state">
          <ServerStatus state={state} />
        </p>
        <ServerFacts state={state} />
      </div>
      <ServerFigure state={state} />
      <JoinServer server={server} />
      {hasDay(day) && <ServerDay day={day} />}
      <ServerPeople state={state} />
    </li>
  );
}

function ServerFacts({ state: { claim } }: { state: ServerState }) {
  const t = useTranslations('server-state');
  if (claim === null) {
    return null;
  }
  const { bots, ping, has_password, version } = claim;
  const facts = [
    has_password && t('password'),
    bots !== null && bots > 0 && t('bots', { bots }),
    ping !== null && t('ping', { ping }),
    version !== null && t('version', { version }),
  ].filter((fact) => fact !== false);
  return facts.length === 0 ? null : <p className="soft servers-facts">{facts.join(' · ')}</p>;
}

function ServerPeople({ state: { claim } }: { state: ServerState }) {
  const t = useTranslations('servers');
  const people = claim?.people ?? [];
  // What two call themselves stands once.
  const names = [...new Set(people)];
  if (people.length === 0) {
    return null;
  }
  return (
    <details className="servers-people">
      <summary>{t('people', { count: people.length })}</summary>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}
