import { type Rules, ruleFields } from '@muster/league';
import { useTranslations } from 'use-intl';
import { readRule, useRuleWords } from '../ladder/rule-value.ts';
import { useRuleNames } from '../match/use-rule-names.ts';
import { listChanges } from './draft.ts';

interface RulesDiffProps {
  before: Rules;
  after: Rules;
}

/** What the draft changes against the rules of the present season. */
export function RulesDiff({ before, after }: RulesDiffProps) {
  const t = useTranslations('rules-edit');
  const toName = useRuleNames();
  const toWords = useRuleWords();
  const changes = listChanges(ruleFields, before, after);
  if (changes.length === 0) {
    return <p className="soft">{t('no_changes')}</p>;
  }
  return (
    <ul className="rules-diff">
      {changes.map((field) => (
        <li key={field.path}>
          <a href={`#${field.path}`}>{toName(field.path)}</a>{' '}
          <span className="soft">{toWords(field, readRule(before, field))}</span>{' '}
          <span aria-hidden="true">→</span>
          <span className="visually-hidden">{t('becomes')}</span>{' '}
          <b>{toWords(field, readRule(after, field))}</b>
        </li>
      ))}
    </ul>
  );
}
