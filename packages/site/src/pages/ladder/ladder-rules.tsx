import type { RuleField } from '@muster/league';
import { useTranslations } from 'use-intl';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactLine, PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Prose } from '../articles/prose.tsx';
import type { LadderRulesData, LadderSeason } from './data.ts';
import { listRuleSections, readRule, useRuleWords } from './rule-value.ts';
import './ladder.css';

type LooseTranslator = (key: string) => string;

/** Every rule of the season, from the same object that drives clocks, limits and refusals. */
export default function LadderRulesPage({ data }: { data: LadderRulesData }) {
  const t = useTranslations('ladder.rules');
  const tRules = useTranslations('rules') as unknown as LooseTranslator;
  const { ladder, season } = data;
  const sections = listRuleSections(ladder.format);
  return (
    <>
      <PageTop
        title={t('heading')}
        terrain={ladder.slug}
        kicker={
          <>
            <a href={`/ladders/${ladder.slug}`}>{ladder.name}</a>
            {season !== null && ` · ${season.name}`}
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
          <Prose nodes={data.description} />
          {season === null ? (
            <EmptyState title={t('none')} />
          ) : (
            sections.map(({ section, fields }) => (
              <section key={section} aria-labelledby={section}>
                <SectionHead title={tRules(`sections.${section}`)} id={section} />
                <RuleTable season={season} fields={fields} />
              </section>
            ))
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

function RuleTable({ season, fields }: { season: LadderSeason; fields: RuleField[] }) {
  const tRules = useTranslations('rules') as unknown as LooseTranslator;
  const toWords = useRuleWords();
  return (
    <dl className="rule-list">
      {fields.map((field) => (
        <div key={field.path} id={field.path}>
          <dt>{tRules(`fields.${field.path}.label`)}</dt>
          <dd className="rule-value">{toWords(field, readRule(season.rules, field))}</dd>
          <dd className="soft">
            {tRules(`fields.${field.path}.text`)} <code>{field.path}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}
