import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { locales } from '../../intl/locales.ts';

interface LanguageFieldProps {
  offered: readonly string[];
  first: string;
  error: string | undefined;
}

/** Which languages are offered, and which of them is for whoever wants none of these. */
export function LanguageField({ offered, first, error }: LanguageFieldProps) {
  const t = useTranslations('settings');
  const [chosen, setChosen] = useState(offered);
  return (
    <fieldset className="settings-languages">
      <legend>{t('fields.locales')}</legend>
      <p className="field-hint">{t('hints.locales')}</p>
      {locales.map(({ code, tag, name }) => (
        <div key={code} className="settings-language">
          <label lang={tag}>
            <input
              type="checkbox"
              name="locales"
              value={code}
              checked={chosen.includes(code)}
              onChange={(event) =>
                setChosen(
                  event.target.checked
                    ? [...chosen, code]
                    : chosen.filter((other) => other !== code),
                )
              }
            />{' '}
            {name}
          </label>
          <label className="soft">
            <input
              type="radio"
              name="default_locale"
              value={code}
              defaultChecked={code === first}
              disabled={!chosen.includes(code)}
            />{' '}
            {t('default_language')}
          </label>
        </div>
      ))}
      <p className="field-error" aria-live="polite">
        {error}
      </p>
    </fieldset>
  );
}
