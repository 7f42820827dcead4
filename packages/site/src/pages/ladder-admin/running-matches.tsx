import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { ActForm, MomentField, ReasonField, toInstant } from './act-form.tsx';
import type { LadderAdminData, RunningMatch } from './data.ts';

type Desk = NonNullable<LadderAdminData['desk']>;

/** Matches with a deadline, the soonest first, and how many the clock has left behind: none, if all is well. */
export function RunningMatches({ desk }: { desk: Desk }) {
  const t = useTranslations('ladder-admin');
  const stuck = desk.matches.filter(({ is_stuck }) => is_stuck).length;
  return (
    <section aria-labelledby="deadlines">
      <SectionHead title={t('deadlines')} id="deadlines">
        <span className={stuck > 0 ? 'desk-urgent' : undefined}>
          {t('stuck', { count: stuck })}
        </span>
      </SectionHead>
      {desk.matches.length === 0 ? (
        <p className="soft">{t('no_matches')}</p>
      ) : (
        <ul className="lines">
          {desk.matches.map((match) => (
            <RunningLine key={match.id} match={match} />
          ))}
        </ul>
      )}
    </section>
  );
}

function RunningLine({ match }: { match: RunningMatch }) {
  const t = useTranslations('ladder-admin');
  const status = useTranslations('pieces.match_status');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <div className="desk-case">
        <div className="desk-case-words">
          <p>
            <a href={`/matches/${match.id}`}>
              {match.challenger.name} {t('versus')} {match.defender.name}
            </a>
          </p>
          <p className={match.is_stuck ? 'desk-urgent' : 'soft'}>
            {status(match.status)}
            {match.deadline !== null && (
              <>
                {' · '}
                <Time instant={match.deadline} />
              </>
            )}
          </p>
        </div>
        <div className="desk-case-acts">
          <Button
            onClick={() => setIsOpen(!isOpen)}
            aria-expanded={isOpen}
            aria-label={t('extend_of', {
              match: `${match.challenger.name} ${t('versus')} ${match.defender.name}`,
            })}
          >
            {t('extend')}
          </Button>
        </div>
      </div>
      {isOpen && <DeadlineForm match={match} onDone={() => setIsOpen(false)} />}
    </li>
  );
}

function DeadlineForm({ match, onDone }: { match: RunningMatch; onDone: () => void }) {
  const t = useTranslations('ladder-admin');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const until = toInstant(typed);
  return (
    <ActForm
      path={`/api/matches/${match.id}/deadline`}
      body={{ until, reason, version: match.version }}
      button={t('extend')}
      isReady={until !== null && reason.trim() !== ''}
      onDone={onDone}
    >
      <MomentField label={t('until')} typed={typed} onChange={setTyped} />
      <ReasonField reason={reason} onChange={setReason} />
    </ActForm>
  );
}
