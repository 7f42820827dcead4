import { useTranslations } from 'use-intl';
import { ButtonLink } from '../../ui/button.tsx';
import { ChatJoinButton } from '../../ui/connect-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { Time } from '../../ui/time.tsx';
import type { ListedServer, ServersData } from './data.ts';
import './servers.css';

export default function ServersPage({ data }: { data: ServersData }) {
  const t = useTranslations('servers');
  const isEmpty = data.servers.length === 0;
  return (
    <>
      <PageTop title={data.name} terrain={data.name} kicker={t('kicker')}>
        <p className="servers-lead">{t(`lead.${data.page}`)}</p>
        {isEmpty && <NoServers data={data} />}
      </PageTop>
      {!isEmpty && (
        <div className="page columns">
          <ul className="lines">
            {data.servers.map((server) => (
              <ServerRow key={server.id} server={server} />
            ))}
          </ul>
          <aside className="prose">
            <p>{t('how')}</p>
          </aside>
        </div>
      )}
    </>
  );
}

function NoServers({ data }: { data: ServersData }) {
  const t = useTranslations('servers');
  return (
    <EmptyState title={t('none')} reason={t('none_reason')}>
      <ChatJoinButton />
      {data.game_path !== null && (
        <ButtonLink href={data.game_path}>{t('game', { game: data.name })}</ButtonLink>
      )}
    </EmptyState>
  );
}

function ServerRow({ server }: { server: ListedServer }) {
  const t = useTranslations('servers');
  const { seen } = server;
  return (
    <li className="servers-row">
      <div>
        <h2>{server.name}</h2>
        <p className="soft">{[server.region, server.note].filter(Boolean).join(' · ')}</p>
      </div>
      <p className="servers-state">
        {seen === null ? (
          <StatusMark kind="quiet" label={t('silent')} />
        ) : (
          <StatusMark kind="available" label={seen.map ?? t('answers')}>
            <Time instant={seen.at} />
          </StatusMark>
        )}
      </p>
      <p className="display servers-figure">
        {seen?.players != null &&
          `${seen.players}${seen.max_players === null ? '' : `/${seen.max_players}`}`}
      </p>
    </li>
  );
}
