import type { Dispute, Ruling, TextReference } from '@muster/league';
import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { HolderLine } from '../ruling/case-holder.tsx';
import type { MatchData } from './data.ts';
import { useRuleNames } from './use-rule-names.ts';

/** The dispute and the appeal, each with what was said and what was ruled. */
export function Disputes({ data }: { data: MatchData }) {
  const t = useTranslations('match-record.dispute');
  const { dispute, appeal } = data;
  if (dispute === null && appeal === null) {
    return null;
  }
  return (
    <section aria-labelledby="dispute" className="match-dispute">
      <SectionHead title={t('title')} id="dispute" />
      {dispute !== null && <DisputeFacts data={data} dispute={dispute} />}
      <WhoDecides data={data} />
      {data.room !== null && data.judge !== null && data.judge.by !== 'nobody' && (
        <HolderLine holder={data.holder} />
      )}
      {dispute?.statements.map((statement) => (
        <Said
          key={statement.text.text_id}
          data={data}
          by={data.sides[statement.by].name}
          at={statement.at}
          text={statement.text}
        />
      ))}
      {dispute?.ruling && (
        <RulingSays data={data} ruling={dispute.ruling} status={dispute.status} />
      )}
      {appeal !== null && (
        <>
          <h3>{t('appeal', { team: data.sides[appeal.by].name })}</h3>
          <Said data={data} by={data.sides[appeal.by].name} at={appeal.at} text={appeal.text} />
          {appeal.ruling && (
            <RulingSays data={data} ruling={appeal.ruling} status={appeal.status} />
          )}
        </>
      )}
    </section>
  );
}

/** Who decides what is open, and by when: both sides and everybody else see it at once. */
function WhoDecides({ data }: { data: MatchData }) {
  const t = useTranslations('match-record.dispute.judge');
  const { judge, status, rules, names } = data;
  if (judge === null) {
    return null;
  }
  const { by, until } = judge;
  if (until === null) {
    return <p>{t('nobody')}</p>;
  }
  const ending = status === 'disputed' ? 'void' : 'stands';
  const name = names.people[rules.dispute.outsider ?? '']?.username ?? '?';
  return (
    <p>
      {t.rich(by === 'nobody' ? ending : by, {
        name,
        time: () => <Time instant={until} look="full" />,
      })}
    </p>
  );
}

function DisputeFacts({ data, dispute }: { data: MatchData; dispute: Dispute }) {
  const t = useTranslations('match-record.dispute');
  const team = dispute.opened_by === null ? '' : data.sides[dispute.opened_by].name;
  return (
    <p>
      {t(`reason.${dispute.reason}`, { team })}{' '}
      <span className="soft">
        <Time instant={dispute.opened_at} look="full" />.{' '}
        {dispute.status === 'open' &&
          t.rich(data.judge?.by === 'nobody' ? 'not_aimed' : 'aimed', {
            statements: () => <Time instant={dispute.statements_until} />,
            ruling: () => <Time instant={dispute.ruling_aimed_at} />,
          })}
      </span>
    </p>
  );
}

interface SaidProps {
  data: MatchData;
  by: string;
  at: string;
  text: TextReference;
}

function Said({ data, by, at, text }: SaidProps) {
  const t = useTranslations('match-record.dispute');
  const words = data.texts[text.text_id];
  return (
    <figure className="said">
      <figcaption>
        <b>{by}</b>{' '}
        <span className="soft">
          <Time instant={at} />
        </span>
      </figcaption>
      {words === undefined && data.room === null ? (
        <p className="soft">{t('private')}</p>
      ) : (
        <blockquote>{words ?? t('forgotten')}</blockquote>
      )}
    </figure>
  );
}

function RulingSays({
  data,
  ruling,
  status,
}: {
  data: MatchData;
  ruling: Ruling;
  status: Dispute['status'];
}) {
  const t = useTranslations('match-record.dispute');
  const toName = useRuleNames();
  const { outcome, reason } = ruling;
  if (reason === null) {
    return (
      <p className="said said-ruling">
        {t('unjudged')}{' '}
        <span className="soft">
          <Time instant={ruling.at} /> · {t('rule', { rule: toName(ruling.rule) })}
        </span>
      </p>
    );
  }
  const by = data.names.people[ruling.by]?.username ?? t('admin');
  const team =
    outcome.kind === 'completed' && outcome.winner !== null
      ? data.sides[outcome.winner].name
      : outcome.kind === 'forfeited'
        ? data.sides[outcome.loser].name
        : '';
  return (
    <figure className="said said-ruling">
      <figcaption>
        <b>{t('ruling', { by })}</b>{' '}
        <span className="soft">
          <Time instant={ruling.at} /> · {t(`status.${status}`)}
        </span>
      </figcaption>
      <p>
        {t(`outcome.${outcome.kind}`, { team })}{' '}
        <span className="soft">{t('rule', { rule: toName(ruling.rule) })}</span>
      </p>
      <blockquote>{data.texts[reason.text_id] ?? t('forgotten')}</blockquote>
    </figure>
  );
}
