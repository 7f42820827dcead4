import { isFinalStatus } from '@muster/league';
import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import type { MatchData } from './data.ts';
import type { MatchForm } from './match-step.ts';

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
  if (room === null || data.time === null || isFinalStatus(data.status)) return null;
  const maySet = viewer?.may_act === true || viewer?.may_rule === true;
  return (
    <section aria-labelledby="server">
      <SectionHead title={t('title')} id="server">
        {t('who')}
      </SectionHead>
      {room.server === null ? (
        <p className="soft">{t('none')}</p>
      ) : (
        <dl className="server-place">
          <dt>{t('address')}</dt>
          <dd>{room.server.address}</dd>
          {room.server.password !== '' && (
            <>
              <dt>{t('password')}</dt>
              <dd>{room.server.password}</dd>
            </>
          )}
        </dl>
      )}
      {maySet && (
        <button type="button" className="match-link" onClick={() => onOpen('server')}>
          {t(room.server === null ? 'set' : 'change')}
        </button>
      )}
    </section>
  );
}
