import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Time } from '../../ui/time.tsx';
import type { RecordedSanction } from './data.ts';

interface SanctionCardProps {
  sanction: RecordedSanction;
  /** What may be done about it. */
  children?: ReactNode;
}

/** One sanction of a record: what it is, since and until when, by whom, why, and what became of it. */
export function SanctionCard({ sanction, children }: SanctionCardProps) {
  const t = useTranslations('sanctions');
  const words = useTranslations('profile.standing');
  const conduct = useTranslations('shell.footer')('conduct');
  const { kind, ladder, from, until, is_in_force, by, rule, reason, lifted } = sanction;
  const state = is_in_force ? 'in_force' : lifted === null ? 'over' : 'lifted';
  return (
    <li
      id={`sanction-${sanction.id}`}
      className={is_in_force ? 'sanction sanction-on' : 'sanction'}
    >
      <p className="sanction-head">
        <b>{words(`sanction.${kind}`)}</b>
        <span className="sanction-state">{t(`state.${state}`)}</span>
        <span className="soft">
          {ladder === null ? (
            words('everywhere')
          ) : (
            <a href={`/ladders/${ladder.slug}`}>{ladder.name}</a>
          )}
        </span>
      </p>
      <p>
        {until === null
          ? words('for_good')
          : words.rich('until', { time: () => <Time instant={until} look="full" /> })}
      </p>
      <p className="soft">
        {t.rich('given', { time: () => <Time instant={from} look="full" /> })}
        {by !== null && ` · ${t('given_by', { by })}`}
      </p>
      <p>{t('rule', { rule: rule ?? conduct })}</p>
      <p className="sanction-words">
        {reason === null ? words('no_reason') : words('reason', { reason })}
      </p>
      {lifted !== null && (
        <div className="sanction-after">
          <p>
            <b>{t.rich('lifted_at', { time: () => <Time instant={lifted.at} look="full" /> })}</b>
            {lifted.by !== null && ` · ${lifted.by}`}
          </p>
          {lifted.reason !== null && (
            <p className="sanction-words">{words('reason', { reason: lifted.reason })}</p>
          )}
        </div>
      )}
      <AppealLines sanction={sanction} />
      {children}
    </li>
  );
}

/** What the person said against it, and what they were answered. */
function AppealLines({ sanction: { appeal, lifted } }: { sanction: RecordedSanction }) {
  const t = useTranslations('sanctions.appeal');
  const quote = useTranslations('profile.standing');
  if (appeal === null) {
    return null;
  }
  const { words, made_at, until, decided } = appeal;
  return (
    <div className="sanction-after">
      <p>
        <b>{t.rich('made', { time: () => <Time instant={made_at} look="full" /> })}</b>
      </p>
      <p className="sanction-words">{quote('reason', { reason: words })}</p>
      {decided === null && lifted === null && (
        <p>{t.rich('waits', { time: () => <Time instant={until} look="full" /> })}</p>
      )}
      {decided !== null && (
        <>
          <p>
            <b>
              {t.rich(decided.is_granted ? 'granted' : 'refused', {
                time: () => <Time instant={decided.at} look="full" />,
              })}
            </b>
            {decided.by !== null && ` · ${decided.by}`}
          </p>
          <p className="sanction-words">{quote('reason', { reason: decided.answer })}</p>
        </>
      )}
    </div>
  );
}
