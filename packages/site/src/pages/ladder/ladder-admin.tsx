import { useState } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { DeadlineForm, EntryForm, SeasonForms } from './admin-forms.tsx';
import type { LadderAdminData, QueuedDispute, RunningMatch } from './data.ts';
import './ladder.css';

type Desk = NonNullable<LadderAdminData['desk']>;

/** What waits for a ladder's admins, the most urgent first, and what only they may do. */
export default function LadderAdminPage({ data }: { data: LadderAdminData }) {
  const t = useTranslations('ladder.admin');
  const { ladder, desk } = data;
  return (
    <>
      <PageTop
        title={t('heading')}
        terrain={ladder.slug}
        kicker={<a href={`/ladders/${ladder.slug}`}>{ladder.name}</a>}
      />
      <div className="page columns">
        {desk === null ? (
          <EmptyState title={t('not_yours')} reason={t('not_yours_reason')} />
        ) : (
          <>
            <div className="stack">
              <Queue desk={desk} />
              <Running desk={desk} />
            </div>
            <div className="stack">
              <section aria-labelledby="entries">
                <SectionHead title={t('entries')} id="entries" />
                <EntryForm ladder={ladder.slug} entries={desk.entries} />
              </section>
              <section aria-labelledby="season">
                <SectionHead title={t('season')} id="season" />
                <SeasonForms ladder={ladder.slug} season={desk.season} />
              </section>
            </div>
          </>
        )}
      </div>
    </>
  );
}

function Queue({ desk }: { desk: Desk }) {
  const t = useTranslations('ladder.admin');
  return (
    <section aria-labelledby="disputes">
      <SectionHead title={t('disputes')} id="disputes">
        {t('waiting', { count: desk.disputes.length })}
      </SectionHead>
      {desk.disputes.length === 0 ? (
        <EmptyState title={t('no_disputes')} />
      ) : (
        <ul className="lines">
          {desk.disputes.map((dispute) => (
            <Waiting key={dispute.match_id} dispute={dispute} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Waiting({ dispute }: { dispute: QueuedDispute }) {
  const t = useTranslations('ladder.admin');
  const now = useNow().getTime();
  const hours = Math.max(0, Math.floor((now - Date.parse(dispute.opened_at)) / 3_600_000));
  const isLate = now > Date.parse(dispute.ruling_aimed_at);
  return (
    <li className="desk-queue">
      <p>
        <b>{dispute.challenger.name}</b> <span className="soft">{t('versus')}</span>{' '}
        <b>{dispute.defender.name}</b>{' '}
        <span className="soft">{t('number', { number: dispute.number })}</span>
      </p>
      <p className="soft">
        {t(`reason.${dispute.reason}`)} {t('age', { hours })}{' '}
        {t('statements', { count: dispute.statements })}{' '}
        <span className={isLate ? 'desk-late' : undefined}>
          {t.rich(isLate ? 'late' : 'aimed', {
            time: () => <Time instant={dispute.ruling_aimed_at} />,
          })}
        </span>
      </p>
      <ButtonLink look="main" href={`/matches/${dispute.match_id}`}>
        {t('rule')}
      </ButtonLink>
    </li>
  );
}

function Running({ desk }: { desk: Desk }) {
  const t = useTranslations('ladder.admin');
  const [open, setOpen] = useState<string | null>(null);
  return (
    <section aria-labelledby="deadlines">
      <SectionHead title={t('deadlines')} id="deadlines" />
      {desk.matches.length === 0 ? (
        <p className="soft">{t('no_matches')}</p>
      ) : (
        <ul className="lines">
          {desk.matches.map((match) => (
            <li key={match.id}>
              <RunningLine
                match={match}
                onOpen={() => setOpen(open === match.id ? null : match.id)}
                isOpen={open === match.id}
              />
              {open === match.id && <DeadlineForm match={match} onDone={() => setOpen(null)} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface RunningLineProps {
  match: RunningMatch;
  isOpen: boolean;
  onOpen: () => void;
}

function RunningLine({ match, isOpen, onOpen }: RunningLineProps) {
  const t = useTranslations('ladder.admin');
  const status = useTranslations('shell.match_status');
  return (
    <div className="desk-queue">
      <p>
        <a href={`/matches/${match.id}`}>
          {match.challenger.name} {t('versus')} {match.defender.name}
        </a>
      </p>
      <p className="soft">
        {status(match.status)}
        {match.deadline !== null && (
          <>
            {' · '}
            <Time instant={match.deadline} />
          </>
        )}
      </p>
      <Button onClick={onOpen} aria-expanded={isOpen}>
        {t('extend')}
      </Button>
    </div>
  );
}
