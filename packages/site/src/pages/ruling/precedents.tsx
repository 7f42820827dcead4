import { useFormatter, useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { useRuleNames } from '../match/use-rule-names.ts';
import type { Precedent } from './data.ts';

const shown = 12;

interface PrecedentsProps {
  precedents: readonly Precedent[];
  /** The rule that is chosen; empty: the latest rulings, whatever their rule. */
  rule: string;
}

/** What was ruled before on the same rule, and how long it took. */
export function Precedents({ precedents, rule }: PrecedentsProps) {
  const t = useTranslations('ruling.precedents');
  const toLabel = useRuleNames();
  const same = precedents.filter((precedent) => rule === '' || precedent.rule === rule);
  return (
    <section aria-labelledby="precedents">
      <SectionHead title={t('title')} id="precedents">
        {rule === '' ? t('latest') : t('on', { rule: toLabel(rule) })}
      </SectionHead>
      {same.length === 0 ? (
        <p className="soft">{t('none')}</p>
      ) : (
        <ul className="lines">
          {same.slice(0, shown).map((precedent) => (
            <li key={`${precedent.match_id} ${precedent.at}`} className="precedent">
              <p>
                <a href={`/matches/${precedent.match_id}`}>{t(`outcome.${precedent.outcome}`)}</a>{' '}
                <span className="soft">
                  {t(precedent.is_appeal ? 'on_appeal' : `status.${precedent.status}`)}
                </span>
              </p>
              <p className="soft precedent-facts">
                {toLabel(precedent.rule)} · {precedent.ladder.name} ·{' '}
                <Time instant={precedent.at} look="date" />
                {precedent.by !== null && ` · ${precedent.by}`}
                {precedent.hours !== null && (
                  <>
                    {' · '}
                    <Length hours={precedent.hours} />
                  </>
                )}
              </p>
              {precedent.reason !== null && <blockquote>{precedent.reason}</blockquote>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Length({ hours }: { hours: number }) {
  const t = useTranslations('ruling.precedents');
  const format = useFormatter();
  const isLong = hours >= 48;
  const length = format.number(isLong ? hours / 24 : hours, {
    style: 'unit',
    unit: isLong ? 'day' : 'hour',
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  });
  return t('took', { length });
}
