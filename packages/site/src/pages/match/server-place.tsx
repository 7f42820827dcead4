import { isFinalStatus } from '@muster/league';
import { useTranslations } from 'use-intl';
import type { MatchData } from './data.ts';
import type { MatchForm } from './match-step.ts';
import { ServerSection } from './server-section.tsx';
import { ListedServer } from './stills.ts';

/** Where to connect: known to both rosters and the ladder's admins. */
export function ServerPlace({
  data,
  onOpen,
}: {
  data: MatchData;
  onOpen: (form: MatchForm) => void;
}) {
  const t = useTranslations('match.server');
  const { room, viewer } = data;
  if (room === null || data.time === null || isFinalStatus(data.status)) {
    return null;
  }
  const maySet = viewer?.may_act === true || (viewer?.may_rule === true && room.may_talk);
  return (
    <ServerSection
      words={{
        title: t('title'),
        who: t('who'),
        none: t('none'),
        address: t('address'),
        password: t('password'),
      }}
      server={room.server}
    >
      {room.server?.listed != null && <ListedServer server={room.server.listed} />}
      {maySet && (
        <button type="button" className="match-link" onClick={() => onOpen('server')}>
          {t(room.server === null ? 'set' : 'change')}
        </button>
      )}
    </ServerSection>
  );
}
