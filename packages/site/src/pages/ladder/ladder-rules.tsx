import { useTranslations } from 'use-intl';
import { loosen } from '../../intl/intl-root.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactLine, PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Prose } from '../articles/prose.tsx';
import { toPastHref } from '../past/past-href.tsx';
import { PastBar } from '../past/past-still.ts';
import type { LadderRulesData } from './data.ts';
import { RuleTable } from './rule-table.tsx';
import { listRuleSections, RulePeople } from './rule-value.ts';
import './ladder.css';

export const stills = [PastBar];

/** Every rule of the season, from the same object that drives clocks, limits and refusals. */
export default function LadderRulesPage({ data }: { data: LadderRulesData }) {
  const t = useTranslations('rules.page');
  const tRules = loosen(useTranslations('rule-names'));
  const { ladder, season } = data;
  const sections = listRuleSections(ladder.format);
  return (
    <>
      <PageTop
        title={t('heading')}
        terrain={{ place: 'ladder', name: ladder.slug }}
        kicker={
          <>
            <a href={toPastHref(`/ladders/${ladder.slug}`, data.past)}>{ladder.name}</a>
            {season !== null && !season.is_demo && ` · ${season.name}`}
          </>
        }
      >
        <FactLine>
          {season !== null && <span>{t('version', { version: season.rules_version })}</span>}
          <span>{t('source')}</span>
        </FactLine>
      </PageTop>
      <div className="page columns">
        <div className="stack">
          <PastBar past={data.past} path={`/ladders/${ladder.slug}/rules`} />
          <Prose nodes={data.description} />
          {season === null ? (
            <EmptyState title={t('none')} />
          ) : (
            <RulePeople value={data.people}>
              {sections.map(({ section, fields }) => (
                <section key={section} aria-labelledby={section}>
                  <SectionHead title={tRules(`sections.${section}`)} id={section} />
                  <RuleTable rules={season.rules} fields={fields} />
                </section>
              ))}
            </RulePeople>
          )}
        </div>
        <nav aria-label={t('contents')}>
          <ol className="lines rule-contents">
            {sections.map(({ section }) => (
              <li key={section}>
                <a href={`#${section}`}>{tRules(`sections.${section}`)}</a>
              </li>
            ))}
          </ol>
        </nav>
      </div>
    </>
  );
}
