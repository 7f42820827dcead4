import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEnvironment } from '../../app/environment.tsx';
import type { MenuItem } from '../../document-data.ts';
import { getLocale, isLocaleCode, type LocaleCode } from '../../intl/locales.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';

interface LanguageFieldProps {
  language: LocaleCode;
  onChange: (language: LocaleCode) => void;
}

/** In which language labels are written that are not the same in all. */
export function LanguageField({ language, onChange }: LanguageFieldProps) {
  const t = useTranslations('owner.menus');
  const offered = useEnvironment().shell.locales.map(getLocale);
  return (
    <Field label={t('language')} hint={t('language_hint')}>
      {(control) => (
        <select
          {...control}
          value={language}
          onChange={({ target }) => isLocaleCode(target.value) && onChange(target.value)}
        >
          {offered.map(({ code, tag, name }) => (
            <option key={code} value={code} lang={tag}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface MenuEntryProps {
  item: MenuItem;
  /** Whether it leads to what is retired. */
  isHidden: boolean;
  language: LocaleCode;
  onChange: (item: MenuItem) => void;
  onRemove: () => void;
}

/** A label of all languages with one of them; without any it is the same in all again. */
function setLabel(label: MenuItem['label'], language: string, text: string): MenuItem['label'] {
  if (typeof label === 'string') {
    return text;
  }
  const { [language]: _former, ...others } = label;
  return text === '' ? others : { ...others, [language]: text };
}

/** One entry. What is typed is a change once the field is left, so that one step back takes all of it. */
export function MenuEntry({ item, isHidden, language, onChange, onRemove }: MenuEntryProps) {
  const t = useTranslations('owner.menus');
  const { label, path } = item;
  const isSame = typeof label === 'string';
  const text = isSame ? label : (label[language] ?? '');
  const toggle = () =>
    onChange({
      ...item,
      label: isSame ? { [language]: label } : (Object.values(label)[0] ?? ''),
    });
  return (
    <div className="owner-entry">
      <Field label={isSame ? t('label') : t('label_in', { language: getLocale(language).name })}>
        {(control) => (
          <LeftInput
            key={`${language} ${text}`}
            control={control}
            value={text}
            longest={80}
            onLeave={(typed) => onChange({ ...item, label: setLabel(label, language, typed) })}
          />
        )}
      </Field>
      <Field label={t('path')} hint={isHidden ? t('hidden') : undefined}>
        {(control) => (
          <LeftInput
            key={path}
            control={control}
            value={path}
            longest={300}
            onLeave={(typed) => onChange({ ...item, path: typed })}
          />
        )}
      </Field>
      <div className="owner-entry-acts">
        <Button onClick={toggle}>{isSame ? t('translate') : t('same')}</Button>
        <Button onClick={onRemove}>{t('remove')}</Button>
      </div>
    </div>
  );
}

interface LeftInputProps {
  control: object;
  value: string;
  longest: number;
  onLeave: (typed: string) => void;
}

function LeftInput({ control, value, longest, onLeave }: LeftInputProps) {
  const [typed, setTyped] = useState(value);
  return (
    <input
      {...control}
      value={typed}
      maxLength={longest}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        const trimmed = typed.trim();
        if (trimmed !== value) {
          onLeave(trimmed);
        }
      }}
    />
  );
}
