import { parseDuration } from '@muster/league';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { usePastHref } from '../past/past-href.tsx';
import type { LadderData } from './data.ts';
import { useDurationWords } from './use-duration-words.ts';

type SeasonRules = NonNullable<LadderData['season']>['rules'];

/** What a newcomer must know to play, made of the season's rules. */
export function RulesWords({ data, rules }: { data: LadderData; rules: SeasonRules }) {
  const t = useTranslations('ladder.short');
  const toHref = usePastHref();
  const words = useDurationWords();
  const { ladder } = data;
  const rematchWithin = parseDuration(rules.challenge.rematchWithin) ?? 0;
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
      {rematchWithin > 0 && `${t('rematch', { time: words(rules.challenge.rematchWithin) })} `}
      {t('times', { minimum: rules.schedule.timesMinimum, maximum: rules.schedule.timesMaximum })}{' '}
      {t('check_in', { opens: words(rules.checkIn.opens), closes: words(rules.checkIn.closes) })}{' '}
      {t('report', { time: words(rules.report.confirmWithin) })} {t.rich('more', { link })}
    </p>
  );
}
