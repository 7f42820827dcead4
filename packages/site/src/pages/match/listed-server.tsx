import { useTranslations } from 'use-intl';
import { useHint } from '../../client/live/hints.ts';
import { useReload } from '../../client/live/use-reload.ts';
import type { ServerAtAddress } from '../servers/data.ts';
import { ServerFigure, ServerStatus } from '../servers/server-status.tsx';

/** How the server is that both sides agreed on, where it is one of the league's list. */
export function ListedServer({ server }: { server: ServerAtAddress }) {
  const t = useTranslations('match.server');
  const reload = useReload();
  useHint(server.topic, () => void reload());
  return (
    <div className="match-listed">
      <div>
        <p>
          <a href={server.path}>{server.name}</a>
          <span className="soft"> · {t('listed')}</span>
        </p>
        <p>
          <ServerStatus state={server.state} />
        </p>
      </div>
      <ServerFigure state={server.state} />
    </div>
  );
}
