import type { RuleField, Rules } from '@muster/league';
import { useTranslations } from 'use-intl';
import { loosen } from '../../intl/intl-root.tsx';
import { Field } from '../../ui/field.tsx';
import { readRule, useRuleWords } from '../ladder/rule-value.ts';
import { useRuleNames } from '../match/use-rule-names.ts';
import { type DraftFault, isSameValue, readField, writeField } from './draft.ts';
import { RuleInput } from './rule-input.tsx';

interface RuleRowProps {
  field: RuleField;
  rules: Rules;
  fault: DraftFault | null;
  onChange: (path: string, value: unknown) => void;
  /** A person was found whose name the page may not know yet. */
  onKnown: (id: string, username: string) => void;
}

/** One rule: its name and sentence, its limits, whether it is the default, and what is wrong with it. */
export function RuleRow({ field, rules, fault, onChange, onKnown }: RuleRowProps) {
  const t = loosen(useTranslations('rules-edit'));
  const tRules = loosen(useTranslations('rules'));
  const toName = useRuleNames();
  const toWords = useRuleWords();
  const toLimits = useLimits();
  const value = readField(rules, field.path);
  const isDefault = isSameValue(value, field.default);
  const limits = toLimits(field);
  const own = fault?.path === field.path ? fault.by : null;
  return (
    <div className="rule-row" id={field.path}>
      <Field
        label={
          <>
            {toName(field.path)}{' '}
            <span className="rule-default">
              {isDefault
                ? t('is_default')
                : t('default', { value: toWords(field, toShown(field, rules)) })}
            </span>
          </>
        }
        hint={
          <>
            {tRules(`fields.${field.path}`)}
            {limits !== null && ` ${limits}`}
          </>
        }
        error={
          own === null
            ? ''
            : own === 'limits' || !t.has(`neighbours.${field.path}`)
              ? (limits ?? t('impossible'))
              : t(`neighbours.${field.path}`)
        }
      >
        {(control) => (
          <RuleInput
            field={field}
            value={value}
            control={control}
            placeholder={field.default === null ? toWords(field, toShown(field, rules)) : ''}
            onChange={(next) => onChange(field.path, next)}
            onKnown={onKnown}
          />
        )}
      </Field>
      {!isDefault && (
        <button
          type="button"
          className="rule-reset"
          onClick={() => onChange(field.path, structuredClone(field.default))}
        >
          {t('reset')}
        </button>
      )}
    </div>
  );
}

/** The default as words; one that follows from another field, as it follows now. */
function toShown(field: RuleField, rules: Rules): unknown {
  if (field.default !== null) {
    return field.default;
  }
  return readRule(writeField(rules, field.path, null), field);
}

/** A field's limits in words; none where whatever is typed is taken. */
function useLimits(): (field: RuleField) => string | null {
  const t = loosen(useTranslations('rules-edit'));
  const toWords = useRuleWords();
  return (field) => {
    switch (field.kind) {
      case 'integer':
      case 'decimal':
      case 'duration':
        return field.unit === 'weekday'
          ? null
          : t('range', {
              minimum: toWords(field, field.minimum),
              maximum: toWords(field, field.maximum),
            });
      case 'clock_time':
        return t('clock_time');
      case 'names':
        return t('names', { maximum: String(field.maximum) });
      case 'integers':
        return t('figures', { minimum: String(field.minimum), maximum: String(field.maximum) });
      default:
        return null;
    }
  };
}
