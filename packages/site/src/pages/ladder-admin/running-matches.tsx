import { machine } from '@muster/league';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { later, useLater } from '../../client/fetch/use-later.ts';
import { Button } from '../../ui/button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import '../ruling/ruling.css';
import type { LadderAdminData, RunningMatch } from './data.ts';

const matchActs = later(['ruling', 'rule-names'], () => import('./match-acts.tsx'));

type Desk = NonNullable<LadderAdminData['desk']>;

/**
 * Matches with a deadline, those first that the clock has left behind, and how many those are: none, if all is well;
 * `children` leads to the others of them.
 */
export function RunningMatches({ desk, children }: { desk: Desk; children?: ReactNode }) {
  const t = useTranslations('ladder-admin');
  const { stuck, matches, matches_part: part } = desk;
  return (
    <section aria-labelledby="deadlines">
      <SectionHead title={t('deadlines')} id="deadlines">
        <span className={stuck > 0 ? 'desk-urgent' : undefined}>
          {t('stuck', { count: stuck })}
        </span>
      </SectionHead>
      {part.kept === 0 ? (
        <p className="soft">{t('no_matches')}</p>
      ) : (
        <ul className="lines">
          {matches.map((match) => (
            <RunningLine key={match.id} match={match} />
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}

function RunningLine({ match }: { match: RunningMatch }) {
  const t = useTranslations('ladder-admin');
  const status = useTranslations('pieces.match_status');
  const [open, setOpen] = useState<'deadline' | 'void' | null>(null);
  const acts = useLater(matchActs, open !== null);
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
          <p className="soft">{t('own_match')}</p>
        ) : (
          <div className="desk-case-acts">
            {/* An hour that is agreed stays: only what somebody must do by then may wait longer. */}
            {machine[match.status].commands.extend_deadline !== undefined && (
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
      {open === 'deadline' && acts !== null && (
        <acts.DeadlineForm match={match} onDone={() => setOpen(null)} />
      )}
      {open === 'void' && acts !== null && (
        <acts.VoidForm match={match} onDone={() => setOpen(null)} />
      )}
    </li>
  );
}
