import { MACHINE } from '@muster/league';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRefusal } from '../../client/use-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { PreviewPlace, usePreview } from '../ruling/preview.tsx';
import { RuleField } from '../ruling/rule-field.tsx';
import '../ruling/ruling.css';
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
  const toSentence = useRefusal();
  const [open, setOpen] = useState<'deadline' | 'void' | null>(null);
  const sides = `${match.challenger.name} ${t('versus')} ${match.defender.name}`;
  const toggle = (form: 'deadline' | 'void') => setOpen(open === form ? null : form);
  return (
    <li>
      <div className="desk-case">
        <div className="desk-case-words">
          <p>
            <a href={`/matches/${match.id}`}>{sides}</a>
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
        {match.has_part ? (
          <p className="soft">{toSentence({ code: 'own_match', params: {} })}</p>
        ) : (
          <div className="desk-case-acts">
            {/* An hour that is agreed stays: only what somebody must do by then may wait longer. */}
            {MACHINE[match.status].commands.extend_deadline !== undefined && (
              <Button
                onClick={() => toggle('deadline')}
                aria-expanded={open === 'deadline'}
                aria-label={t('extend_of', { match: sides })}
              >
                {t('extend')}
              </Button>
            )}
            <Button
              look="danger"
              onClick={() => toggle('void')}
              aria-expanded={open === 'void'}
              aria-label={t('void_of', { match: sides })}
            >
              {t('void')}
            </Button>
          </div>
        )}
      </div>
      {open === 'deadline' && <DeadlineForm match={match} onDone={() => setOpen(null)} />}
      {open === 'void' && <VoidForm match={match} onDone={() => setOpen(null)} />}
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

const nothingAsked = {};

/** Voids one running match, after showing what that moves: it then counts for nobody. */
function VoidForm({ match, onDone }: { match: RunningMatch; onDone: () => void }) {
  const t = useTranslations('ladder-admin');
  const [rule, setRule] = useState('');
  const [reason, setReason] = useState('');
  const preview = usePreview(`/api/matches/${match.id}/void/preview`, nothingAsked);
  return (
    <ActForm
      path={`/api/matches/${match.id}/void`}
      body={{ rule, reason, version: match.version }}
      button={t('void')}
      look="danger"
      isReady={preview.effects !== null && rule !== '' && reason.trim() !== ''}
      onDone={onDone}
    >
      <p>{t('void_says')}</p>
      <PreviewPlace preview={preview} />
      <RuleField rule={rule} onChange={setRule} />
      <ReasonField reason={reason} onChange={setReason} />
    </ActForm>
  );
}
