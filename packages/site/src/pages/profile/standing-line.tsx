import { useTranslations } from 'use-intl';
import { Time } from '../../ui/time.tsx';
import { useRuleNames } from '../match/use-rule-names.ts';
import type { StandingItem } from './data.ts';

/** One thing that the rules hold for or against an entry. */
export function StandingLine({ item }: { item: StandingItem }) {
  const t = useTranslations('profile.standing');
  const toName = useRuleNames();
  const { kind, entry, ladder, from, until, rule } = item;
  return (
    <li>
      <p>
        <b>{t(`item.${kind}`)}</b>{' '}
        {from !== null &&
          kind === 'rest_announced' &&
          t.rich('from', { time: () => <Time instant={from} look="date" /> })}{' '}
        {until !== null && t.rich('until', { time: () => <Time instant={until} look="full" /> })}
      </p>
      <p className="soft">
        {entry.href === null ? entry.name : <a href={entry.href}>{entry.name}</a>} ·{' '}
        <a href={`/ladders/${ladder.slug}`}>{ladder.name}</a> ·{' '}
        <a href={`/ladders/${ladder.slug}/rules#${rule}`}>{t('rule', { rule: toName(rule) })}</a>
      </p>
    </li>
  );
}
