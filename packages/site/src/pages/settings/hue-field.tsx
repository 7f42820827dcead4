import { useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { defaultHue, findLeastContrast, toDeep } from '../../ui/hue.ts';

function showHue(hue: number): void {
  const { style } = document.documentElement;
  style.setProperty('--hue', String(hue));
  style.setProperty('--deep', String(toDeep(hue)));
}

/** The hue of bar and accents: moved, this very page wears it; left unsaved, it is as it was. */
export function HueField({ hue, error }: { hue: number; error: string | undefined }) {
  const t = useTranslations('settings');
  const format = useFormatter();
  const [shown, setShown] = useState(hue);
  useEffect(() => {
    showHue(shown);
    return () => showHue(hue);
  }, [shown, hue]);
  return (
    <>
      <Field label={t('fields.hue')} hint={t('hints.hue')} error={error}>
        {(control) => (
          <input
            {...control}
            className="settings-hue"
            type="range"
            name="hue"
            min={0}
            max={359}
            value={shown}
            onChange={(event) => setShown(Number(event.target.value))}
          />
        )}
      </Field>
      <figure className="settings-preview">
        <figcaption className="soft">{t('preview')}</figcaption>
        <p className="settings-preview-bar display">{t('parts.look')}</p>
        <p>
          <span className="button button-main">{t('parts.look')}</span>{' '}
          <a href="#look">{t('fields.hue')}</a>
        </p>
        <p className="soft" role="status">
          {t('contrast', {
            ratio: format.number(findLeastContrast(shown), { maximumFractionDigits: 1 }),
          })}
        </p>
      </figure>
      <p>
        <Button onClick={() => setShown(defaultHue)}>{t('default_hue')}</Button>
      </p>
    </>
  );
}
