import type { ReactNode } from 'react';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { HolderLine, TakeCase } from '../ruling/case-holder.tsx';
import type { LadderAdminData, QueuedCase } from './data.ts';

type Desk = NonNullable<LadderAdminData['desk']>;

/** Disputes and appeals that wait, the most urgent first; `children` leads to the others of them. */
export function CaseQueue({ desk, children }: { desk: Desk; children?: ReactNode }) {
  const t = useTranslations('ladder-admin');
  const { cases, cases_part: part, median_hours, is_site_admin: isSiteAdmin } = desk;
  // Of several that may be ruled the most urgent calls.
  const first = cases.find((waiting) => mayRule(waiting, isSiteAdmin));
  return (
    <section aria-labelledby="queue">
      <SectionHead title={t('queue')} id="queue">
        {t('waiting', { count: part.kept })}
      </SectionHead>
      {median_hours !== null && (
        <p className="soft desk-median">
          {t.rich('median', { time: () => <Hours hours={median_hours} /> })}
        </p>
      )}
      {part.kept === 0 ? (
        <EmptyState title={t('no_disputes')} />
      ) : (
        <ul className="lines">
          {cases.map((waiting) => (
            <CaseLine
              key={waiting.id}
              waiting={waiting}
              isSiteAdmin={isSiteAdmin}
              isFirst={waiting === first}
            />
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}

const mayRule = ({ has_part, kind }: QueuedCase, isSiteAdmin: boolean): boolean =>
  !has_part && (kind !== 'appeal' || isSiteAdmin);

interface CaseLineProps {
  waiting: QueuedCase;
  isSiteAdmin: boolean;
  isFirst: boolean;
}

function CaseLine({ waiting, isSiteAdmin, isFirst }: CaseLineProps) {
  const t = useTranslations('ladder-admin');
  const { challenger, defender, match_id, blocks_at } = waiting;
  return (
    <li className={blocks_at === null ? 'desk-case' : 'desk-case desk-case-urgent'}>
      <div className="desk-case-words">
        <p>
          <a href={`/matches/${match_id}`}>
            <b>{challenger.name}</b> <span className="soft">{t('versus')}</span>{' '}
            <b>{defender.name}</b>
          </a>{' '}
          <span className="soft">{t('number', { number: waiting.number })}</span>
          {waiting.kind === 'appeal' && <span className="desk-mark">{t('appeal')}</span>}
        </p>
        {blocks_at !== null && (
          <p className="desk-urgent">
            {t.rich('blocks', { time: () => <Time instant={blocks_at} /> })}
          </p>
        )}
        <p className="soft">
          {waiting.reason !== null && `${t(`reason.${waiting.reason}`)} `}
          <Age waiting={waiting} /> {t('statements', { count: waiting.statements })}{' '}
          <Aim waiting={waiting} />
        </p>
        <HolderLine holder={waiting.holder} />
      </div>
      {waiting.has_part ? (
        <p className="soft">{t('own_match')}</p>
      ) : !mayRule(waiting, isSiteAdmin) ? (
        <div className="desk-case-acts">
          <p className="soft">{t('appeals_by_site')}</p>
          <ButtonLink href={`/matches/${match_id}/ruling`}>{t('look')}</ButtonLink>
        </div>
      ) : (
        <div className="desk-case-acts">
          <TakeCase matchId={match_id} holder={waiting.holder} />
          <ButtonLink look={isFirst ? 'main' : 'quiet'} href={`/matches/${match_id}/ruling`}>
            {t('rule')}
          </ButtonLink>
        </div>
      )}
    </li>
  );
}

function Age({ waiting }: { waiting: QueuedCase }) {
  const t = useTranslations('ladder-admin');
  const now = useNow().getTime();
  const hours = Math.max(0, (now - Date.parse(waiting.opened_at)) / 3_600_000);
  return t.rich('open_for', { time: () => <Hours hours={hours} /> });
}

function Aim({ waiting: { aimed_at } }: { waiting: QueuedCase }) {
  const t = useTranslations('ladder-admin');
  const now = useNow().getTime();
  if (aimed_at === null) {
    return null;
  }
  const isLate = now > Date.parse(aimed_at);
  return (
    <span className={isLate ? 'desk-urgent' : undefined}>
      {t.rich(isLate ? 'late' : 'aimed', { time: () => <Time instant={aimed_at} /> })}
    </span>
  );
}

/** Minutes below one hour, hours below two days, else days. */
function Hours({ hours }: { hours: number }) {
  const format = useFormatter();
  const isShort = hours < 1;
  const isLong = hours >= 48;
  return format.number(isShort ? hours * 60 : isLong ? hours / 24 : hours, {
    style: 'unit',
    unit: isShort ? 'minute' : isLong ? 'day' : 'hour',
    unitDisplay: 'long',
    maximumFractionDigits: !isShort && hours < 10 ? 1 : 0,
  });
}
