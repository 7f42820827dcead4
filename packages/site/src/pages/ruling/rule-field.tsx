import { ruleFields } from '@muster/league';
import { useTranslations } from 'use-intl';
import { loosen } from '../../intl/intl-root.tsx';
import { Field } from '../../ui/field.tsx';
import { useRuleNames } from '../match/use-rule-names.ts';

interface RuleFieldProps {
  rule: string;
  onChange: (rule: string) => void;
}

/** The rule that a decision rests on, by the names of the rules page. */
export function RuleField({ rule, onChange }: RuleFieldProps) {
  const t = useTranslations('ruling');
  const tRules = loosen(useTranslations('rule-names'));
  const toName = useRuleNames();
  const sections = Map.groupBy(ruleFields, ({ path }) => path.split('.')[0] ?? '');
  return (
    <Field label={t('rule')} hint={t('rule_hint')}>
      {(control) => (
        <select {...control} value={rule} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t('choose_rule')}</option>
          {[...sections].map(([section, fields]) => (
            <optgroup key={section} label={tRules(`sections.${section}`)}>
              {fields.map(({ path }) => (
                <option key={path} value={path}>
                  {toName(path)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}
