import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { FactLine, PageTop } from '../../ui/page-top.tsx';
import { Time } from '../../ui/time.tsx';
import { usePastHref } from '../past/past-href.tsx';
import type { LadderData } from './data.ts';
import { useDurationWords } from './use-duration-words.ts';

/** The head of the ladder: what it is, its figures, its rules in short, and the one next thing. */
export function LadderTop({ data, next }: { data: LadderData; next: ReactNode }) {
  const t = useTranslations('ladder.top');
  const { ladder, season } = data;
  return (
    <PageTop
      terrain={ladder.slug}
      title={data.title}
      kicker={
        <>
          <a href={`/games/${ladder.game.slug}`}>{ladder.game.name}</a>
          {ladder.region !== '' && ` · ${ladder.region}`}
          {season !== null && !season.is_demo && ` · ${season.name}`}
          {season?.is_demo && <span className="ladder-mark">{t('demo')}</span>}
          {ladder.is_test && <span className="ladder-mark">{t('test')}</span>}
        </>
      }
    >
      <LadderFacts data={data} />
      {data.summary !== '' && <p className="ladder-summary">{data.summary}</p>}
      {next}
    </PageTop>
  );
}

function LadderFacts({ data }: { data: LadderData }) {
  const t = useTranslations('ladder.top');
  const toHref = usePastHref();
  const words = useDurationWords();
  const { ladder, season, size } = data;
  const b = (chunks: ReactNode) => <b>{chunks}</b>;
  const rules = season?.rules;
  return (
    <FactLine>
      <span>
        {t.rich(ladder.format === 'time_attack' ? 'drivers' : 'teams', { count: size, b })}
      </span>
      {rules !== undefined && ladder.format !== 'time_attack' && (
        <>
          <span>{t.rich('a_side', { size: rules.team.size, b })}</span>
          <span>
            {t.rich(rules.maps.count > 1 ? 'best_of' : 'one_map', { count: rules.maps.count, b })}
          </span>
          {ladder.format === 'rung' && (
            <span>
              {t.rich('climb', { top: rules.reach.topRungs, count: rules.reach.rungs, b })}
            </span>
          )}
          <span>{t.rich('answer', { time: words(rules.challenge.answerWithin), b })}</span>
        </>
      )}
      {season?.status === 'registration' && (
        <span>
          {t.rich('begins', { time: () => <Time instant={season.opens_at} look="date" /> })}
        </span>
      )}
      {season?.ends_at != null && (
        <span>
          {t.rich(season.status === 'closed' ? 'ended' : 'ends', {
            time: () => <Time instant={season.ends_at ?? ''} look="date" />,
          })}
        </span>
      )}
      <a href={toHref(`/ladders/${ladder.slug}/rules`)}>{t('rules')}</a>
      <a href={`/ladders/${ladder.slug}/log`}>{t('log')}</a>
      {data.viewer?.is_admin && <a href={`/ladders/${ladder.slug}/admin`}>{t('admin')}</a>}
    </FactLine>
  );
}

/** What a newcomer must know to play, in one paragraph made of the season's rules. */
export function RulesInShort({ data }: { data: LadderData }) {
  const t = useTranslations('ladder.short');
  const toHref = usePastHref();
  const words = useDurationWords();
  const { ladder, season } = data;
  if (season === null) {
    return null;
  }
  const { rules } = season;
  const link = (chunks: ReactNode) => (
    <a href={toHref(`/ladders/${ladder.slug}/rules`)}>{chunks}</a>
  );
  if (ladder.format === 'time_attack') {
    return <p className="ladder-short">{t.rich('time_attack', { link })}</p>;
  }
  return (
    <p className="ladder-short">
      {ladder.format === 'rung'
        ? t('reach', {
            top: rules.reach.top,
            topRungs: rules.reach.topRungs,
            rungs: rules.reach.rungs,
            percent: rules.reach.percent,
          })
        : t('rating')}{' '}
      {t(
        rules.challenge.unanswered === 'forfeit' && ladder.format === 'rung' ? 'forfeit' : 'expire',
        {
          time: words(rules.challenge.answerWithin),
        },
      )}{' '}
      {t('times', { minimum: rules.schedule.timesMinimum, maximum: rules.schedule.timesMaximum })}{' '}
      {t('check_in', { opens: words(rules.checkIn.opens), closes: words(rules.checkIn.closes) })}{' '}
      {t('report', { time: words(rules.report.confirmWithin) })} {t.rich('more', { link })}
    </p>
  );
}
