import { useFormatter, useTranslations } from 'use-intl';
import { useReloadEachMinute } from '../../client/live/use-reload-each-minute.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OfficeClosed } from '../../ui/office-closed.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import type { HealthData, HealthFact, HealthPart } from './data.ts';
import { Sheet } from './emergency-sheet.tsx';
import './health.css';

/** How the league's parts are, each with what that means and what to do; what needs somebody comes first. */
export default function HealthPage({ data: { parts, sheet } }: { data: HealthData }) {
  const t = useTranslations('health');
  useReloadEachMinute();
  const toLook = (parts ?? []).filter(({ state }) => state === 'look');
  const others = (parts ?? []).filter(({ state }) => state !== 'look');
  return (
    <>
      <PageTop title={t('title')} kicker={<a href="/admins">{t('desk')}</a>}>
        {parts !== null && <p className="page-top-lead">{t('lead', { count: toLook.length })}</p>}
      </PageTop>
      <div className="page health">
        {parts === null ? (
          <OfficeClosed>
            <EmptyState title={t('not_yours')} />
          </OfficeClosed>
        ) : (
          [...toLook, ...others].map((part) => <Part key={part.name} part={part} />)
        )}
        {sheet !== null && <Sheet sheet={sheet} />}
      </div>
    </>
  );
}

function Part({ part: { name, state, facts, impossible, is_damaged } }: { part: HealthPart }) {
  const t = useTranslations('health');
  return (
    <section aria-labelledby={name} className={`health-part health-${state}`}>
      <SectionHead title={t(`part.${name}.title`)} id={name}>
        <span className="health-state">{t(`state.${state}`)}</span>
      </SectionHead>
      <p className="soft">
        {name === 'journal' && state === 'off' ? t('journal_elsewhere') : t(`part.${name}.means`)}
      </p>
      {name === 'mail' && (
        <p>
          {state === 'off' && t('mail_unset')} <a href="/setup?step=mail">{t('mail_step')}</a>
        </p>
      )}
      {impossible !== undefined && <p>{t(`drill_off.${impossible}`)}</p>}
      {state === 'look' && (
        <p className="health-do">{t(is_damaged ? 'damaged' : `part.${name}.do`)}</p>
      )}
      <dl className="health-facts">
        {facts.map((fact) => (
          <div key={fact.name}>
            <dt>{t(`fact.${fact.name}`)}</dt>
            <dd>
              <Value fact={fact} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Value({ fact: { look, value } }: { fact: HealthFact }) {
  const format = useFormatter();
  if (look === 'instant') {
    return <Time instant={String(value)} />;
  }
  if (typeof value === 'string') {
    return value;
  }
  if (look === 'count') {
    return format.number(value);
  }
  if (look === 'milliseconds') {
    return format.number(value / 1000, {
      ...{ style: 'unit', unit: 'second', maximumFractionDigits: 1 },
    });
  }
  const isLarge = value >= 1e9;
  return format.number(value / (isLarge ? 1e9 : 1e6), {
    style: 'unit',
    unit: isLarge ? 'gigabyte' : 'megabyte',
    maximumFractionDigits: 1,
  });
}
