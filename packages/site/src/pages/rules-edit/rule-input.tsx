import type { RuleField } from '@muster/league';
import { useFormatter, useTranslations } from 'use-intl';
import { loosen } from '../../intl/intl-root.tsx';
import { Button } from '../../ui/button.tsx';
import type { FieldControl } from '../../ui/field.tsx';
import { type DurationUnit, durationUnits, joinDuration, splitDuration } from './draft.ts';
import { PersonInput } from './person-input.tsx';

interface RuleInputProps {
  field: RuleField;
  /** What an empty field stands for. */
  placeholder: string;
  value: unknown;
  control: FieldControl;
  onChange: (value: unknown) => void;
  onKnown: (id: string, username: string) => void;
}

/** The control that a rule's kind calls for. */
export function RuleInput(props: RuleInputProps) {
  const { field, value, control, onChange, placeholder } = props;
  const t = loosen(useTranslations('rules'));
  switch (field.kind) {
    case 'integer':
    case 'decimal':
      return field.unit === 'weekday' ? (
        <WeekdayInput {...props} />
      ) : (
        <input
          {...control}
          type="number"
          min={field.minimum}
          max={field.maximum}
          step={field.kind === 'decimal' ? 'any' : 1}
          placeholder={placeholder}
          value={value === null || value === undefined ? '' : String(value)}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        />
      );
    case 'duration':
      return <DurationInput {...props} />;
    case 'flag':
      return (
        <input
          {...control}
          type="checkbox"
          checked={value === true}
          onChange={({ target }) => onChange(target.checked)}
        />
      );
    case 'choice':
      return (
        <select
          {...control}
          value={String(value)}
          onChange={({ target }) => onChange(target.value)}
        >
          {field.options.map((option) => (
            <option key={option} value={option}>
              {t(`options.${option}`)}
            </option>
          ))}
        </select>
      );
    case 'person':
      return <PersonInput {...props} />;
    case 'choices':
      return field.distinct ? <SetInput {...props} /> : <SequenceInput {...props} />;
    default:
      return <TextInput {...props} />;
  }
}

/** Words as typed: a name, an hour, names one a line, figures with commas. */
function TextInput({ field, value, control, onChange }: RuleInputProps) {
  if (field.kind === 'names') {
    return (
      <textarea
        {...control}
        rows={Math.min(8, toList(value).length + 1)}
        value={toList(value).join('\n')}
        onChange={({ target }) =>
          onChange(
            target.value === '' ? [] : target.value.split('\n').map((name) => name.trimStart()),
          )
        }
      />
    );
  }
  if (field.kind === 'integers') {
    return (
      <input
        {...control}
        inputMode="numeric"
        value={toList(value).join(', ')}
        onChange={({ target }) => onChange(toFigures(target.value))}
      />
    );
  }
  return (
    <input
      {...control}
      value={value === null || value === undefined ? '' : String(value)}
      onChange={({ target }) => {
        const isEmpty = target.value === '' && 'nullable' in field;
        onChange(isEmpty ? null : target.value);
      }}
    />
  );
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** What is no number stays as it was typed, so that its fault can be shown. */
function toFigures(typed: string): unknown[] {
  if (typed.trim() === '') {
    return [];
  }
  return typed.split(',').map((part) => {
    const text = part.trim();
    return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
  });
}

function useWeekdays(): (day: unknown) => string {
  const format = useFormatter();
  return (day) =>
    format.dateTime(new Date(Date.UTC(2024, 0, Number(day))), { weekday: 'long', timeZone: 'UTC' });
}

function WeekdayInput({ value, control, onChange }: RuleInputProps) {
  const toDay = useWeekdays();
  return (
    <select
      {...control}
      value={String(value)}
      onChange={({ target }) => onChange(Number(target.value))}
    >
      {[1, 2, 3, 4, 5, 6, 7].map((day) => (
        <option key={day} value={day}>
          {toDay(day)}
        </option>
      ))}
    </select>
  );
}

function DurationInput({ value, control, onChange }: RuleInputProps) {
  const t = useTranslations('rules-edit');
  const { amount, unit } = splitDuration(String(value));
  return (
    <div className="rule-duration">
      <input
        {...control}
        type="number"
        min={0}
        value={Number.isFinite(amount) ? amount : ''}
        onChange={({ target }) => onChange(joinDuration(Number(target.value), unit))}
      />
      <select
        aria-label={t('unit')}
        value={unit}
        onChange={({ target }) => onChange(joinDuration(amount, target.value as DurationUnit))}
      >
        {durationUnits.map((option) => (
          <option key={option} value={option}>
            {t(`units.${option}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Some of a few, each once: the days of the week. */
function SetInput({ field, value, control, onChange }: RuleInputProps) {
  const toDay = useWeekdays();
  const chosen = toList(value);
  if (field.kind !== 'choices') {
    return null;
  }
  return (
    <fieldset {...control} className="rule-set">
      {field.options.map((option) => (
        <label key={option}>
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={({ target }) =>
              onChange(
                field.options.filter((one) =>
                  one === option ? target.checked : chosen.includes(one),
                ),
              )
            }
          />
          {toDay(option)}
        </label>
      ))}
    </fieldset>
  );
}

/** Steps in an order, any of them again: letters, veto turns. */
function SequenceInput({ field, value, control, onChange }: RuleInputProps) {
  const t = useTranslations('rules-edit');
  const tRules = loosen(useTranslations('rules'));
  if (field.kind !== 'choices') {
    return null;
  }
  const steps = toList(value);
  const { options } = field;
  return (
    <fieldset {...control} className="rule-sequence">
      <ol>
        {Array.from(steps.entries(), ([index, step]) => ({ number: index + 1, step })).map(
          ({ number, step }) => (
            <li key={number}>
              <select
                aria-label={t('step', { number })}
                value={String(step)}
                onChange={({ target }) => onChange(steps.with(number - 1, target.value))}
              >
                {options.map((option) => (
                  <option key={option} value={option}>
                    {tRules(`options.${option}`)}
                  </option>
                ))}
              </select>
            </li>
          ),
        )}
      </ol>
      <div className="rule-sequence-acts">
        <Button onClick={() => onChange([...steps, options[0]])}>{t('add_step')}</Button>
        {steps.length > 0 && (
          <Button onClick={() => onChange(steps.slice(0, -1))}>{t('drop_step')}</Button>
        )}
      </div>
    </fieldset>
  );
}
