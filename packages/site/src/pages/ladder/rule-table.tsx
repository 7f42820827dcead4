import type { RuleField, Rules } from '@muster/league';
import { useTranslations } from 'use-intl';
import { loosen } from '../../intl/intl-root.tsx';
import { useRuleNames } from '../match/use-rule-names.ts';
import { readRule, useRuleWords } from './rule-value.ts';

interface RuleTableProps {
  rules: Rules;
  fields: readonly RuleField[];
  /** Gives the rows no addresses: a preview stands beside fields that have them. */
  isPreview?: boolean;
}

/** Rules of one section with their values in words, and a sentence on each. */
export function RuleTable({ rules, fields, isPreview = false }: RuleTableProps) {
  const t = loosen(useTranslations('rules'));
  const toName = useRuleNames();
  const toWords = useRuleWords();
  return (
    <dl className="rule-list">
      {fields.map((field) => (
        <div key={field.path} id={isPreview ? undefined : field.path}>
          <dt>{toName(field.path)}</dt>
          <dd className="rule-value">{toWords(field, readRule(rules, field))}</dd>
          <dd className="soft">
            {t(`fields.${field.path}`)} <code>{field.path}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}
