import { useFormatter, useTranslations } from 'use-intl';
import { later, useLater } from '../../client/fetch/use-later.ts';
import { findChoices } from '../../client/form/find-choices.ts';
import { type LocaleCode, locales } from '../../intl/locales.ts';
import { Field } from '../../ui/field.tsx';
import { ZoneOptions } from '../../ui/zone-options.tsx';
import { toWeekdayDate, weekdays } from '../account/free-hours.ts';
import { type BoardForm, boardRegions } from './data.ts';
import { toRegion } from './region-of-zone.ts';

const gameFinder = later([], () => import('../../ui/finder-input.tsx'));
const findGames = findChoices('games');

interface PlaceFieldsProps {
  form: BoardForm;
  toError: (name: string) => string | undefined;
}

/** What is played, and where the people are at home. */
export function PlaceFields({ form, toError }: PlaceFieldsProps) {
  const t = useTranslations('boards');
  const finder = useLater(gameFinder, true);
  return (
    <>
      <Field label={t('game')} error={toError('game')}>
        {(control) =>
          finder === null ? (
            <input {...control} disabled />
          ) : (
            <finder.FinderInput control={control} name="game" first={form.game} find={findGames} />
          )
        }
      </Field>
      <Field label={t('form.region')} error={toError('region')}>
        {(control) => (
          <select {...control} name="region" defaultValue={toRegion(form.zone)}>
            {boardRegions.map((region) => (
              <option key={region} value={region}>
                {t(`regions.${region}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('form.zone')} error={toError('zone')}>
        {(control) => (
          <select {...control} name="zone" defaultValue={form.zone}>
            <ZoneOptions zones={form.zones} />
          </select>
        )}
      </Field>
    </>
  );
}

/** The days on which one usually plays; none is an answer too. */
export function EveningsField() {
  const t = useTranslations('boards.form');
  const format = useFormatter();
  return (
    <fieldset className="boards-choices">
      <legend>{t('evenings')}</legend>
      {weekdays.map((weekday) => (
        <label key={weekday}>
          <input type="checkbox" name="evenings" value={weekday} />{' '}
          {format.dateTime(toWeekdayDate(weekday), { weekday: 'short', timeZone: 'UTC' })}
        </label>
      ))}
    </fieldset>
  );
}

interface LanguagesFieldProps {
  /** The person's own language, which stands chosen at first. */
  chosen: LocaleCode;
  error: string | undefined;
}

export function LanguagesField({ chosen, error }: LanguagesFieldProps) {
  const t = useTranslations('boards.form');
  return (
    <fieldset className="boards-choices">
      <legend>{t('languages')}</legend>
      {locales.map(({ code, tag, name }) => (
        <label key={code} lang={tag}>
          <input type="checkbox" name="languages" value={code} defaultChecked={code === chosen} />{' '}
          {name}
        </label>
      ))}
      <p className="field-error" aria-live="polite">
        {error}
      </p>
    </fieldset>
  );
}
