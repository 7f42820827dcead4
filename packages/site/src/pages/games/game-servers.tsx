import { useTranslations } from 'use-intl';
import { useHint } from '../../client/live/hints.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import type { GameServers as Servers } from '../servers/data.ts';
import { ServerFigure, ServerStatus } from '../servers/server-status.tsx';

/** The game's servers as they are now, each a way to its line on their own page. */
export function GameServers({ servers: { path, topic, has_more, servers } }: { servers: Servers }) {
  const t = useTranslations('game');
  const reload = useReload();
  useHint(topic, () => void reload());
  if (servers.length === 0) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('servers')} id="servers">
        {has_more && <a href={path}>{t('all_servers')}</a>}
      </SectionHead>
      <ul className="lines">
        {servers.map(({ id, name, region, state }) => (
          <li key={id} className="game-server">
            <div>
              <a href={`${path}#server-${id}`}>{name}</a> <span className="soft">{region}</span>
              <p>
                <ServerStatus state={state} />
              </p>
            </div>
            <ServerFigure state={state} />
          </li>
        ))}
      </ul>
    </section>
  );
}
