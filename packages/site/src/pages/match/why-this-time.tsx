import { useTranslations } from 'use-intl';
import type { MatchData } from './data.ts';

/** Why a default time is the hour that it is. */
export function WhyThisTime({ data }: { data: MatchData }) {
  const t = useTranslations('match-record.why_time');
  const { time, sides } = data;
  if (time?.reason == null) {
    return null;
  }
  const { kind, challenger_free, challenger_declared, defender_free, defender_declared } =
    time.reason;
  return (
    <details className="match-why">
      <summary>{t('title')}</summary>
      <p>
        {t(kind, {
          challenger: sides.challenger.name,
          defender: sides.defender.name,
          challenger_free,
          challenger_declared,
          defender_free,
          defender_declared,
        })}{' '}
        <a href={`/ladders/${data.ladder.slug}/rules#${time.reason.rule}`}>{t('rule')}</a>
      </p>
    </details>
  );
}
