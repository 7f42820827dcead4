import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useHint } from '../../client/live/hints.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OfficeClosed } from '../../ui/office-closed.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { EvidenceSides } from '../match/evidence-sides.tsx';
import { LogLines, Scores } from '../match/stills.ts';
import { MatchList } from '../team/match-list.tsx';
import { HolderLine, TakeCase } from './case-holder.tsx';
import type { RulingData } from './data.ts';
import { Precedents } from './precedents.tsx';
import { RulingForm } from './ruling-form.tsx';
import { Statements } from './statements.tsx';
import '../match/match.css';
import './ruling.css';

export const stills = [LogLines, Scores];

/** Everything that an admin looks at before ruling, and the ruling with its consequences. */
export default function RulingPage({ data }: { data: RulingData }) {
  const t = useTranslations('ruling');
  const { match, open } = data;
  const [rule, setRule] = useState('');
  const reload = useReload();
  useHint(`match:${match.id}`, () => void reload());
  const { challenger, defender } = match.sides;
  return (
    <>
      <PageTop
        title={t('heading', { challenger: challenger.name, defender: defender.name })}
        kicker={
          <>
            <a href={`/ladders/${match.ladder.slug}/admin`}>{t('desk')}</a> ·{' '}
            <a href={`/matches/${match.id}`}>{t('room', { number: match.number })}</a>
          </>
        }
      >
        {open !== null && <CaseLine data={data} />}
      </PageTop>
      <div className="page columns">
        <div className="stack">
          <Scores data={match} />
          <Statements match={match} />
          {match.evidence !== null && (
            <section aria-labelledby="evidence">
              <SectionHead title={t('evidence')} id="evidence" />
              <EvidenceSides data={match} />
            </section>
          )}
          <section aria-labelledby="form">
            <SectionHead title={t('form')} id="form" />
            <OfficeClosed>
              <FormOrWhyNot data={data} rule={rule} onRule={setRule} />
            </OfficeClosed>
          </section>
        </div>
        <aside className="stack" aria-label={t('aside')}>
          <Precedents precedents={data.precedents} rule={rule} />
          <section aria-labelledby="meetings">
            <SectionHead title={t('meetings')} id="meetings" />
            {data.meetings.length === 0 ? (
              <p className="soft">{t('no_meetings')}</p>
            ) : (
              <MatchList matches={data.meetings} />
            )}
          </section>
          <section aria-labelledby="timeline">
            <SectionHead title={t('timeline')} id="timeline" />
            <LogLines
              lines={match.log}
              names={match.names}
              ladder={match.ladder.slug}
              sides={{ challenger: challenger.entry_id, defender: defender.entry_id }}
            />
          </section>
        </aside>
      </div>
    </>
  );
}

/** What is asked, since when, by when it should be answered, and who has it. */
function CaseLine({ data: { match, open, refusal } }: { data: RulingData }) {
  const t = useTranslations('ruling');
  if (open === null) {
    return null;
  }
  return (
    <div className="ruling-case">
      <p>
        <b>{open.reason === null ? t('is_appeal') : t(`why.${open.reason}`)}</b>{' '}
        <span className="soft">
          {t.rich('since', { time: () => <Time instant={open.opened_at} look="full" /> })}{' '}
          {open.aimed_at !== null &&
            t.rich('aimed', { time: () => <Time instant={open.aimed_at ?? ''} look="full" /> })}
        </span>
      </p>
      <div className="ruling-holder">
        <HolderLine holder={open.holder} />
        {refusal === null && <TakeCase matchId={match.id} holder={open.holder} />}
      </div>
    </div>
  );
}

interface FormOrWhyNotProps {
  data: RulingData;
  rule: string;
  onRule: (rule: string) => void;
}

/** The form for who may rule, and one plain reason for everybody else. */
function FormOrWhyNot({ data, rule, onRule }: FormOrWhyNotProps) {
  const t = useTranslations('ruling');
  const { open, refusal, match } = data;
  const why =
    open === null
      ? 'closed'
      : (refusal ?? (open.holder !== null && !open.holder.is_own ? 'taken' : null));
  // Who alone is in office is not told that another must.
  const by = match.judge?.by;
  const shown = why === 'own_match' && (by === 'nobody' || by === 'outsider') ? by : why;
  const name = match.names.people[match.rules.dispute.outsider ?? '']?.username ?? '?';
  if (shown === null) {
    return (
      <>
        <noscript>
          <p className="soft">{t('no_script')}</p>
        </noscript>
        <RulingForm data={data} rule={rule} onRule={onRule} />
      </>
    );
  }
  return (
    <EmptyState title={t(`not.${shown}`, { name })} reason={t(`not_reason.${shown}`, { name })}>
      <ButtonLink href={`/matches/${match.id}`}>{t('to_match')}</ButtonLink>
    </EmptyState>
  );
}
